import type { Bench } from '../bench.ts'
import { startServerProcess } from '../server-process.ts'
import { rounded } from '../statistics.ts'

export const serverBench: Bench = {
  name: 'server',
  title: 'The server',
  method:
    'First start after install: the build of the browser app, and the server from its spawn on an empty data folder to its first answer. Memory: resident, fresh and after 10,000 items were written, 200 ticks and 20 reads of a whole list.',
  async run(house, { sizes }) {
    const fresh = await startServerProcess(house.buildDir)
    const freshMb = await fresh.memoryMb()
    const { startMs } = fresh
    await fresh.close()

    const { person, list } = await house.personWithList(Math.max(...sizes))
    const { getByFilterItem: items } = await person.ask<{
      getByFilterItem: readonly { id: string }[]
    }>('query ($id: ID) { getByFilterItem(filters: { shoppingListId: $id }) { id } }', {
      id: list.id,
    })
    const ticks: number[] = []
    for (const { id } of items.slice(-200)) {
      const began = performance.now()
      await person.ask(
        'mutation ($id: ID!) { updateItem(id: $id, purchased: true) { id updatedAt } }',
        { id },
      )
      ticks.push(performance.now() - began)
    }
    for (let n = 0; n < 20; n += 1) {
      await person.ask(`query { getAllShoppingList { id items { id name purchased } } }`)
    }
    const busyMb = await house.server.memoryMb()

    const firstStartS = (house.buildMs + startMs) / 1_000
    return {
      head: ['', ''],
      rows: [
        ['build, s', rounded(house.buildMs / 1_000)],
        ['start on an empty folder, s', rounded(startMs / 1_000)],
        ['memory, fresh, MB', rounded(freshMb)],
        ['memory, busy, MB', rounded(busyMb)],
        ['one tick after another, ticks a second', rounded(1_000 / (sum(ticks) / ticks.length))],
      ],
      aims: [
        { what: 'first start after install', value: firstStartS, limit: 10, unit: 's' },
        { what: 'memory, busy', value: busyMb, limit: 150, unit: 'MB' },
      ],
    }
  },
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
