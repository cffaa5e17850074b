/**
 * Whether an error of an answer speaks of what was asked for, not of what a person gave: the document has a field that a
 * server of another version does not know, say. `error` as it stands in an answer's JSON.
 */
export function isOfDocument(error: unknown): boolean {
  const { extensions, locations } = Object(error)
  const { code, field = 'query', limit } = Object(extensions)
  return (
    code === 'BAD_INPUT' && field === 'query' && limit === undefined && Array.isArray(locations)
  )
}
