/**
 * Pages that are of no use without the server, or tell of the product: it is asked for them first. No device keeps all of
 * their code (build/files/never-kept.ts), and once the server has a newer version the stored shell would ask for files that are
 * gone, with nothing in sight that brings the update: a mailed link would lead nowhere. Nor does that shell allow a captcha
 * that was turned on since.
 */
import { isOurs } from './shell-file.ts'

interface PageOfServerParts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

const pages =
  /^\/(about|admin|blog|contact|login|privacy|signup|forgotpassword|reset-password|verify-email|change-email|resend-verification-email|unlock-account|invite)(\/|$)/
/** Then the shell says what is wrong. */
const answerWithinMs = 5_000

/** Undefined for all other pages, without a network, and where somebody else answers. */
export async function pageOfServer(
  { fetch }: PageOfServerParts,
  { href, pathname }: URL,
): Promise<Response | undefined> {
  if (!pages.test(pathname)) return undefined
  try {
    const signal = AbortSignal.timeout(answerWithinMs)
    const response = await fetch(href, { redirect: 'manual', signal })
    return (await isOurs('/index.html', response)) ? response : undefined
  } catch {
    return undefined
  }
}
