/** People with a list each; several benches look at the same ones. */
import type { Person } from './person.ts'
import { type MadeList, makeList } from './shopping.ts'

export interface PersonWithList {
  readonly person: Person
  readonly list: MadeList
}

export interface Cast {
  /** Made once a run. An account of its own for each size, so that one list does not weigh on another. */
  personWithList(itemCount: number): Promise<PersonWithList>
  /** For a bench that counts on an untouched list, or leaves it in another state. */
  newPersonWithList(itemCount: number): Promise<PersonWithList>
}

export function createCast(signUp: () => Promise<Person>): Cast {
  const bySize = new Map<number, Promise<PersonWithList>>()

  async function newPersonWithList(itemCount: number): Promise<PersonWithList> {
    const person = await signUp()
    return { person, list: await makeList(person, 'Weekly', itemCount) }
  }

  return {
    newPersonWithList,
    personWithList(itemCount) {
      const made = bySize.get(itemCount) ?? newPersonWithList(itemCount)
      bySize.set(itemCount, made)
      return made
    },
  }
}
