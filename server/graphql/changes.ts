/** `changes` and `changed`: the catch-up as the contract shows it. */
import type { GraphQLResolveInfo } from 'graphql'
import { limits } from '../../rules/limits.ts'
import type { OpenedList } from '../access/access.ts'
import { type AccountChanges, catchUp, fewChanges, type ListChanges } from '../changes/catch-up.ts'
import type { AccountPart } from '../changes/changes.ts'
import { toldIds, toldItemOf, toldListOf } from '../changes/told-bytes.ts'
import type {
  Changes,
  ListPlace,
  OwnChanges,
  ShoppingListChanges,
  SubscriptionResolvers,
} from '../generated/schema.ts'
import { badInput } from '../refusal.ts'
import { isSelected } from './documents/selection.ts'
import type { Context, Queries } from './engine/context.ts'
import { refuseInvitation } from './engine/token-reach.ts'
import { listsById, presentItems } from './items/item-record.ts'
import { readTagsOfItems, type TagsByList, tagsOfItem } from './items/item-tag.ts'
import { readSavedFilters } from './lists/saved-filter.ts'
import { presentLists } from './lists/shopping-list-record.ts'
import type { Announced } from './live-stream.ts'
import { readFeedback } from './people/feedback-record.ts'
import { readFriends } from './people/friend-record.ts'
import { readUserConfig } from './people/user-config.ts'

/** Older than every revision: such a list comes whole, or as gone. */
const unknownRevision = -1

/** What it costs to look whether a list moved, in rows. */
const rowsPerList = 0.5

/**
 * Of a list that moved, so much travels with the hint, to each who listens and at nobody's expense: bytes of its items, of
 * the ids of those that went, and of the list's own texts.
 */
const fewBytes = 64_000

/** So many items that are read cost as much as one row, whatever little of them is told; what is told counts by its length. */
const itemsPerRow = 5

/** Lists of one's own, as many again that others share, and those that went meanwhile. */
const unitsAtOnce = limits.listsPerUser * 20

export const changesQueries = {
  async changes(_, { known, epoch: told }, context, info) {
    refuseInvitation(context, info)
    if (known.length > unitsAtOnce) {
      const message = `At most ${unitsAtOnce} known revisions fit in one question.`
      throw badInput({ field: 'known', limit: unitsAtOnce, message })
    }
    const epoch = await context.epoch()
    // An empty epoch is that of a reader who does not know in which one they were told.
    const isOther = told !== null && told !== undefined && told !== epoch
    const caughtUp = await catchUp(
      context,
      isOther ? known.map(({ id }) => ({ id, revision: unknownRevision })) : known,
      {
        list: isSelected(info, 'lists', 'list'),
        items: isSelected(info, 'lists', 'items') || isSelected(info, 'lists', 'list', 'items'),
        gone: isSelected(info, 'lists', 'gone'),
        itemsPerAnswer: context.itemsPerAnswer,
      },
    )
    const { own, seen, lists, gone, more } = caughtUp
    const items = lists.reduce((sum, list) => sum + list.items.length, 0)
    // Each was looked at, whatever of it is told.
    context.charge(seen.length * rowsPerList + items / itemsPerRow)
    return {
      epoch,
      account:
        own && isSelected(info, 'account')
          ? {
              ...own,
              lists: seen.map(presentPlace),
              userConfig: await readUserConfig(context),
              friends:
                own.parts.has('friends') && isSelected(info, 'account', 'friends')
                  ? await readFriends(context)
                  : null,
            }
          : null,
      own: own && isSelected(info, 'own') ? await presentOwn(context, own, info) : null,
      lists: await presentChanges(context, lists, info, [], await tagsOf(context, lists, info)),
      gone,
      more,
    }
  },
} satisfies Queries

