/**
 * Whether it is a path of this app. To browsers `//host`, `/\host` and both with a tab or a line break in between,
 * which they leave out, are somebody else's page.
 */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\\t\n\r])/.test(path)
}
