import { isRecord } from '../../rules/is-record.ts'

/** What a job or a token carries. */
export type Payload = Readonly<Record<string, unknown>>

/** As it lies in the database; null and what is no object carry nothing. */
export function readPayload(text: string | null): Payload {
  const value: unknown = text === null ? undefined : JSON.parse(text)
  return isRecord(value) ? value : {}
}
