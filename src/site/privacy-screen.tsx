import { SiteFrame } from './site-frame.tsx'

export function PrivacyScreen() {
  return (
    <SiteFrame title="Privacy">
      <article className="max-w-prose space-y-4 py-8">
        <h1 className="text-3xl font-bold text-primary">Privacy</h1>
        <h2 className="text-xl font-semibold">What is kept</h2>
        <p>
          The server keeps your name, your email address, your phone number if you gave one, and
          your lists. Your password is kept only as a hash that cannot be turned back.
        </p>
        <h2 className="text-xl font-semibold">What is on this device</h2>
        <p>
          Your lists and the changes that have not been sent yet, so that everything works without a
          network, and a cookie that keeps you signed in. Signing out removes your lists from the
          device.
        </p>
        <h2 className="text-xl font-semibold">Who sees it</h2>
        <p>
          You, and whoever runs the server that you use. Nothing is passed on to advertisers or
          sold.
        </p>
      </article>
    </SiteFrame>
  )
}
