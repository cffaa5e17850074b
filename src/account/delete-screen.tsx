/** The end of an account: what goes, what stays with whom, the data to take along, then the password. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useList } from '../cache/hooks/use-list.ts'
import { useListIds } from '../cache/hooks/use-list-ids.ts'
import { usePeople } from '../cache/hooks/use-people.ts'
import { useSync } from '../cache/hooks/use-sync.ts'
import type { Session, SessionUser } from '../network/session/session.ts'
import { PasswordField } from '../parts/account/password-field.tsx'
import { useForm } from '../parts/account/use-form.ts'
import type { Asker } from '../parts/perform/use-server-answer.ts'
import { Button, buttonClass } from '../ui/form/button.tsx'
import { FormError } from '../ui/form/form-error.tsx'
import { changesTitle } from './changes-title.ts'
import { DownloadData } from './download-data.tsx'
import { Section } from './section.tsx'
import { createUserCalls } from './user-calls.ts'

interface DeleteScreenProps {
  readonly session: Pick<Session, 'state'>
  readonly network: Asker
  readonly header: ReactNode
  /** The account is gone: nothing of it may stay on this device. */
  readonly onDeleted: () => Promise<void>
}

export function DeleteScreen({ session, header, ...parts }: DeleteScreenProps) {
  const { user } = useSyncExternalStore(session.state.subscribe, session.state.get)
  return (
    <>
      {header}
      <div data-scroller className="min-h-0 flex-1 overflow-y-auto">
        <div className="aside-safe mx-auto flex w-full max-w-[720px] flex-col gap-8 py-5">
          {user === undefined ? null : <Steps user={user} {...parts} />}
        </div>
      </div>
    </>
  )
}

interface StepsProps extends Pick<DeleteScreenProps, 'network' | 'onDeleted'> {
  readonly user: SessionUser
}

function Steps({ user, network, onDeleted }: StepsProps) {
  const [handOver, setHandOver] = useState(true)
  const waiting = useSync(sync => sync.waiting)
  /** One press alone must not be the end of an account. */
  const [isAsked, setAsked] = useState(false)
  const form = useForm({
    blank: { password: '' },
    check({ password }) {
      if (password !== '' || isAsked) return {}
      setAsked(true)
      const none = 'If you have none, since you sign in elsewhere, press again.'
      return { password: `Write your password. ${none}` }
    },
    send: ({ password }) => createUserCalls(network, user.id).deleteAccount(password, handOver),
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
          <p className="pt-2">{changesTitle(waiting)} on this device, not sent yet, go as well.</p>
        )}
      </Section>
      <Section title="What stays">
        <p className="pb-2">
          Lists of others, with what you put on them. Your name is taken out of their history.
        </p>
        <SharedLists userId={user.id} handOver={handOver} />
        <label className="flex min-h-12 items-center gap-3">
          <input
            type="checkbox"
            className="tick"
            checked={handOver}
            onChange={event => setHandOver(event.target.checked)}
          />
          Hand my shared lists over to a person who is Admin on them
        </label>
      </Section>
      <Section title="What you take along">
        <DownloadData user={user} network={network} />
      </Section>
      <form
        ref={form.ref}
        className="flex max-w-md flex-col gap-4"
        onSubmit={form.handleSubmit}
        noValidate
      >
        <FormError>{form.error}</FormError>
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField label="Password" {...form.field('password')} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="danger" disabled={form.busy}>
            {form.busy ? 'Deleting…' : 'Delete my account'}
          </Button>
          <Link to="/product/account" className={buttonClass('secondary')}>
            Keep my account
          </Link>
        </div>
      </form>
    </>
  )
}

function SharedLists({
  userId,
  handOver,
}: {
  readonly userId: number
  readonly handOver: boolean
}) {
  const ids = useListIds()
  return (
    <ul className="flex flex-col gap-1">
      {ids.map(id => (
        <SharedList key={id} id={id} userId={userId} handOver={handOver} />
      ))}
    </ul>
  )
}

interface SharedListProps {
  readonly id: string
  readonly userId: number
  readonly handOver: boolean
}

/** Nothing of a list that nobody else has. */
function SharedList({ id, userId, handOver }: SharedListProps) {
  const list = useList(id)
  const people = usePeople(id)?.people ?? []
  if (list === undefined || list.userId !== userId || people.length === 0) return null
  const heir = handOver ? people.find(person => person.permission === 'ADMIN') : undefined
  return (
    <li>
      <b className="font-semibold">{list.name}</b>:{' '}
      {heir === undefined
        ? `goes for ${people.map(person => person.name).join(', ')}, too`
        : `${heir.name} gets it`}
    </li>
  )
}
