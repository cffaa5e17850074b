/** docs/api.md tells of every operation: by its name, or by the record's row of section 7 where all have it. */
import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'

const ofEveryRecord =
  /^(?:getAll|getById|getByFilter|create|update|deleteById|deleteByIds)(ShoppingList|Item|Unit|UserConfig|Friend|Feedback)$/

test('every operation of the contract is told of', () => {
  const page = readFileSync('docs/api.md', 'utf8')
  const contract = buildSchema(readFileSync('schema.graphql', 'utf8'))
  const operations = [
    contract.getQueryType(),
    contract.getMutationType(),
    contract.getSubscriptionType(),
  ].flatMap(type => Object.keys(type?.getFields() ?? {}))
  expect(operations.length).toBeGreaterThan(60)
  const unknownRevision = operations.filter(
    name => !ofEveryRecord.test(name) && !page.includes(name),
  )
  expect(unknownRevision).toEqual([])
})

test('every REST call is told of', () => {
  const page = readFileSync('docs/api.md', 'utf8')
  const calls = readFileSync('server/auth/routes/routes.ts', 'utf8').match(
    /(?<=')\/auth\/[\w/-]+(?=')/g,
  )
  expect(calls?.length).toBeGreaterThan(5)
  expect(calls?.filter(call => !page.includes(call))).toEqual([])
})
