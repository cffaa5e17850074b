/** What happens on the way between the page and the server to calls that name this; begins before the app opens. */
import { act } from '@testing-library/react'
import type { StageServer } from './stage-server.ts'

/** They stay on the way to the server until they are let go. */
export function hold(server: StageServer, name: string): () => Promise<void> {
  const plain = server.fetch
  const gate = Promise.withResolvers<void>()
  Object.assign(server, {
    async fetch(input: string, init: RequestInit) {
      if (String(init.body).includes(name)) await gate.promise
      return plain(input, init)
    },
  })
  return () => act(async () => gate.resolve())
}

/** The same of calls from a moment on; of those without a body the address names it. */
export function holdLater(server: StageServer, name: string) {
  const plain = server.fetch
  let gate: PromiseWithResolvers<void> | undefined
  Object.assign(server, {
    async fetch(input: string, init: RequestInit) {
      if (`${input} ${init.body}`.includes(name)) await gate?.promise
      return plain(input, init)
    },
  })
  return {
    begin() {
      gate = Promise.withResolvers()
    },
    end: () => act(async () => gate?.resolve()),
  }
}

/** The server does them; the answer to the first one stays on its way until it is let go. */
export function holdFirstAnswer(server: StageServer, name: string): () => Promise<void> {
  const plain = server.fetch
  const gate = Promise.withResolvers<void>()
  let isFirst = true
  Object.assign(server, {
    async fetch(input: string, init: RequestInit) {
      const isHeld = isFirst && String(init.body).includes(name)
      if (isHeld) isFirst = false
      const answer = await plain(input, init)
      if (isHeld) await gate.promise
      return answer
    },
  })
  return () => act(async () => gate.resolve())
}

/** The server does them, and its answer is lost; with `times`, to so many. */
export function loseAnswer(server: StageServer, name: string, times = Infinity): void {
  const plain = server.fetch
  let left = times
  Object.assign(server, {
    async fetch(input: string, init: RequestInit) {
      const answer = await plain(input, init)
      if (left === 0 || !String(init.body).includes(name)) return answer
      left -= 1
      throw new TypeError('Failed to fetch')
    },
  })
}
