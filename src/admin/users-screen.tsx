/** Accounts, for an ADMIN: found, given a role, unlocked, signed out, helped to a new password. */
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { fullName } from '../../rules/people/full-name.ts'
import type { Role } from '../../rules/people/roles.ts'
import { counted, countTitle } from '../../rules/validation-issue.ts'
import type { Desk, DeskUser, UserDeed } from '../network/desk.ts'
import type { Asker } from '../parts/perform/ask-server.ts'
import { useAsked } from '../parts/perform/use-asked.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Button } from '../ui/form/button.tsx'
import { TextField } from '../ui/form/field.tsx'
import { ShownOnce } from '../ui/form/shown-once.tsx'
import { Notice } from '../ui/notice.tsx'
import { Said } from '../ui/said.tsx'
import { showMore } from '../ui/show-more.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { DeskPage } from './desk-page.tsx'
import { typingPauseMs } from './use-feedback-pages.ts'
import { UserRow } from './user-row.tsx'

/** So many at most the server answers at once. */
const pageLength = 50

interface UsersScreenProps {
  readonly network: Asker
  readonly desk: Desk
  /** One's own id: one's own role stays. */
  readonly ownId: number
}

export function UsersScreen({ network, desk, ownId }: UsersScreenProps) {
  const [text, setText] = useState('')
  // With how many searches came before: as many accounts as the last time are announced all the same.
  const [wanted, setWanted] = useState({ text: '', times: 0 })
  const pages = useRef({ count: 1 })
  const { answer, again } = useAsked(
    useCallback(async () => {
      const found = await readPages(desk, wanted.text, pages.current.count)
      return found.kind === 'failed' ? found : { ...found, times: wanted.times }
    }, [desk, wanted]),
  )
  const [more, setMore] = useState<{
    readonly behind: unknown
    readonly users: readonly DeskUser[]
    /** The last of them was a whole page: others may follow. */
    readonly isFull: boolean
  }>()
  const [busy, setBusy] = useState(false)
  const [link, setLink] = useState<{ readonly name: string; readonly url: string }>()
  const [leaving, setLeaving] = useState<DeskUser>()
  const [rising, setRising] = useState<{ readonly user: DeskUser; readonly role: Role }>()
  const toasts = useToasts()
  const read = answer.kind === 'answer' ? answer.data : []
  // Of an answer that came since all of them are.
  const further = more?.behind === answer ? more : undefined
  const users = further ? [...read, ...further.users] : read
  const isFull = further?.isFull ?? (read.length > 0 && read.length % pageLength === 0)

  useEffect(() => {
    if (text === wanted.text) return
    const timer = setTimeout(() => {
      pages.current = { count: 1 }
      setWanted(({ times }) => ({ text, times: times + 1 }))
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, wanted])

  async function handleMore({ currentTarget: button }: MouseEvent<HTMLElement>) {
    const asked = pages.current
    setBusy(true)
    const found = await desk.users(wanted.text, users.at(-1)?.id ?? 0)
    setBusy(false)
    if (found.kind === 'failed') return toasts.show({ text: found.message })
    // Something else is searched for by now.
    if (asked !== pages.current) return
    asked.count = users.length / pageLength + 1
    showMore(button, () =>
      setMore({
        behind: answer,
        users: [...users.slice(read.length), ...found.data],
        isFull: found.data.length === pageLength,
      }),
    )
  }

  async function handle(user: DeskUser, deed: UserDeed, done: string, role?: Role) {
    const mended = await desk.mend(user.id, deed, role === undefined ? {} : { role })
    if (mended.kind === 'failed') return toasts.show({ text: mended.message })
    if (mended.data !== undefined) setLink({ name: user.email, url: mended.data })
    toasts.show({ type: 'success', title: 'DONE', text: done })
    again()
  }

  return (
    <DeskPage
      title="Users"
      answer={answer}
      onAgain={again}
      above={
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: jsdom and older readers do not know <search>. */}
          <div role="search" className="max-w-md">
            <TextField
              label="Name or address"
              type="search"
              maxLength={200}
              value={text}
              onChange={event => setText(event.target.value)}
            />
            <Said name="Search" className="sr-only">
              {answer.kind === 'answer'
                ? { text: foundSentence(users.length, isFull), times: answer.times }
                : ''}
            </Said>
          </div>
          {link === undefined ? null : (
            <ShownOnce
              key={link.url}
              label="Link to a new password"
              hint={`Give it to ${link.name}: it sets a new password once, within an hour.`}
              value={link.url}
              autoFocus
            />
          )}
        </>
      }
    >
      {answer.kind === 'answer' && users.length === 0 ? (
        <Notice title="No account matches">Search for another part of the name or address.</Notice>
      ) : null}
      {users.length === 0 ? null : (
        <div className="overflow-x-auto">
          {/* On a phone each row is a card: four columns would leave a letter's width for each. */}
          <table aria-label="Users" className="w-full text-left max-wide:block">
            <thead className="max-wide:sr-only">
              <tr className="border-b border-line text-sm text-quiet">
                <th scope="col">Name</th>
                <th scope="col">Address</th>
                <th scope="col">Role</th>
                <th scope="col">What to do</th>
              </tr>
            </thead>
            <tbody className="max-wide:block">
              {users.map(user => (
                <UserRow
                  key={user.id}
                  user={user}
                  isOwn={user.id === ownId}
                  onDeed={(...deed) => handle(user, ...deed)}
                  onRole={role => setRising({ user, role })}
                  onDelete={() => setLeaving(user)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isFull ? (
        <Button className="self-start" busy={busy} onClick={event => void handleMore(event)}>
          Show more
        </Button>
      ) : null}
      {/* With the arrow keys one passes by others on the way to a role: they are not given. */}
      {rising === undefined ? null : (
        <ConfirmDialog
          title={`Make ${fullName(rising.user.firstName, rising.user.lastName)} ${rising.role}?`}
          action="Change the role"
          open
          onConfirm={() => {
            const { user, role } = rising
            void handle(
              user,
              'role',
              `${fullName(user.firstName, user.lastName)} is ${role} now.`,
              role,
            )
          }}
          onClose={() => setRising(undefined)}
        >
          What they may see and do here changes at once.
        </ConfirmDialog>
      )}
      {leaving === undefined ? null : (
        <DeleteUserDialog
          user={leaving}
          network={network}
          onDeleted={() => {
            setLeaving(undefined)
            toasts.show({ type: 'success', text: `The account ${leaving.email} is deleted.` })
            again()
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </DeskPage>
  )
}

function foundSentence(count: number, isFull: boolean): string {
  if (count === 0) return 'Nothing found'
  return isFull
    ? `The first ${countTitle(count)} accounts found`
    : `${counted(count, 'account')} found`
}

/** So many pages, one behind the other. */
async function readPages(desk: Desk, text: string, count: number): ReturnType<Desk['users']> {
  const users: DeskUser[] = []
  for (let page = 0; ; page += 1) {
    const answer = await desk.users(text, users.at(-1)?.id ?? 0)
    if (answer.kind === 'failed') return answer
    users.push(...answer.data)
    if (page + 1 === count || answer.data.length < pageLength) return { ...answer, data: users }
  }
}
