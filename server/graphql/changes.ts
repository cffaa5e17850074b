/** `changes` and `changed`: the catch-up as the contract shows it. */
import { limits } from '../../rules/limits.ts'
import { catchUp } from '../changes.ts'
import type { QueryResolvers, SubscriptionResolvers } from '../generated/schema.ts'
import { badInput } from '../refusal.ts'
import { listsById, presentItems } from './item-record.ts'
import { readTags } from './item-tag.ts'
import { presentLists } from './shopping-list-record.ts'
import { readUserConfig } from './user-config.ts'

/** Lists of one's own, as many again that others share, and those that went meanwhile. */
const unitsAtOnce = limits.listsPerUser * 20

export const changesQueries: Pick<Required<QueryResolvers>, 'changes'> = {
  async changes(_, { known }, context, info) {
    if (known.length > unitsAtOnce) {
      const message = `At most ${unitsAtOnce} known revisions fit in one question.`
      throw badInput({ field: 'known', limit: unitsAtOnce, message })
    }
    const { accountRevision, seen, lists, gone, more } = await catchUp(context, known)
    const tags = await readTags(
      context.db,
      lists.filter(({ items }) => items.length > 0).map(({ list }) => list.id),
    )
    const moved = listsById(lists.map(({ list }) => list))
    const presented = await presentLists(
      context,
      lists.filter(({ selfChanged }) => selfChanged).map(({ list }) => list),
      info,
      ['lists', 'list'],
    )
    const presentedById = new Map(presented.map(list => [list.id, list]))
    return {
      account:
        accountRevision === undefined
          ? null
          : {
              revision: accountRevision,
              lists: seen.map(({ id, ord, favourite }) => ({
                id,
                order: ord,
                favourite: favourite === 1,
              })),
              userConfig: await readUserConfig(context),
            },
      lists: lists.map(({ list, snapshot, items, gone: itemsGone }) => ({
        id: list.id,
        revision: list.revision,
        snapshot,
        list: presentedById.get(list.id) ?? null,
        items: presentItems(context, items, moved, tags),
        gone: itemsGone,
      })),
      gone,
      more,
    }
  },
}

export const changesSubscriptions: Required<SubscriptionResolvers> = {
  changed: {
    subscribe: (_, _args, context) => context.listen(),
    resolve: (announced: { readonly id: string; readonly revision: number | null }) => announced,
  },
}
