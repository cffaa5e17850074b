/**
 * Units hardly ever change: they are asked for once a session, at the first contact, and kept with the rest.
 * What failed is asked again at the next contact, and by a hard refresh what is known, too.
 */
import { defaultNotes } from '../../../rules/default-notes.ts'
import { sortByName } from '../../../rules/lists/sort.ts'
import { GetAllUnitDocument } from '../../generated/operations.ts'
import type { Offline } from '../../offline/offline.ts'
import type { Network } from '../../offline/sync/network.ts'

export const unitsQuery = { document: GetAllUnitDocument, note: defaultNotes.fetching('Unit') }

/** The same account, which loads its units; `network` keeps the states of calls. */
export function loadUnits(
  offline: Offline,
  network: Pick<Network, 'send'>,
  newId: () => string,
): Offline {
  const { document, note } = unitsQuery
  let wanted = true
  let asking: Promise<boolean> | undefined
  let contactAt: number | undefined

  async function load(): Promise<boolean> {
    const outcome = await network.send(document, {}, { note, requestToken: newId() })
    wanted = outcome.kind !== 'answer'
    if (outcome.kind !== 'answer') return false
    offline.cache.writeQuery({
      query: document,
      data: { ...outcome.data, getAllUnit: sortByName(outcome.data.getAllUnit) },
    })
    return true
  }

  function ask(): Promise<boolean> {
    contactAt = offline.sync.get().lastContactAt
    asking ??= load().finally(() => {
      asking = undefined
    })
    return asking
  }

  function askAtContact() {
    const { initialised, lastContactAt } = offline.sync.get()
    if (!wanted || !initialised || asking !== undefined || lastContactAt === contactAt) return
    void ask()
  }

  offline.sync.subscribe(askAtContact)
  askAtContact()
  return {
    ...offline,
    async refresh(options) {
      const caughtUp = await offline.refresh(options)
      return caughtUp && options?.hard ? ask() : caughtUp
    },
  }
}
