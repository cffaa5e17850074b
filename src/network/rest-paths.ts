/**
 * Where each operation of the contract lives in stub mode, beneath /v1 (spec section 7): the paths that the
 * specification names for each entity, and one for each operation that it gives none (docs/api.md, "REST").
 */
export interface RestPath {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** "/item/{id}": what stands in braces is taken out of the variables; the others are the body. */
  readonly path: string
}

const get = (path: string): RestPath => ({ method: 'GET', path })
const post = (path: string): RestPath => ({ method: 'POST', path })
const put = (path: string): RestPath => ({ method: 'PUT', path })
const remove = (path: string): RestPath => ({ method: 'DELETE', path })

/** Where two operations have one path, the first is what the path is called. */
export const restPaths = {
  getAllShoppingList: get('/shoppinglist'),
  getByIdShoppingList: get('/shoppinglist/{id}'),
  getByFilterShoppingList: post('/shoppinglist/filter'),
  createShoppingList: post('/shoppinglist'),
  updateShoppingList: put('/shoppinglist/{id}'),
  shareShoppingList: put('/shoppinglist/{id}'),
  deleteByIdShoppingList: remove('/shoppinglist/{id}'),
  deleteByIdsShoppingList: remove('/shoppinglist'),
  sampleShoppingList: post('/shoppinglist/sample'),
  copyShoppingList: post('/shoppinglist/{id}/copy'),
  resetShoppingList: post('/shoppinglist/{id}/reset'),
  leaveShoppingList: post('/shoppinglist/{id}/leave'),
  handOverShoppingList: put('/shoppinglist/{id}/owner'),
  moveShoppingList: put('/shoppinglist/{id}/place'),
  updateShoppingListsOrder: put('/shoppinglist/order'),
  swapShoppingListItems: post('/shoppinglist/swap'),
  createShareLink: post('/shoppinglist/{shoppingListId}/link'),
  endShareLinks: remove('/shoppinglist/{shoppingListId}/link'),
  setShopping: put('/shoppinglist/{shoppingListId}/shopping'),
  history: post('/shoppinglist/{shoppingListId}/history'),
  deletedShoppingLists: get('/shoppinglist/deleted'),
  deletedItems: get('/shoppinglist/{shoppingListId}/deleted'),
  restoreShoppingList: post('/shoppinglist/{id}/restore'),

  getAllItem: get('/item'),
  getByIdItem: get('/item/{id}'),
  getByFilterItem: post('/item/filter'),
  createItem: post('/item'),
  createItems: post('/item/several'),
  updateItem: put('/item/{id}'),
  updateItems: put('/item/several'),
  updateItemsOrder: put('/item/order'),
  moveItem: put('/item/{id}/place'),
  deleteByIdItem: remove('/item/{id}'),
  deleteByIdsItem: remove('/item'),

  getAllUnit: get('/unit'),
  getByIdUnit: get('/unit/{id}'),

  getAllUserConfig: get('/userconfig'),
  getByIdUserConfig: get('/userconfig/{id}'),
  getByFilterUserConfig: post('/userconfig/filter'),
  updateUserConfig: put('/userconfig/{id}'),
  createSavedFilter: post('/savedfilter'),
  updateSavedFilter: put('/savedfilter/{id}'),
  deleteByIdSavedFilter: remove('/savedfilter/{id}'),

  getAllFeedback: get('/feedback'),
  getByIdFeedback: get('/feedback/{id}'),
  getByFilterFeedback: post('/feedback/filter'),
  ownFeedback: post('/feedback/filter'),
  downloadFeedback: post('/feedback/filter'),
  feedbackSummary: get('/feedback/summary'),
  createFeedback: post('/feedback'),
  updateFeedback: put('/feedback/{id}'),
  updateFeedbackStatus: put('/feedback/status'),
  deleteByIdFeedback: remove('/feedback/{id}'),
  deleteByIdsFeedback: remove('/feedback'),
  auditLog: post('/auditentry/filter'),

  getAllFriend: get('/friend'),
  getByIdFriend: get('/friend/{id}'),
  getByFilterFriend: post('/friend/filter'),
  createFriend: post('/friend'),
  updateFriend: put('/friend/{id}'),
  deleteByIdFriend: remove('/friend/{id}'),
  deleteByIdsFriend: remove('/friend'),
  sendFriendRequestByEmail: post('/friend/request'),
  getFriendByInviteId: get('/friend/invite/{inviteId}'),
  acceptInvite: post('/friend/invite/{inviteId}'),
  renewInviteId: put('/friend/invite'),

  getUserById: get('/user/{id}'),
  updateUserBasics: put('/user/{id}'),
  updateUserPassword: put('/user/{id}/password'),
  deleteUser: remove('/user/{id}'),

  noticeSettings: get('/noticesettings'),
  subscribeToNotices: put('/noticesettings/subscription'),
  unsubscribeFromNotices: remove('/noticesettings/subscription'),
  setQuietHours: put('/noticesettings/quiethours'),
  setListNotices: put('/noticesettings/list/{shoppingListId}'),

  getAllApiToken: get('/apitoken'),
  createApiToken: post('/apitoken'),
  deleteByIdApiToken: remove('/apitoken/{id}'),

  changes: post('/changes'),
} as const satisfies Readonly<Record<string, RestPath>>

export type RestOperation = keyof typeof restPaths

export interface RestRequest {
  readonly method: RestPath['method']
  /** Beneath /v1. */
  readonly path: string
  /** Undefined if there is nothing to say. */
  readonly body: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** The request that stands for an operation; undefined for one that has no path, such as a subscription. */
export function restRequest(operation: string, variables: Fields): RestRequest | undefined {
  if (!isRestOperation(operation)) return undefined
  const { method, path } = restPaths[operation]
  // A filter is the body itself.
  const { filters, ...rest } = variables
  const fields = new Map(Object.entries({ ...Object(filters), ...rest }))
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = String(fields.get(name))
    fields.delete(name)
    return encodeURIComponent(value)
  })
  const hasBody = method !== 'GET' && (method !== 'DELETE' || fields.size > 0)
  return {
    method,
    path: filled,
    body: hasBody ? JSON.stringify(Object.fromEntries(fields)) : undefined,
  }
}

export interface RestCall {
  readonly operation: RestOperation
  /** What stood in the path. */
  readonly ids: Readonly<Record<string, string>>
}

/** What a request beneath /v1 asks for; a word of a path goes before an id. Undefined where nothing is there. */
export function findRestCall(method: string, path: string): RestCall | undefined {
  const wanted = steps(path)
  const fitting = Object.entries(restPaths).flatMap(([operation, rest]) => {
    const own = steps(rest.path)
    const fits =
      rest.method === method &&
      own.length === wanted.length &&
      own.every((step, at) => step.startsWith('{') || step === wanted[at])
    if (!fits || !isRestOperation(operation)) return []
    const ids = own.flatMap((step, at) =>
      step.startsWith('{') ? [[step.slice(1, -1), wanted[at] ?? ''] as const] : [],
    )
    return [{ operation, ids: Object.fromEntries(ids), count: ids.length }]
  })
  const [first] = fitting.toSorted((one, other) => one.count - other.count)
  return first && { operation: first.operation, ids: first.ids }
}

function isRestOperation(name: string): name is RestOperation {
  return Object.hasOwn(restPaths, name)
}

/** A step that is no well-formed text stands for itself. */
function steps(path: string): readonly string[] {
  return path
    .replace(/^\/|\/$/g, '')
    .split('/')
    .map(step => {
      try {
        return decodeURIComponent(step)
      } catch {
        return step
      }
    })
}
