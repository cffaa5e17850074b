import { countTitle } from '../../rules/validation-issue.ts'
import type { Bench } from '../bench.ts'
import { type Person, signUp } from '../people/person.ts'
import { makeList } from '../people/shopping.ts'
import { startServerProcess } from '../servers/server-process.ts'
import { rounded } from '../statistics.ts'

export const serverBench: Bench = {
  name: 'server',
  title: 'The server',
  method:
    'First start after install: the build of the browser app, and the server from its spawn on an empty data folder to its first answer. Memory: resident, fresh, and after somebody wrote a list, ticked 200 items and read all of it 20 times.',
  async run(fixture, { sizes }) {
    const fresh = await startServerProcess(fixture.buildDir)
    const freshMb = await fresh.memoryMb()
    const { startMs } = fresh
    await fresh.close()

    const daily = await startServerProcess(fixture.buildDir)
    const ticksASecond = await shop(await signUp(daily.address, 1), 1_000)
    const dailyMb = await daily.memoryMb()
    await shop(await signUp(daily.address, 2), Math.max(...sizes))
    const largeMb = await daily.memoryMb()
    await daily.close()

    const firstStartS = (fixture.buildMs + startMs) / 1_000
    return {
      head: ['', ''],
      rows: [
        ['build, s', rounded(fixture.buildMs / 1_000)],
        ['start on an empty folder, s', rounded(startMs / 1_000)],
        ['memory, fresh, MB', rounded(freshMb)],
        ['memory, 1,000 items, MB', rounded(dailyMb)],
        [`memory, ${countTitle(Math.max(...sizes))} items besides, MB`, rounded(largeMb)],
        ['one tick after another, ticks a second', rounded(ticksASecond)],
      ],
      aims: [
        { what: 'first start after install', value: firstStartS, limit: 10, unit: 's' },
        { what: 'memory, fresh', value: freshMb, limit: 90, unit: 'MB' },
        {
          what: `memory, ${countTitle(Math.max(...sizes))} items`,
          value: largeMb,
          limit: 150,
          unit: 'MB',
        },
      ],
    }
  },
}

/** Writes a list, ticks 200 of its items one after another, reads all of it 20 times; answers ticks a second. */
async function shop(person: Person, itemCount: number): Promise<number> {
  const { id } = await makeList(person, 'Weekly', itemCount)
  const { getByFilterItem: items } = await person.ask<{
    getByFilterItem: readonly { id: string }[]
  }>('query ($id: ID) { getByFilterItem(filters: { shoppingListId: $id }) { id } }', { id })
  const ticked = items.slice(-200)
  const began = performance.now()
  for (const item of ticked) {
    await person.ask(
      'mutation ($id: ID!) { updateItem(id: $id, purchased: true) { id updatedAt } }',
      item,
    )
  }
  const ticksASecond = ticked.length / ((performance.now() - began) / 1_000)
  for (let n = 0; n < 20; n += 1) {
    await person.ask('query { getAllShoppingList { id items { id name purchased } } }')
  }
  return ticksASecond
}
