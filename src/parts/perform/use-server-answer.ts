/** Asks the server for something that is not kept on the device, when a person opens it. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { newId } from '../../cache/records/new-id.ts'
import type { Network, Outcome, Query } from '../../offline/sync/network.ts'

export type Asker = Pick<Network, 'send'>

export type ServerAnswer<Data> =
  | { readonly kind: 'asking' }
  | { readonly kind: 'answer'; readonly data: Data }
  /** No answer: what is on the device has to do. */
  | { readonly kind: 'offline' }
  | { readonly kind: 'signed-out' }
  /** The server was reached, and said no or had trouble. */
  | { readonly kind: 'failed'; readonly message: string }

export interface Asking<Data> {
  readonly answer: ServerAnswer<Data>
  /** Asks again; what was answered stays in sight meanwhile. */
  readonly again: () => void
}

/** `variables` as JSON text says when to ask anew. */
export function useServerAnswer<Data, Variables extends object>(
  network: Asker,
  query: Query<Data, Variables>,
  variables: Variables,
): Asking<Data> {
  const [answer, setAnswer] = useState<ServerAnswer<Data>>({ kind: 'asking' })
  const [tries, setTries] = useState(0)
  const wanted = useRef(variables)
  const key = JSON.stringify(variables)

  // What is asked is what came to be shown: a drawing that was given up asks for nothing.
  useEffect(() => {
    wanted.current = variables
  }, [variables])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each key and each try asks anew.
  useEffect(() => {
    const ending = new AbortController()
    const { document, note } = query
    const options = { note, requestToken: newId(), signal: ending.signal, waitedFor: true }
    void network.send(document, wanted.current, options).then(
      outcome => {
        if (!ending.signal.aborted) setAnswer(answerOf(outcome))
      },
      () => {
        if (!ending.signal.aborted) setAnswer({ kind: 'offline' })
      },
    )
    return () => ending.abort()
  }, [network, query, key, tries])

  const again = useCallback(() => setTries(count => count + 1), [])
  return { answer, again }
}

/** What a person is told of how a question ended. */
export function answerOf<Data>(outcome: Outcome<Data>): ServerAnswer<Data> {
  if (outcome.kind === 'answer') return { kind: 'answer', data: outcome.data }
  if (outcome.kind === 'refused') return { kind: 'failed', message: outcome.refusal.message }
  if (outcome.kind === 'signed-out') return { kind: 'signed-out' }
  // Where nothing was reached, and nothing failed that has a word for people, there is no message.
  return outcome.message === undefined
    ? { kind: 'offline' }
    : { kind: 'failed', message: outcome.message }
}
