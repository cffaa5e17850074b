/** Event streams as the app opens them, many of them in one process, each hint with the moment when it came. */
import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { print } from 'graphql'
import { ChangedDocument } from '../../src/generated/operations.ts'
import type { Person } from '../people/person.ts'

/** As many as the server leaves open for one browser or script, and scripts so that one person has twenty. */
const streamsPerToken = 4
const tokensPerPerson = 5

export interface Streams {
  /** Resolves when every stream was told of this revision, or rejects after ten seconds; ms by performance.now(). */
  heard(listId: string, revision: number): Promise<readonly number[]>
  close(): void
}

/** Opens `count` streams at `address`, spread over these people; resolves when all were answered. */
export async function openStreams(
  address: string,
  people: readonly Person[],
  count: number,
): Promise<Streams> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const tokens: string[] = []
  for (const person of people) {
    for (let n = 0; n < tokensPerPerson; n += 1) {
      if (tokens.length * streamsPerToken >= count) break
      const made = await person.ask<{ createApiToken: { token: string } }>(
        `mutation { createApiToken(name: "Stream ${n}", scope: READ) { token } }`,
      )
      tokens.push(made.createApiToken.token)
    }
  }
  /** By list and revision, when each stream was told. */
  const told = new Map<string, number[]>()
  const responses: IncomingMessage[] = []
  let onTold = () => {}
  for (let n = 0; n < count; n += 1) {
    const response = await open(address, agent, tokens[Math.floor(n / streamsPerToken)] ?? '')
    responses.push(response)
    response.setEncoding('utf8')
    response.on('data', (text: string) => {
      const at = performance.now()
      for (const [, id, revision] of text.matchAll(
        /"changed":\{[^{}]*?"id":"([^"]+)","revision":(\d+)/g,
      )) {
        const key = `${id} ${revision}`
        told.set(key, [...(told.get(key) ?? []), at])
      }
      onTold()
    })
  }
  return {
    async heard(listId, revision) {
      const key = `${listId} ${revision}`
      const done = Promise.withResolvers<void>()
      onTold = () => {
        if ((told.get(key)?.length ?? 0) >= count) done.resolve()
      }
      const timer = setTimeout(() => {
        done.reject(new Error(`${told.get(key)?.length ?? 0} of ${count} streams were told.`))
      }, 10_000)
      onTold()
      await done.promise
      clearTimeout(timer)
      return told.get(key) ?? []
    },
    close() {
      for (const response of responses) response.destroy()
      agent.destroy()
    },
  }
}

function open(address: string, agent: Agent, token: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
    'x-tab-id': randomUUID(),
    'user-token': randomUUID(),
  }
  request(`${address}/graphql`, { method: 'POST', agent, headers }, response => {
    if (response.statusCode === 200) resolve(response)
    else reject(new Error(`A stream was answered ${response.statusCode}.`))
  })
    .on('error', reject)
    .end(JSON.stringify({ query: print(ChangedDocument) }))
  return promise
}
