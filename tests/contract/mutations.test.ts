/** Whoever adds a mutation is asked what the server should decide by its name. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** No list is weighed or measured for them, and no API token may. */
const inNoSet = [
  'subscribeToNotices',
  'unsubscribeFromNotices',
  'setQuietHours',
  'setListNotices',
  'createShareLink',
  'endShareLinks',
  'renewInviteId',
  'updateUserBasics',
  'createFriend',
  'sendFriendRequestByEmail',
  'updateFriend',
  'deleteByIdFriend',
  'deleteByIdsFriend',
  'updateUserConfig',
  'createSavedFilter',
  'updateSavedFilter',
  'deleteByIdSavedFilter',
  'createApiToken',
  'deleteByIdApiToken',
  'createUserConfig',
  'deleteByIdUserConfig',
  'deleteByIdsUserConfig',
  'createUnit',
  'updateUnit',
  'deleteByIdUnit',
  'deleteByIdsUnit',
  'createFeedback',
  'updateFeedback',
  'updateFeedbackStatus',
  'deleteByIdFeedback',
  'deleteByIdsFeedback',
]

test('every mutation is in a set of the server that goes by its name, or was found to need none', () => {
  const sets = readSets()
  // Else they are written another way by now, and this finds none.
  expect(sets.size).toBeGreaterThan(5)
  const named = new Set([...sets.values()].flat())
  const schema = buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8'))
  const all = Object.keys(schema.getMutationType()?.getFields() ?? {})
  const where = `Judge it for each of: ${[...sets.keys()].join(', ')}`
  expect(
    all.filter(name => !named.has(name)),
    where,
  ).toEqual(inNoSet)
})

/** The names in each `new Set([…] satisfies (keyof MutationResolvers)[])`, by its file and name. */
function readSets(): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  const ofNames =
    /(\w+): ReadonlySet<string> = new Set\(\[([^\]]*)\] satisfies [^\n]*MutationResolvers/g
  return new Map(
    files
      .filter(file => file.endsWith('.ts'))
      .flatMap(file =>
        [...readFileSync(join(root, 'server', file), 'utf8').matchAll(ofNames)].map(
          ([, set, names = '']) =>
            [
              `server/${file}: ${set}`,
              [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
            ] as const,
        ),
      ),
  )
}
