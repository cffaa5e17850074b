/** Who is signed in here, where else, and how they like things. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import type { Devices } from '../network/devices.ts'
import type { Passkeys } from '../network/passkeys.ts'
import type { Session, SessionUser } from '../network/session.ts'
import type { Asker } from '../parts/use-server-answer.ts'
import { ApiTokenList } from './api-token-list.tsx'
import { DeviceList } from './device-list.tsx'
import { DownloadData } from './download-data.tsx'
import { NameForm } from './name-form.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { Section } from './section.tsx'
import { createUserCalls } from './user-calls.ts'

interface AccountScreenProps {
  readonly session: Pick<Session, 'state' | 'checkStatus'>
  readonly network: Asker
  readonly devices: Devices
  readonly passkeys: Passkeys
  readonly header: ReactNode
  readonly preferences: ReactNode
}

export function AccountScreen({ session, header, preferences, ...parts }: AccountScreenProps) {
  const { user } = useSyncExternalStore(session.state.subscribe, session.state.get)
  return (
    <>
      {header}
      <div data-scroller className="min-h-0 flex-1 overflow-y-auto">
        <div className="aside-safe mx-auto flex w-full max-w-[720px] flex-col gap-8 py-5">
          {user === undefined ? null : (
            <OwnAccount user={user} onChanged={() => session.checkStatus()} {...parts} />
          )}
          <Section title="Preferences">{preferences}</Section>
          {user === undefined ? null : (
            <>
              <Section title="Data">
                <p className="pb-3">
                  Your account, lists, friends and feedback as one file, also without a network.
                </p>
                <DownloadData user={user} network={parts.network} />
              </Section>
              <Section title="Delete">
                <Link
                  to="/product/account/delete"
                  className="inline-flex min-h-12 items-center text-link underline"
                >
                  Delete account
                </Link>
              </Section>
            </>
          )}
        </div>
      </div>
    </>
  )
}

interface OwnAccountProps extends Pick<AccountScreenProps, 'network' | 'devices' | 'passkeys'> {
  readonly user: SessionUser
  readonly onChanged: () => void
}

function OwnAccount({ user, network, devices, passkeys, onChanged }: OwnAccountProps) {
  const calls = useMemo(() => createUserCalls(network, user.id), [network, user.id])
  const [round, setRound] = useState(0)
  return (
    <>
      <Section title="Name and contact">
        <p className="pb-3 text-quiet">Signed in as {user.email}</p>
        <NameForm user={user} calls={calls} onSaved={onChanged} />
      </Section>
      <Section title="Password and passkeys">
        <PasswordForm user={user} calls={calls} onChanged={() => setRound(round + 1)} />
        <div className="pt-6">
          <PasskeyList passkeys={passkeys} />
        </div>
      </Section>
      <Section title="Devices">
        <DeviceList devices={devices} round={round} />
      </Section>
      <Section title="Access for scripts">
        <ApiTokenList network={network} />
      </Section>
    </>
  )
}
