/** What one's account is called by, how one comes in, and from where: all of it asked of the server. */
import { useEffect, useEffectEvent } from 'react'
import type { Devices } from '../network/session/devices.ts'
import type { Passkeys } from '../network/session/passkeys.ts'
import type { Session } from '../network/session/session.ts'
import type { SessionUser } from '../network/session/session-user.ts'
import type { WaysIn } from '../network/session/ways-in.ts'
import { SendNewLink } from '../parts/account/send-new-link.tsx'
import { UnprovenAddress } from '../parts/account/unproven-address.tsx'
import type { Asker } from '../parts/perform/ask-server.ts'
import { useAsked } from '../parts/perform/use-asked.ts'
import { ApiTokenList } from './api-token-list.tsx'
import { DeviceList } from './device-list.tsx'
import { NameForm } from './name-form.tsx'
import { NotRead } from './not-read.tsx'
import { Section } from './section.tsx'
import { useOwn } from './use-own.ts'
import { EmailForm } from './ways-in/email-form.tsx'
import { PasskeyList } from './ways-in/passkey-list.tsx'
import { PasswordForm } from './ways-in/password-form.tsx'
import { ProviderLink } from './ways-in/provider-link.tsx'
import { SecondStep } from './ways-in/second-step.tsx'
import { useConfirming } from './ways-in/use-confirming.tsx'

interface OwnAccountProps {
  readonly user: SessionUser
  readonly session: Pick<Session, 'state' | 'checkStatus' | 'resendVerification'>
  readonly network: Asker
  readonly devices: Devices
  readonly passkeys: Passkeys
  readonly waysIn: WaysIn
  /** Where another provider's sign-in begins. */
  readonly providerHref: string
  /** Leaves the app for another site, which leads back. */
  readonly leaveTo: (url: string) => void
}

export function OwnAccount({
  user,
  session,
  network,
  devices,
  passkeys,
  ...parts
}: OwnAccountProps) {
  const { waysIn, providerHref, leaveTo } = parts
  const { asksToVerify } = session.state.get()
  const { known: ways, answer, again } = useOwn(useAsked(waysIn.read))
  const signedIn = useOwn(useAsked(devices.list))
  const keys = useOwn(useAsked(passkeys.list))
  const { confirming, dialog } = useConfirming({
    ...{ waysIn, ways, providerHref, leaveTo },
    email: user.email,
  })
  const changed = () => session.checkStatus()

  // The link of another address may have been opened on another device meanwhile.
  const look = useEffectEvent(() => {
    if (document.hidden) return
    void changed()
    again()
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [])

  return (
    <>
      <Section title="Name and contact">
        <p className="pb-3 text-quiet">Signed in as {user.email}</p>
        <NameForm user={user} network={network} onSaved={changed} />
      </Section>
      <Section title="Email">
        {asksToVerify ? (
          <div className="mb-4">
            <UnprovenAddress email={user.email}>
              <SendNewLink session={session} email={user.email} label="Send a link" />
            </UnprovenAddress>
          </div>
        ) : null}
        <EmailForm
          {...{ user, waysIn, confirming }}
          changingTo={ways?.changingTo}
          onChanged={() => {
            changed()
            again()
          }}
        />
      </Section>
      <Section title="Password and passkeys">
        <div className="flex flex-col gap-6">
          <PasswordForm
            {...{ user, network, confirming }}
            hasPassword={ways?.password ?? true}
            onChanged={() => {
              signedIn.again()
              again()
            }}
          />
          <PasskeyList passkeys={passkeys} own={keys} confirming={confirming} />
          <NotRead answer={answer} onAgain={again} />
          {/* Without a passkey the server refuses to ask for one. */}
          {ways === undefined || !(ways.secondStep || keys.known?.length) ? null : (
            <SecondStep isOn={ways.secondStep} {...{ waysIn, confirming }} onChanged={again} />
          )}
        </div>
      </Section>
      {ways?.provider === undefined ? null : (
        <Section title={`Sign-in with ${ways.provider.name}`}>
          <ProviderLink
            provider={ways.provider}
            {...{ waysIn, confirming, leaveTo }}
            onChanged={again}
          />
        </Section>
      )}
      <Section title="Devices">
        <DeviceList devices={devices} own={signedIn} onEnded={again} />
      </Section>
      <Section title="Access for scripts">
        <ApiTokenList network={network} />
      </Section>
      {dialog}
    </>
  )
}
