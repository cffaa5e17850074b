/**
 * What is remembered of an answer besides its text: ids, so that a repetition can be told what stands there now
 * (docs/decisions/023-answers-that-are-done.md).
 */
import { type GraphQLResolveInfo, getNamedType } from 'graphql'
import type { TracedAnswer } from '../../changes/once.ts'
import type { MutationResolvers } from '../../generated/schema.ts'

/** An answer of more bytes is not kept: a list can be 20 MB, and a request for it a few hundred bytes. */
const mostKept = 4_096

/** What is remembered of the answer of one root field. */
export interface Trace {
  /** The records, if the arguments do not say which. */
  readonly ids?: readonly string[]
  /** Of a deletion, what was said of those that failed. */
  readonly failed?: Readonly<Record<string, string | null>>
  /** An answer that holds nothing that anybody could delete. */
  readonly value?: unknown
}

export interface Answers {
  /** What the field was answered the first time; undefined if this is the first time. */
  repeated(): Trace | undefined
  /** Remembers what a field is answered. */
  note(info: GraphQLResolveInfo, answer: unknown): void
  /** Whether nothing was done, because all that was asked for was refused. */
  isRefused(): boolean
  /** What is stored of it. Where it is an error, its text alone. */
  tell(text: string): TracedAnswer
}

/** Of each root field, as `tell` has stored it. */
export function readTraces(stored: string): readonly Trace[] {
  return JSON.parse(stored) as Trace[]
}

/** `traces` are of the first answer, where it is asked for again. */
export function createAnswers(traces?: readonly Trace[]): Answers {
  const first = traces && [...traces]
  const noted: Trace[] = []
  const listIds = new Set<string>()
  let isElsewhere = false

  return {
    repeated() {
      if (!first) return undefined
      const trace = first.shift()
      if (!trace) throw new Error('A repetition asks for more than was answered.')
      return trace
    },

    note(info, answer) {
      const rows = (Array.isArray(answer) ? answer : [answer]) as readonly Row[]
      const type = getNamedType(info.returnType).name
      noted.push(traceOf(type, info.fieldName, rows, answer))
      if (type === 'ShoppingList') for (const { id } of rows) listIds.add(id)
      else if (type === 'Item') for (const item of rows) listIds.add(item.shoppingListId ?? '')
      else if (ownRecords.has(type)) isElsewhere = true
    },

    isRefused: () => noted.length === 0 && first === undefined,

    tell(text) {
      if (text.startsWith('{"errors"')) return { text, answer: text, trace: null, listId: null }
      const trace = JSON.stringify(noted)
      const isKept = !isElsewhere && listIds.size <= 1 && Buffer.byteLength(text) <= mostKept
      if (!isKept) return { text, answer: '', trace, listId: null }
      const [listId = null] = listIds
      return { text, answer: text, trace: listId === null ? null : trace, listId }
    },
  }
}

interface Row {
  readonly id: string
  readonly shoppingListId?: string
  readonly status?: string
  readonly message?: string | null
  readonly apiToken?: { readonly id: string }
  readonly friend?: { readonly id: string } | null
  readonly shoppingList?: { readonly id: string } | null
}

/**
 * Records that can be deleted without a list's being told, and those that open something: their text is not kept at all.
 */
const ownRecords: ReadonlySet<string> = new Set([
  'AcceptedInvite',
  'CreatedApiToken',
  'Feedback',
  'Friend',
  'FriendRequestResult',
  'NoticeSettings',
  'SavedFilter',
  'ShareLink',
  'User',
  'UserConfig',
])

/** Their answers are all that there is, whoever asks again. */
const wholeAnswers: ReadonlySet<string> = new Set([
  'updateItemsOrder',
  'updateShoppingListsOrder',
] satisfies readonly (keyof MutationResolvers)[])

function traceOf(type: string, field: string, rows: readonly Row[], answer: unknown): Trace {
  switch (type) {
    case 'DeleteResult':
    case 'FeedbackResult': {
      const failed = rows.filter(row => row.status === 'FAIL')
      return { failed: Object.fromEntries(failed.map(row => [row.id, row.message ?? null])) }
    }
    case 'AcceptedInvite':
      return { ids: rows.map(row => row.friend?.id ?? ''), value: rows[0]?.shoppingList?.id }
    case 'CreatedApiToken':
      return { ids: rows.map(row => row.apiToken?.id ?? '') }
    case 'ShareLink':
      return { value: rows.map(row => ({ ...row, inviteId: '' }))[0] }
    case 'FriendRequestResult':
      return { ids: rows.flatMap(row => row.friend?.id ?? []), value: rows[0]?.message }
    case 'Item':
    case 'ShoppingList':
      return wholeAnswers.has(field) ? {} : { ids: rows.map(row => row.id) }
    default:
      return ownRecords.has(type) ? { ids: rows.map(row => row.id) } : { value: answer }
  }
}
