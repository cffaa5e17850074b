/** The contract with its resolvers: schema.graphql is the only place where it is written down. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql'
import { CompiledQuery } from 'kysely'
import { addMoved, createMoved } from '../../changes/changes.ts'
import { forgetAnswers } from '../../changes/once.ts'
import { runCompiled, sendCompiled } from '../../db/direct-connection.ts'
import type { MutationResolvers, Resolvers } from '../../generated/schema.ts'
import { changesQueries, changesSubscriptions } from '../changes.ts'
import { rowsPerAccount } from '../documents/document-rows.ts'
import { createItemsMutations } from '../items/create-items.ts'
import { itemMutations, itemQueries } from '../items/item.ts'
import { unitMutations, unitQueries } from '../items/unit.ts'
import { updateItemsMutations } from '../items/update-items.ts'
import { activityQueries, writeActivities } from '../lists/activity.ts'
import { binMutations, binQueries } from '../lists/bin.ts'
import { savedFilterMutations } from '../lists/saved-filter.ts'
import { sharingMutations } from '../lists/sharing.ts'
import { shoppingMutations } from '../lists/shopping.ts'
import { shoppingListMutations, shoppingListQueries } from '../lists/shopping-list.ts'
import { wholeListMutations } from '../lists/whole-list.ts'
import { addedBy } from '../people/account-sums.ts'
import { apiTokenMutations, apiTokenQueries } from '../people/api-token.ts'
import { deskQueries } from '../people/desk.ts'
import { feedbackMutations, feedbackQueries } from '../people/feedback.ts'
import { friendMutations, friendQueries } from '../people/friend.ts'
import { inviteMutations, inviteQueries } from '../people/invite.ts'
import { noticeMutations, noticeQueries } from '../people/notices.ts'
import { userMutations, userQueries } from '../people/user.ts'
import { userConfigMutations, userConfigQueries } from '../people/user-config.ts'
import { answerAgain } from './answer-again.ts'
import type { Context } from './context.ts'
import { refuseBeyondToken } from './token-reach.ts'

/** All that can be asked: the compiler misses each that is not there. */
const resolvers: { readonly [Root in 'Query' | 'Mutation' | 'Subscription']: AllOf<Root> } = {
  Query: {
    ...shoppingListQueries,
    ...itemQueries,
    ...unitQueries,
    ...userConfigQueries,
    ...changesQueries,
    ...activityQueries,
    ...noticeQueries,
    ...binQueries,
    ...friendQueries,
    ...inviteQueries,
    ...feedbackQueries,
    ...deskQueries,
    ...apiTokenQueries,
    ...userQueries,
  },
  Mutation: {
    ...shoppingListMutations,
    ...wholeListMutations,
    ...itemMutations,
    ...createItemsMutations,
    ...updateItemsMutations,
    ...userConfigMutations,
    ...savedFilterMutations,
    ...noticeMutations,
    ...shoppingMutations,
    ...unitMutations,
    ...binMutations,
    ...sharingMutations,
    ...friendMutations,
    ...inviteMutations,
    ...feedbackMutations,
    ...apiTokenMutations,
    ...userMutations,
  },
  Subscription: changesSubscriptions,
}

type AllOf<Root extends keyof Resolvers> = Required<NonNullable<Resolvers[Root]>>

type Resolve = GraphQLFieldResolver<unknown, Context>

/** Refuses to start where a root field has no resolver. */
export function createExecutableSchema(): GraphQLSchema {
  const text = readFileSync(join(import.meta.dirname, '../../../schema.graphql'), 'utf8')
  // Where each word stands in it would take more memory than what it says.
  const schema = buildSchema(text, { noLocation: true })
  for (const [typeName, wrap] of [
    ['Query', inTurn],
    ['Mutation', inSavepoint],
    ['Subscription', undefined],
  ] as const) {
    const type = schema.getType(typeName)
    if (!isObjectType(type)) throw new Error(`The contract has no ${typeName}.`)
    for (const field of Object.values(type.getFields())) {
      const resolver: unknown = resolvers[typeName]?.[field.name]
      if (typeof resolver === 'function' && wrap) field.resolve = wrap(resolver as Resolve)
      else if (isSubscription(resolver)) Object.assign(field, resolver)
      else throw new Error(`${typeName}.${field.name} has no resolver.`)
    }
  }
  return schema
}

function isSubscription(resolver: unknown): resolver is { readonly subscribe: Resolve } {
  return typeof resolver === 'object' && resolver !== null && 'subscribe' in resolver
}

/** Fields of a question are asked for at once, but share one connection. */
function inTurn(resolve: Resolve): Resolve {
  return (source, args, context, info) =>
    context.inTurn(async () => resolve(source, args, context, info))
}

const savepoint = CompiledQuery.raw('savepoint field')
const release = CompiledQuery.raw('release savepoint field')
const rollback = CompiledQuery.raw('rollback to savepoint field')

/**
 * A field that is refused leaves nothing behind; what other fields of the operation did stands. The only field of
 * an operation is undone with all of its transaction.
 */
function inSavepoint(resolve: Resolve): Resolve {
  return async (source, args, context, info) => {
    const { db, moved, answers } = context
    const first = answers.repeated()
    if (first) return answerAgain(context, info, args, first)
    refuseBeyondToken(context, info, args)
    const own = createMoved()
    if (!context.isAlone) await sendCompiled(db, savepoint)
    try {
      const within = { ...context, moved: own }
      const answer: unknown = await resolve(source, args, within, info)
      await writeActivities(within)
      await keepSums(within, info.fieldName, args)
      // An item that moves is deleted somewhere else than where it was told of.
      const isDeletion = info.fieldName.startsWith('deleteBy') || own.lists.size > 1
      if (isDeletion) await forgetAnswers(db, [...own.lists.keys()])
      answers.note(info, answer)
      if (!context.isAlone) await sendCompiled(db, release)
      addMoved(moved, own)
      return answer
    } catch (error) {
      if (!context.isAlone) await runCompiled(db, rollback)
      throw error
    } finally {
      // Charged also where the change was undone. One list and one account were counted beforehand; how many more
      // there are is known only now.
      const accounts = Math.max(0, own.accounts.size - 1)
      context.charge(Math.max(0, own.lists.size - 1) + accounts * rowsPerAccount)
    }
  }
}

/**
 * Whether it says no more than who is on a list, and what they may do. That adds nothing to it: however full it is,
 * nobody is kept on it, or from blocking its owner, or from taking it away.
 */
function isOfPeople(field: string, args: Readonly<Record<string, unknown>>): boolean {
  if (field === 'updateShoppingList') {
    return Object.keys(args).every(name => args[name] === undefined || sharingArgs.has(name))
  }
  return field in userMutations || field in friendMutations || peopleFields.has(field)
}

const peopleFields: ReadonlySet<string> = new Set([
  'leaveShoppingList',
  'acceptInvite',
] satisfies readonly (keyof MutationResolvers)[])
const sharingArgs: ReadonlySet<string> = new Set([
  'id',
  'favourite',
  'shoppingListFriends',
  'changedFriendIds',
  'knownRevision',
])

async function keepSums(
  context: Context,
  field: string,
  args: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { moved, sums, viewer } = context
  if (moved.lists.size === 0) return
  if (isOfPeople(field, args)) return
  if (field.startsWith('deleteBy')) {
    sums.removed([...moved.raised.values()].map(({ ownerId }) => ownerId))
    return
  }
  await sums.add(context, moved.lists.keys(), addedBy(field, args))
  if (field in sharingMutations) sums.removed([viewer.id])
}
