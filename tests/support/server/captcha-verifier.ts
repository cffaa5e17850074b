/** What a captcha's provider has for servers, on this machine. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface CaptchaVerifier extends AsyncDisposable {
  /** What servers asked, in order. */
  readonly asked: readonly URLSearchParams[]
  readonly verifyUrl: string
}

/** Takes "a person", "a person 1" and so on once each, as the real ones do. */
export async function startCaptchaVerifier(): Promise<CaptchaVerifier> {
  const asked: URLSearchParams[] = []
  const used = new Set<string>()
  const server = createServer(async (request, response) => {
    const fields = new URLSearchParams(await text(request))
    asked.push(fields)
    const token = fields.get('response') ?? ''
    const success = token.startsWith('a person') && !used.has(token)
    used.add(token)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify`
  return {
    asked,
    verifyUrl,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
