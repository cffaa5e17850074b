/** Chromium's own authenticator in software: it answers at once, as by a finger that is known. */
import type { Page } from '@playwright/test'

/** For a page and all that it opens; answers how to take it away again. */
export async function giveAuthenticator(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return () =>
    devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }).then(() => {})
}
