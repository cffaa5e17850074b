/** Which paths are screens of the app: any other shows the first page (spec section 2). */

const screens: ReadonlySet<string> = new Set([
  '/logout',
  '/errorlogout',
  '/about',
  '/blog',
  '/contact',
  '/inspect',
  '/privacy',
  '/login',
  '/signup',
  '/invite',
  '/forgotpassword',
  '/reset-password',
  '/verify-email',
  '/change-email',
  '/resend-verification-email',
  '/unlock-account',
])

/** Whatever lies beneath these is a screen, or shows one of their own. */
const areas: ReadonlySet<string> = new Set(['product', 'admin', 'app'])

/** `path` is decoded and begins with a slash; one at its end says nothing. Posts of the blog are no screens here. */
export function isScreen(path: string): boolean {
  const [, first = ''] = path.split('/')
  return areas.has(first) || screens.has(path.replace(/\/$/, ''))
}
