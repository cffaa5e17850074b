/** Room on a full device, as tabs tell each other of it. */
import { expect, test } from 'vitest'
import { createSpace, type Space } from '../../../src/offline/sync/space.ts'
import type { TabMessage } from '../../../src/offline/tabs/tabs.ts'
import { createSimClock } from '../../support/simulation/sim-clock.ts'

test.each([true, false])('a tab that follows hears whether room was made: %s', async isMade => {
  const clock = createSimClock()
  const tabs: Space[] = []
  function open(leads: boolean): Space {
    const tab = createSpace({
      clock,
      leads: () => leads,
      give: async () => isMade,
      onOpened: () => {},
      post: (message: TabMessage) => {
        for (const other of tabs) if (other !== tab) other.hear(message)
      },
      onTrouble: () => {},
    })
    tabs.push(tab)
    return tab
  }
  open(true)
  expect(await open(false).make('all')).toBe(isMade)
})
