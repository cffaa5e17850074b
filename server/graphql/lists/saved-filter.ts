/** Filters that a person saved under a name; part of the preferences, and moved with the account. */
import type { Selectable } from 'kysely'
import { checkFilterCount } from '../../../rules/counts.ts'
import { limits } from '../../../rules/limits.ts'
import { filterName, sortFilters } from '../../../rules/lists/saved-filters.ts'
import { type Asker, isPossibleId } from '../../access/access.ts'
import { touchAccount } from '../../changes/changes.ts'
import { WriteConflict } from '../../changes/write-conflict.ts'
import type { SavedFilterTable } from '../../db/schema.ts'
import type { SavedFilter } from '../../generated/schema.ts'
import { purgeAfter } from '../../jobs/sweeper.ts'
import { idIsUsed, notFound, refuse } from '../../refusal.ts'
import { deleteEach, oneId } from '../delete-results.ts'
import type { Context, Mutations } from '../engine/context.ts'
import { cannotBeCleared, readFilters, readName, readNewId } from '../engine/input.ts'

export const savedFilterMutations = {
  async createSavedFilter(_, args, context) {
    const id = readNewId(context, 'id', args.id)
    const { kind } = args
    const name = readName('name', args.name)
    const filter = readFilter(args.filter)
    const first = await findFirst(context, id)
    if (first) return first
    // Also the lock: names and their number belong to the account.
    await touchAccount(context, context.viewer.id, 'filters')
    const all = await readSavedFilters(context)
    refuse(checkFilterCount(kind, all.filter(one => one.kind === kind).length + 1))
    const made = { id, kind, name: filterName({ id, kind, name }, all), filter }
    const inserted = await context.db
      .insertInto('saved_filter')
      .values({ ...made, user_id: context.viewer.id, deleted_at: null })
      .onConflict(clash => clash.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) throw new WriteConflict()
    return presentFilter(made)
  },

  async updateSavedFilter(_, { id, name, filter }, context) {
    await openFilter(context, id)
    const wantedName = name === undefined ? undefined : readName('name', name)
    const wantedFilter = filter === undefined ? undefined : readFilter(filter)
    await touchAccount(context, context.viewer.id, 'filters')
    // Under the lock: it may have been deleted a moment ago.
    const before = await openFilter(context, id)
    const all = await readSavedFilters(context)
    const after = {
      ...before,
      ...(wantedName !== undefined && { name: filterName({ ...before, name: wantedName }, all) }),
      ...(wantedFilter !== undefined && { filter: wantedFilter }),
    }
    await context.db
      .updateTable('saved_filter')
      .set({ name: after.name, filter: after.filter })
      .where('id', '=', id)
      .execute()
    return after
  },

  deleteByIdSavedFilter(_, { id }, context) {
    return deleteEach(
      oneId(id),
      async () => openFilter(context, id),
      async () => {
        await touchAccount(context, context.viewer.id, 'filters')
        await context.db
          .updateTable('saved_filter')
          // Its id alone says later that it is gone; what its person wrote goes at once.
          .set({ deleted_at: context.now, name: '', filter: '' })
          .where('id', '=', id)
          .execute()
      },
    )
  },
} satisfies Mutations

/** Those of the person who asks, in the order of the rule. */
export async function readSavedFilters({ db, viewer }: Asker): Promise<SavedFilter[]> {
  const rows = await db
    .selectFrom('saved_filter')
    .selectAll()
    .where('user_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .execute()
  return sortFilters(rows.map(presentFilter))
}

/** Forgets those that were deleted: no request for them is repeated any more. */
export const purgeSavedFilters = purgeAfter(limits.traceDays, 'saved_filter', {
  key: 'id',
  moment: 'deleted_at',
})

/** The answer to a second create of the same id by the same person; an id used otherwise is refused. */
async function findFirst({ db, viewer }: Context, id: string): Promise<SavedFilter | undefined> {
  const row = await findRow(db, id)
  if (!row) return undefined
  if (row.user_id === viewer.id && row.deleted_at === null) return presentFilter(row)
  throw idIsUsed()
}

/** One of one's own that is there; refuses with NOT_FOUND, with the reason where it was one's own. */
async function openFilter({ db, viewer }: Context, id: string): Promise<SavedFilter> {
  const row = isPossibleId(id) ? await findRow(db, id) : undefined
  if (row?.user_id !== viewer.id) throw notFound()
  if (row.deleted_at !== null) throw notFound('DELETED')
  return presentFilter(row)
}

function findRow(db: Asker['db'], id: string) {
  return db.selectFrom('saved_filter').selectAll().where('id', '=', id).executeTakeFirst()
}

function presentFilter({
  id,
  kind,
  name,
  filter,
}: Pick<Selectable<SavedFilterTable>, 'id' | 'kind' | 'name' | 'filter'>): SavedFilter {
  return { id, kind, name, filter }
}

function readFilter(value: string | null): string {
  const filter = readFilters('filter', value)
  if (filter === null) throw cannotBeCleared('filter')
  return filter
}
