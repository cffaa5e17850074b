/** What others did to a list since one was last told, as one notice. */
import { enumerate } from '../enumerate.ts'
import { counted } from '../validation-issue.ts'

export interface Deed {
  /** First name; undefined if the account is gone. */
  readonly who: string | undefined
  /** An ActivityKind of the contract. */
  readonly kind: string
  readonly count: number
  /** Names of the items, at most ten. */
  readonly names: readonly string[]
}

export interface Digest {
  readonly title: string
  readonly body: string
}

/**
 * "Anna added 4 things to Weekly shop", with what it was beneath; where it was more than one thing, who did what
 * stands beneath. Undefined where nothing of it is worth a notice: an order, who has the list.
 */
export function digestOf(listName: string, deeds: readonly Deed[]): Digest | undefined {
  const told = deeds.filter(({ kind }) => kind in words)
  const people = [...Map.groupBy(told, ({ who }) => who ?? 'Somebody')]
  const [first] = people
  if (first === undefined) return undefined
  const parts = partsOf(first[1])
  if (people.length === 1 && parts.length === 1) {
    return {
      title: `${first[0]} ${parts[0]?.onList(listName)}`,
      body: namesTitle(first[1]),
    }
  }
  return {
    title: `${enumerate(people.map(([who]) => who))} changed ${listName}`,
    body: people
      .map(([who, own]) => `${who} ${enumerate(partsOf(own).map(part => part.alone))}.`)
      .join(' '),
  }
}

interface Words {
  readonly verb: string
  /** Between the things and the list; undefined if it was the list itself. */
  readonly place?: string
}

const words: Readonly<Record<string, Words>> = {
  ITEM_ADDED: { verb: 'added', place: 'to' },
  ITEM_MOVED_IN: { verb: 'added', place: 'to' },
  ITEM_TICKED: { verb: 'ticked', place: 'on' },
  ITEM_UNTICKED: { verb: 'unticked', place: 'on' },
  ITEM_CHANGED: { verb: 'changed', place: 'on' },
  ITEM_DELETED: { verb: 'removed', place: 'from' },
  ITEM_MOVED_OUT: { verb: 'removed', place: 'from' },
  LIST_RESET: { verb: 'reset' },
}

/** What one person did, by verb. */
function partsOf(deeds: readonly Deed[]) {
  return [...Map.groupBy(deeds, ({ kind }) => words[kind]?.verb ?? '')].map(([verb, own]) => {
    const place = words[own[0]?.kind ?? '']?.place
    const count = own.reduce((sum, deed) => sum + deed.count, 0)
    const things = counted(count, 'thing')
    return place === undefined
      ? { alone: `${verb} the list`, onList: (list: string) => `${verb} ${list}` }
      : {
          alone: `${verb} ${things}`,
          onList: (list: string) => `${verb} ${things} ${place} ${list}`,
        }
  })
}

const mostNames = 5

function namesTitle(deeds: readonly Deed[]): string {
  const count = deeds.reduce((sum, deed) => sum + deed.count, 0)
  const names = [...new Set(deeds.flatMap(deed => deed.names))].slice(0, mostNames)
  const more = count - names.length
  return enumerate(more > 0 && names.length === mostNames ? [...names, `${more} more`] : names)
}
