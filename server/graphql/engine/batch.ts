/**
 * Requests of one batch, in order. A refusal stops what says that it depends on it, and nothing else. What means
 * "not now" stops all that comes after it: later ones must not overtake an earlier one that is sent again.
 */
import type { ExecutionResult, GraphQLError } from 'graphql'
import { isOfDocument } from '../../../rules/is-of-document.ts'
import { addMoved, createMoved, type Moved } from '../../changes/changes.ts'
import { rowsAtOnce } from '../../gates/account-gate.ts'

export interface Batched<Request> {
  /** Undefined if it was refused before anything ran. */
  readonly request: Request | undefined
  /** What it is answered then. */
  readonly answer?: ExecutionResult
  readonly token: string | null
  readonly dependsOn: readonly string[]
}

export interface Executed {
  /** The answer as JSON. */
  readonly text: string
  readonly moved: Moved
  /** What it cost beyond what was counted before it ran, in rows; absent where that is nothing. */
  readonly charged?: number
}

/** Where these are answered, nothing happened, and the same may be asked again. */
const notNow: ReadonlySet<unknown> = new Set(['INTERNAL', 'RATE_LIMITED', 'DOWNTIME'])

/**
 * Characters after which no further request of a batch is run: what `changes` brings is known only when it is there,
 * and all of a batch is answered, and written, at once.
 */
const longestAnswers = 8_000_000

/** `earlier` are the first of the batch, which were run before; they are answered again, with the rest. */
export async function runBatch<Request>(
  batch: readonly Batched<Request>[],
  run: (request: Request) => Promise<Executed>,
  earlier: readonly Executed[] = [],
): Promise<readonly Executed[]> {
  const refused = new Set<string>()
  let stopped: string | undefined
  let length = 0
  let charged = 0
  const executed: Executed[] = []
  for (const [at, { request, answer, token, dependsOn }] of batch.entries()) {
    const one =
      earlier[at] ??
      (stopped !== undefined
        ? { text: stopped, moved: createMoved() }
        : dependsOn.some(other => refused.has(other))
          ? unmoved(failed('What this depends on was refused.', stoppedBefore))
          : request === undefined
            ? unmoved(answer ?? failed('This cannot be run.', { code: 'BAD_INPUT' }))
            : await run(request))
    executed.push(one)
    length += one.text.length
    charged += one.charged ?? 0
    const error = errorOf(one.text)
    const code = error && (error.extensions?.code ?? 'BAD_INPUT')
    // An edit that this server cannot read yet is sent again, too.
    if (notNow.has(code)) stopped = one.text
    else if (token !== null && isOfDocument(error)) stopped = restLater
    else if (code !== undefined && token !== null) refused.add(token)
    if (length > longestAnswers || charged > rowsAtOnce) stopped ??= restLater
  }
  return executed
}

/**
 * Where a batch goes over from requests of one kind to such of another, as `isOf` tells it, and its length: the ends of
 * its parts. What was refused before anything ran belongs to the part that it stands in.
 */
export function endsOfParts<Request>(
  batch: readonly Batched<Request>[],
  isOf: (request: Request) => boolean,
): readonly number[] {
  let kind: boolean | undefined
  const ends = batch.flatMap(({ request }, at) => {
    const before = kind
    if (request !== undefined) kind = isOf(request)
    return before === undefined || before === kind ? [] : [at]
  })
  return [...ends, batch.length]
}

/** What those are answered, as JSON, that are one too many, or must overtake nothing: worth a try in a second. */
export const restLater = JSON.stringify(
  failed('No more of this batch is done at once: send the rest again, by itself.', {
    code: 'RATE_LIMITED',
  }),
)

/** Not run, and not remembered: sent again, it depends on the same refusal. */
const stoppedBefore = { code: 'CONFLICT', reason: 'DEPENDENCY' }

function unmoved(answer: ExecutionResult): Executed {
  return { text: JSON.stringify(answer), moved: createMoved() }
}

/** The first error; undefined if there is none. */
function errorOf(text: string): GraphQLError | undefined {
  if (!text.startsWith('{"errors"')) return undefined
  const { errors } = JSON.parse(text) as ExecutionResult
  return errors?.[0]
}

/** What several changes moved, as one: of each unit the last revision. */
export function unite(all: readonly Moved[]): Moved {
  const united = createMoved()
  for (const moved of all) addMoved(united, moved)
  return united
}

/** An answer that is nothing but an error. */
export function failed(
  message: string,
  extensions: Readonly<Record<string, unknown>>,
): ExecutionResult {
  return { errors: [{ message, extensions } as GraphQLError], data: null }
}
