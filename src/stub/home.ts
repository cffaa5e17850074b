/**
 * The household that stub mode plays: its records lie in a cache like the app's own, so that the edits' predictions,
 * which say what a server answers, are its rules (docs/decisions/026-stub-mode.md). Beside them, what only a server
 * keeps.
 */
import { InMemoryCache, type NormalizedCacheObject } from '@apollo/client'
import type { ValidationIssue } from '../../rules/validation-issue.ts'
import { policies } from '../cache/policies/policies.ts'
import type {
  ApiTokenFieldsFragment,
  NoticeSettingsFieldsFragment,
} from '../generated/account-operations.ts'
import type {
  ActivityFieldsFragment,
  ItemFieldsFragment,
  ListPeopleFragment,
  ShoppingListFieldsFragment,
} from '../generated/operations.ts'
import type { SessionUser } from '../network/session/session-user.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface DeletedList {
  readonly list: ShoppingListFieldsFragment & ListPeopleFragment
  readonly items: readonly ItemFieldsFragment[]
  /** ISO 8601. */
  readonly deletedAt: string
}

export interface DeletedItem {
  readonly item: ItemFieldsFragment
  readonly deletedAt: string
}

/** All of a household as plain JSON, as it is stored. */
export interface HouseholdState {
  readonly format: 1
  readonly records: NormalizedCacheObject
  readonly user: SessionUser
  /** Bearer tokens of those who are signed in. */
  readonly tokens: readonly string[]
  /** Another one where it was made anew: then nothing that was known compares. */
  readonly epoch: string
  /** The last revision that was given out. */
  readonly revision: number
  /** Of each list, and of the account. */
  readonly revisions: Readonly<Record<string, number>>
  readonly deletedLists: readonly DeletedList[]
  readonly deletedItems: readonly DeletedItem[]
  /** The newest first. */
  readonly activities: readonly ActivityFieldsFragment[]
  readonly notices: NoticeSettingsFieldsFragment
  readonly apiTokens: readonly ApiTokenFieldsFragment[]
}

/** A household while a request is answered. */
export interface Home {
  readonly cache: InMemoryCache
  readonly state: HouseholdState
  /** Everything but the records, which are changed in the cache. */
  keep(changes: Partial<Omit<HouseholdState, 'records'>>): void
  readonly newId: () => string
  /** When the request came, ISO 8601. */
  readonly at: string
  /** The request's own, for the history. */
  readonly requestToken: string
}

type HomeParts = Pick<Home, 'newId' | 'at' | 'requestToken'>

export function openHome(state: HouseholdState, parts: HomeParts): Home {
  const cache = new InMemoryCache(policies.cacheConfig)
  cache.restore(structuredClone(state.records))
  let kept = state
  return {
    ...parts,
    cache,
    get state() {
      return { ...kept, records: cache.extract() }
    },
    keep(changes) {
      kept = { ...kept, ...changes }
    },
  }
}

export type StubCode = 'UNAUTHENTICATED' | 'NOT_FOUND' | 'FORBIDDEN' | 'BAD_INPUT' | 'CONFLICT'

/** A no, in the words and with the details that the server would have for it. */
export class StubRefusal extends Error {
  override readonly name = 'StubRefusal'
  readonly code: StubCode
  readonly details: Fields

  constructor(code: StubCode, message: string, details: Fields = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

export function notFound(): StubRefusal {
  return new StubRefusal('NOT_FOUND', 'This was not found.')
}

/** Throws what a rule complains of. */
export function refuse(issue: ValidationIssue | undefined): void {
  if (issue === undefined) return
  const { message, ...details } = issue
  throw new StubRefusal('BAD_INPUT', message, details)
}
