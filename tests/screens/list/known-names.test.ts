/** What is suggested from, kept up to date without holding anybody up. */
import { describe, expect, it } from 'vitest'
import {
  forgetUse,
  type History,
  type Remembered,
  rememberUse,
} from '../../../rules/items/suggestions.ts'
import { nameKey } from '../../../rules/names.ts'
import { createKnownNames } from '../../../src/features/quick-add/known-names.ts'
import { createReadable } from '../../../src/offline/readable.ts'

describe('the names that are known', () => {
  it('are taken in slice by slice when there is time', () => {
    const { ask, run } = open({ lists: Array.from({ length: 10_000 }, (_, n) => `Thing ${n}`) })
    expect(ask('thing 9999')).toEqual([])
    expect(run()).toBe(50)
    expect(ask('thing 9999')[0]).toBe('Thing 9999')
    expect(ask('thing 12').length).toBeGreaterThan(1)
  })

  it('just added, told of or forgotten count with the next key', () => {
    const { ask, add, forget, tell } = open({ lists: ['Milk'] })
    expect(ask('mi')).toEqual(['Milk'])
    add('Mint')
    tell('Mince')
    expect(ask('mi').toSorted()).toEqual(['Milk', 'Mince', 'Mint'])
    forget('milk')
    tell('Mince', false)
    expect(ask('mi')).toEqual(['Mint'])
  })

  it('are no longer followed after the end', () => {
    const { ask, add, end, run } = open({ lists: ['Milk'] })
    expect(ask('mi')).toEqual(['Milk'])
    end()
    add('Mint')
    expect([ask('mi'), run()]).toEqual([['Milk'], 0])
  })
})

function open({ lists }: { readonly lists: readonly string[] }) {
  const history = createReadable<History>(new Map())
  const told = new Map(lists.map(name => [nameKey(name), known(name)]))
  let tasks: (() => void)[] = []
  let tellOf = (_keys: Iterable<string>) => {}
  const names = createKnownNames({
    history,
    told: {
      ofKey: key => told.get(key),
      keys: () => told.keys(),
      onChanged(listener) {
        tellOf = listener
        return () => {
          tellOf = () => {}
        }
      },
    },
    later(work) {
      tasks.push(work)
      return () => {
        tasks = tasks.filter(task => task !== work)
      }
    },
  })
  return {
    end: names.follow(),
    ask: (typed: string) => names.suggest(typed, { at: 1, count: 9 }).map(entry => entry.name),
    add: (name: string) => history.set(rememberUse(history.get(), known(name), 1)),
    forget: (name: string) => history.set(forgetUse(history.get(), name)),
    tell(name: string, is = true) {
      if (is) told.set(nameKey(name), known(name))
      else told.delete(nameKey(name))
      tellOf([nameKey(name)])
    },
    /** Answers how many slices there were. */
    run() {
      let slices = 0
      for (let task = tasks.shift(); task; task = tasks.shift()) {
        slices += 1
        task()
      }
      return slices
    },
  }
}

function known(name: string): Remembered {
  return { name, quantity: null, unitId: null, tags: [], itemId: name, weight: 1, at: 1 }
}