async function presentOwn(
  context: Context,
  { revision, inviteId, places, parts }: AccountChanges,
  info: GraphQLResolveInfo,
): Promise<OwnChanges> {
  const tells = (part: AccountPart) => parts.has(part) && isSelected(info, 'own', part)
  return {
    revision,
    inviteId,
    lists: places.map(presentPlace),
    userConfig: parts.has('preferences') ? await readUserConfig(context) : null,
    savedFilters: parts.has('filters') ? await readSavedFilters(context) : null,
    friends: tells('friends') ? await readFriends(context) : null,
    feedback: tells('feedback')
      ? await readFeedback(context, {
          filters: { userId: context.viewer.id },
          page: {},
          logs: isSelected(info, 'own', 'feedback', 'deviceLog'),
        })
      : null,
  }
}

function presentPlace({ id, ord, favourite }: OpenedList): ListPlace {
  return { id, order: ord, favourite: favourite === 1 }
}

/** What `changes` says of lists, within an answer of its own or a hint's. */
async function presentChanges(
  context: Context,
  lists: readonly ListChanges[],
  info: GraphQLResolveInfo,
  path: readonly string[],
  tags: TagsByList,
): Promise<ShoppingListChanges[]> {
  const moved = listsById(lists.map(({ list }) => list))
  const presented = await presentLists(
    context,
    lists.filter(({ selfChanged }) => selfChanged).map(({ list }) => list),
    info,
    [...path, 'lists', 'list'],
  )
  const presentedById = new Map(presented.map(list => [list.id, list]))
  return lists.map(({ list, snapshot, items, gone }) => ({
    id: list.id,
    revision: list.revision,
    snapshot,
    list: presentedById.get(list.id) ?? null,
    items: presentItems(context, items, moved, tags),
    gone,
  }))
}

/** Those of the items that are told, where they are asked for. */
async function tagsOf(
  { db }: Context,
  lists: readonly ListChanges[],
  info: GraphQLResolveInfo,
): Promise<TagsByList> {
  if (!isSelected(info, 'lists', 'items', 'itemTags')) return new Map()
  return readTagsOfItems(
    db,
    lists.flatMap(({ items }) => items),
  )
}

export const changesSubscriptions: Required<SubscriptionResolvers> = {
  changed: {
    subscribe: (_, _args, context) => context.listen(),
    resolve: async (
      announced: Announced,
      _args: unknown,
      context: Context,
      info: GraphQLResolveInfo,
    ) => {
      const brought = announced.brings && isSelected(info, 'changes')
      return {
        id: announced.id,
        revision: announced.revision,
        changes: brought ? await readBrought(announced, context, info) : null,
        shopping: announced.shopping ?? null,
      }
    },
  },
}

/** What changed of a list since the revision before; null if it is too much to be told unasked. */
async function readBrought(
  { revision, seen, share }: Announced,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Changes | null> {
  if (revision === null || !seen) return null
  const changes = await fewChanges(context, seen, revision - 1, share)
  if (!changes) return null
  // With a new name of the list all that is on it would come.
  const isWhole = changes.selfChanged && isSelected(info, 'changes', 'lists', 'list', 'items')
  if (isWhole) return null
  // For all who are told of it, whatever each of them asks for.
  const { tags, bytes } = await share(`tags ${changes.list.revision}`, async () => {
    const tags = await readTagsOfItems(context.db, changes.items)
    const told = changes.items.map(item =>
      toldItemOf(item, tagsOfItem(item.tags, tags.get(item.list_id) ?? [])),
    )
    return { tags, bytes: told.reduce((sum, one) => sum + one, toldIds(changes.gone)) }
  })
  if (bytes > fewBytes) return null
  const lists = await presentChanges(context, [changes], info, ['changes'], tags)
  // Who has it, and what its tags are called, is known only now.
  const bytesOfLists = lists.reduce((sum, { list }) => sum + (list ? toldListOf(list) : 0), bytes)
  if (bytesOfLists > fewBytes) return null
  return { epoch: await context.epoch(), account: null, own: null, lists, gone: [], more: false }
}
