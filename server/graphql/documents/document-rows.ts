/**
 * How many rows a document reads, answers and writes, counted before it runs: `document-limits.ts` knows its
 * text, this knows what lies behind it.
 */
import { GraphQLError } from 'graphql'
import { countTitle } from '../../../rules/validation-issue.ts'
import type { Asker } from '../../access/access.ts'
import { rowsAtOnce } from '../../gates/account-gate.ts'
import { type Asked, readingWidth, readWishes, type Wish } from './document-wishes.ts'
import {
  countFriends,
  type ListsToWeigh,
  type Weight,
  weighBin,
  weighDeletedLists,
  weighFeedback,
  weighHistories,
  weighLists,
  weighNamed,
} from './row-weights.ts'

/** A further field of one document, and a request in a batch, costs about a fifth of a request that comes alone. */
export const rowsPerField = 10

/** What it costs to tell one more account of a change, or to lock it: written anew, and behind others who write it. */
export const rowsPerAccount = 10

export interface Rows {
  /** Read, answered and written; a row that is asked for in a hundred ways counts several times. */
  readonly rows: number
  readonly written: number
}

/**
 * What the operation costs, or an error where it is more than may be asked for at once. `before` are rows that
 * others write first, nobody knows yet on which lists: they count, and alone are no reason to refuse it for good.
 */
export async function countRows(
  asker: Asker,
  asked: Asked,
  before = 0,
): Promise<Rows | GraphQLError> {
  const wishes = readWishes(asked)
  let rows = (await countFeedback(asker, wishes)) + (await countOwn(asker, wishes))
  rows += await weighNamed(asker, wishes, rowsAtOnce)
  // As the requests of a batch do, they come one after the other, each with what it asks the database.
  rows += (wishes.length - 1) * rowsPerField
  let written = 0
  let perhaps = 0
  let weighed: ReadonlyMap<string, Weight> | undefined
  for (const wish of wishes) {
    written += wish.writes
    rows += wish.writes * (1 + wish.width)
    if (wish.lists === 'none') continue
    weighed ??= await weighLists(asker, listsToWeigh(wishes))
    const lists =
      wish.lists === 'all'
        ? [...weighed.values()].filter(({ isInBin }) => !isInBin)
        : [...new Set(wish.lists)].flatMap(id => weighed?.get(id) ?? [])
    for (const { items, weight, tags, told, people, notes } of lists) {
      rows += wish.width + weight * wish.itemsWidth + tags * wish.tagsWidth
      // All tags of a list are read for those of its items.
      rows += wish.toldTags > 0 ? tags * readingWidth + told * wish.toldTags : 0
      rows += people * wish.peopleWidth + notes * wish.notesTimes
      rows += wish.isWhole ? items : 0
      written += wish.isWhole ? items : 0
    }
    perhaps += before * (wish.itemsWidth + (wish.isWhole ? 1 : 0))
    if (wish.binWidth > 0 && wish.lists !== 'all') {
      for (const id of wish.lists) rows += (await weighBin(asker, id)) * wish.binWidth
    }
  }
  if (rows <= rowsAtOnce) return { rows: rows + perhaps, written }
  const message = `This document asks for about ${countTitle(Math.round(rows))} rows: at most ${countTitle(rowsAtOnce)} are answered at once. Ask list by list, or take \`changes\`, which comes in parts.`
  return new GraphQLError(message, {
    extensions: { code: 'BAD_INPUT', field: 'query', limit: rowsAtOnce },
  })
}

function countFeedback(asker: Asker, wishes: readonly Wish[]): Promise<number> {
  const own = { userId: asker.viewer.id }
  const pages = wishes.flatMap(({ feedback }) =>
    feedback && feedback.times > 0
      ? [{ ...feedback, page: feedback.isOwn ? { ...feedback.page, filters: own } : feedback.page }]
      : [],
  )
  return weighFeedback(asker, pages, rowsAtOnce)
}

/** What is the account's own: each is looked up where it is asked for. */
async function countOwn(asker: Asker, wishes: readonly Wish[]): Promise<number> {
  const sumOf = (widthOf: (wish: Wish) => number) =>
    wishes.reduce((sum, wish) => sum + widthOf(wish), 0)
  const friends = sumOf(wish => wish.friendsWidth)
  const deleted = sumOf(wish => wish.deletedWidth)
  const deletedTimes = wishes.filter(wish => wish.deletedWidth > 0).length
  let rows = sumOf(wish => wish.read)
  if (friends > 0) rows += friends * (await countFriends(asker))
  if (deletedTimes > 0) {
    const { lists, counting } = await weighDeletedLists(asker)
    rows += deleted * lists + deletedTimes * counting
  }
  const histories = wishes.flatMap(({ history }) => history ?? [])
  return rows + (await weighHistories(asker, histories, rowsAtOnce))
}

/** Of each wish its own, not of all what one of them asks. */
function listsToWeigh(wishes: readonly Wish[]): ListsToWeigh {
  function listsOf(isAsked: (wish: Wish) => boolean) {
    const asked = wishes.filter(isAsked)
    const ids = asked.flatMap(({ lists }) => (typeof lists === 'string' ? [] : lists))
    return { ids, isAll: asked.some(({ lists }) => lists === 'all') }
  }
  return {
    lists: listsOf(() => true),
    people: listsOf(({ peopleWidth }) => peopleWidth > 0),
    tags: listsOf(({ tagsWidth, toldTags }) => tagsWidth + toldTags > 0),
    items: listsOf(({ itemsWidth, toldTags, isWhole }) => itemsWidth + toldTags > 0 || isWhole),
  }
}
