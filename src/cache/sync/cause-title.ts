/** In the person's words, and within a sentence, what the last try of a change met. */
export function causeTitle(cause: string | undefined): string {
  if (cause === 'timeout') return 'no answer in time'
  if (cause === 'not-ours') return 'something between here and the server answered in its place'
  if (cause === 'server') return 'the server had trouble'
  if (cause === 'rate-limited') return 'the server asked to slow down'
  if (cause === 'downtime') return 'the server is down for maintenance'
  return 'the server could not be reached'
}
