/**
 * Whether an answer really is a file of the app. Networks in shops and hotels answer every address with their
 * own sign-in page and status 200; stored as a script it would break the app for good.
 */
export async function isOurs(path: string, response: Response): Promise<boolean> {
  if (response.status !== 200) return false
  const type = response.headers.get('content-type') ?? ''
  if (path.endsWith('.js')) return /javascript/.test(type)
  if (path.endsWith('.css')) return type.startsWith('text/css')
  if (path.endsWith('.html')) return (await response.clone().text()).includes(shellMark)
  return !type.startsWith('text/html')
}

/** Stands in index.html. */
const shellMark = '<meta name="application-name" content="Aisle"'
