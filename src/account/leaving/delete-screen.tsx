/** The end of an account: what goes, what stays with whom, the data to take along, then the password. */

import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { defaultNotes } from '../../../rules/default-notes.ts'
import { counted } from '../../../rules/validation-issue.ts'
import { useSync } from '../../cache/hooks/sync/use-sync.ts'
import { useDerived } from '../../cache/hooks/use-derived.ts'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import { baseRecords } from '../../cache/records/reader.ts'
import { DeleteUserDocument } from '../../generated/operations.ts'
import type { Session } from '../../network/session/session.ts'
import type { SessionUser } from '../../network/session/session-user.ts'
import type { Offline } from '../../offline/offline.ts'
import { PasswordField } from '../../parts/account/password-field.tsx'
import { SentForm } from '../../parts/account/sent-form.tsx'
import { useAskedPassword } from '../../parts/account/use-asked-password.ts'
import { useForm } from '../../parts/account/use-form.ts'
import { type Asker, askServer, saidOf } from '../../parts/perform/ask-server.ts'
import { buttonClass } from '../../ui/form/button.tsx'
import { Check } from '../../ui/form/check.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { PlainList } from '../../ui/plain-list.tsx'
import { DownloadData } from '../download-data.tsx'
import { Section } from '../section.tsx'

interface DeleteScreenProps {
  readonly session: Pick<Session, 'state' | 'checkStatus'>
  readonly network: Asker
  readonly header: ReactNode
  /** The account is gone: nothing of it may stay on this device. */
  readonly onDeleted: () => Promise<void>
}

export function DeleteScreen({ header, ...parts }: DeleteScreenProps) {
  const { user } = useReadable(parts.session.state)
  return (
    <>
      {header}
      <PageBody>{user === undefined ? null : <Steps user={user} {...parts} />}</PageBody>
    </>
  )
}

const deleteUser = { document: DeleteUserDocument, note: defaultNotes.deleting('User') }

interface StepsProps extends Pick<DeleteScreenProps, 'session' | 'network' | 'onDeleted'> {
  readonly user: SessionUser
}

function Steps({ user, session, network, onDeleted }: StepsProps) {
  const [handOver, setHandOver] = useState(true)
  const waiting = useSync(sync => sync.waiting)
  const form = useForm({
    blank: { password: '' },
    check: useAskedPassword(),
    async send({ password }) {
      const variables = { id: user.id, handOver, ...(password !== '' && { password }) }
      return saidOf(await askServer(network, deleteUser, variables))
    },
    onDone: () => void onDeleted(),
  })
  return (
    <>
      <Section title="What goes">
        <p>
          Your account, your name and address, your own lists with all that is on them, your
          friends, your feedback and your preferences, on the server and on this device. There is no
          way back, and no bin.
        </p>
        {waiting === 0 ? null : (
          <p className="pt-2">
            {counted(waiting, 'change')} on this device, not sent yet,{' '}
            {waiting === 1 ? 'goes' : 'go'} as well.
          </p>
        )}
      </Section>
      <Section title="What stays">
        <p className="pb-2">
          Lists of others, with what you put on them. Your name is taken out of their history.
        </p>
        <SharedLists userId={user.id} handOver={handOver} />
        <Check
          label="Hand my shared lists over to a person who is Admin on them"
          checked={handOver}
          onChange={setHandOver}
        />
      </Section>
      <Section title="What you take along">
        <DownloadData {...{ user, session, network }} />
      </Section>
      <SentForm
        form={form}
        action="Delete my account"
        doing="Deleting…"
        look="danger"
        className="max-w-md"
        beside={
          // What was sent cannot be called back.
          form.busy ? null : (
            <Link to="/product/account" className={buttonClass('secondary')}>
              Keep my account
            </Link>
          )
        }
      >
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField label="Password" {...form.field('password')} />
      </SentForm>
    </>
  )
}

interface SharedListsProps {
  readonly userId: number
  readonly handOver: boolean
}

function SharedLists({ userId, handOver }: SharedListsProps) {
  return (
    <PlainList className="flex flex-col gap-1">
      {useDerived(ownSharedLists, userId).map(({ id, name, people }) => {
        const heir = handOver ? people.find(person => person.permission === 'ADMIN') : undefined
        return (
          <li key={id}>
            <b className="font-semibold">{name}</b>:{' '}
            {heir === undefined
              ? `disappears for ${people.map(person => person.name).join(', ')}, too`
              : `${heir.name} gets it, if they have room for it`}
          </li>
        )
      })}
    </PlainList>
  )
}

/** As the server was told of them: it alone decides, and hears of nothing that waits. */
function ownSharedLists({ cache }: Offline, userId: number) {
  const base = baseRecords(cache)
  return base.listIds().flatMap(id => {
    const list = base.list(id)
    const people = base.people(id)
    return list?.userId === userId && people.length > 0 ? [{ id, name: list.name, people }] : []
  })
}
