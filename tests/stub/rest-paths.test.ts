/** Each operation that the app sends has a path beneath /v1, and comes back from it as it was. */
import { readdirSync, readFileSync } from 'node:fs'
import { buildSchema, Kind, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { demoPages } from '../../build/pages/demo.ts'
import { toData } from '../../src/network/rest-network.ts'
import { findRestCall, restPaths, restRequest } from '../../src/network/rest-paths.ts'
import { accountChanges } from '../../src/stub/household-account.ts'
import { editOfEach, isHouseholdEdit } from '../../src/stub/household-edits.ts'
import { householdReads } from '../../src/stub/household-reads.ts'

const operations = readdirSync('operations')
  .flatMap(file => parse(readFileSync(`operations/${file}`, 'utf8')).definitions)
  .flatMap(one => (one.kind === Kind.OPERATION_DEFINITION ? [one] : []))
const asked = operations.filter(one => one.operation !== 'subscription')

/** What two operations of the app have in common is one operation of the contract. */
const sameAs: Readonly<Record<string, string>> = {
  shareShoppingList: 'updateShoppingList',
  ownFeedback: 'getByFilterFeedback',
  downloadFeedback: 'getByFilterFeedback',
}

test('every operation of the app has a path, which leads back to it', () => {
  expect(asked.length).toBeGreaterThan(50)
  for (const { name, variableDefinitions = [] } of asked) {
    const operation = name?.value ?? ''
    const variables = Object.fromEntries(
      variableDefinitions.map(({ variable: { name } }) => [
        name.value,
        // A filter is the body itself.
        name.value === 'filters' ? { rating: 4 } : `the ${name.value}`,
      ]),
    )
    const request = restRequest(operation, variables)
    if (request === undefined) throw new Error(`${operation} has no path.`)
    const found = findRestCall(request.method, request.path)
    expect(found?.operation).toBe(sameAs[operation] ?? operation)
    const body = request.body === undefined ? {} : JSON.parse(request.body)
    const { filters, ...others } = variables
    expect({ ...found?.ids, ...body }, operation).toEqual({ ...others, ...Object(filters) })
  }
})

test('every operation of the contract has one, but those that the server refuses to everybody', () => {
  const contract = buildSchema(readFileSync('schema.graphql', 'utf8'))
  const fields = {
    ...contract.getQueryType()?.getFields(),
    ...contract.getMutationType()?.getFields(),
  }
  const refused = Object.values(fields)
    .filter(({ description }) => description?.startsWith('Answers FORBIDDEN'))
    .map(({ name }) => name)
  const pathless = Object.keys(fields).filter(name => !Object.hasOwn(restPaths, name))
  // One's own preferences are all that there are.
  expect([...pathless, 'getAllUserConfig'].sort()).toEqual(refused.sort())
  const page = readFileSync('docs/api.md', 'utf8').split('## REST, in stub mode')[1]
  expect(refused.filter(name => !page?.includes(`\`${name}\``))).toEqual([])
})

test('the household has an answer to each', () => {
  const isAnswered = (operation: string) =>
    isHouseholdEdit(operation) ||
    [householdReads, accountChanges, editOfEach].some(all => operation in all)
  expect(
    Object.keys(restPaths).filter(operation => !isAnswered(sameAs[operation] ?? operation)),
  ).toEqual([])
})

test('the page of the API tells of each path', () => {
  const page = readFileSync('docs/api.md', 'utf8')
  const untold = Object.entries(restPaths).flatMap(([operation, { method, path }]) =>
    page.includes(`\`${method} ${path}\``) ? [] : `${operation}: ${method} ${path}`,
  )
  expect(untold).toEqual([])
})

describe('a path', () => {
  test.each([
    ['GET', '/shoppinglist', 'getAllShoppingList', {}],
    ['GET', '/shoppinglist/7', 'getByIdShoppingList', { id: '7' }],
    ['GET', '/shoppinglist/deleted', 'deletedShoppingLists', {}],
    ['POST', '/item/filter', 'getByFilterItem', {}],
    ['PUT', '/item/several', 'updateItems', {}],
    ['PUT', '/item/a%2Fb', 'updateItem', { id: 'a/b' }],
    ['PUT', '/item/100%', 'updateItem', { id: '100%' }],
    ['DELETE', '/item', 'deleteByIdsItem', {}],
  ])('%s %s is %s', (method, path, operation, ids) => {
    expect(findRestCall(method, path)).toEqual({ operation, ids })
  })

  test.each([
    ['GET', '/nothing'],
    ['PATCH', '/item/1'],
    ['GET', '/ShoppingList'],
    ['GET', '/item/1/2/3'],
    ['GET', '/'],
  ])('%s %s is none', (method, path) => {
    expect(findRestCall(method, path)).toBeUndefined()
  })
})

test('an answer comes in the words of the operation', () => {
  const document = parse(
    'fragment F on Friend { id theirStatus: firendStatus } query all { getAllFriend { ...F note } }',
  )
  expect(
    toData(document, [{ __typename: 'Friend', id: '1', firendStatus: 'INVITED', more: true }]),
  ).toEqual({
    getAllFriend: [{ __typename: 'Friend', id: '1', theirStatus: 'INVITED', note: null }],
  })
})

test('every screen that one may come back to has a page of the demo', () => {
  const routes = readFileSync('src/routes.tsx', 'utf8')
  const product = /const productRoutes = \[([\s\S]*?)\] as const/.exec(routes)?.[1] ?? ''
  const paths = [...product.matchAll(/path: '\/([a-z/]*)'/g)].map(([, path]) =>
    `product/${path}`.replace(/\/$/, ''),
  )
  expect(paths.length).toBeGreaterThan(8)
  expect(paths.filter(path => !demoPages.includes(path))).toEqual([])
})
