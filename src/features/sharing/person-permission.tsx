import { useId, useRef } from 'react'
import type { Permission } from '../../generated/operations.ts'
import { Button } from '../../ui/form/button.tsx'
import { useKeptDraft } from '../../ui/form/kept-texts.ts'
import { PersonCircle } from '../../ui/person-circle.tsx'

/** What somebody shall be able to do; NONE if the list is not shared with them. */
export type Wanted = Permission | 'NONE'

interface PersonPermissionProps {
  readonly friendId?: number
  readonly name: string
  readonly email?: string | null | undefined
  readonly permission?: Wanted
  readonly byLink?: boolean
  readonly isSelf?: boolean
  /** What else the row says they may do. */
  readonly fixed?: string
  /** Under which what was walked to is kept until it is set. */
  readonly keptAs?: string
  /** Without it there is nothing to choose. */
  readonly onChange?: (wanted: Wanted) => void
}

/** One person a row, with a word and a line of what it allows. */
export function PersonPermission({
  friendId,
  name,
  email,
  permission = 'NONE',
  byLink = false,
  isSelf = false,
  fixed,
  keptAs,
  onChange,
}: PersonPermissionProps) {
  const detail = fixed ?? (isSelf ? `You. ${meanings[permission]}` : meanings[permission])
  // With the arrow keys one passes by others on the way to a choice: they are not set.
  const isWalking = useRef(false)
  const [{ wanted }, setDraft] = useKeptDraft<{ readonly wanted?: Wanted }>(keptAs)
  const draft = wanted === permission ? undefined : wanted
  const emailId = useId()

  function set(chosen: Wanted) {
    setDraft({})
    if (chosen !== permission) onChange?.(chosen)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0">
      <PersonCircle id={friendId} name={name} plain />
      <span className="min-w-[min(8rem,100%)] flex-1 wrap-anywhere">
        <span className="block font-semibold">{name}</span>
        {email ? (
          <span id={emailId} className="block text-sm text-quiet">
            {email.slice(0, email.indexOf('@'))}
            <wbr />
            {email.slice(email.indexOf('@'))}
          </span>
        ) : null}
        <span className="block text-sm text-quiet">
          {detail}
          {byLink ? ' Came by a link.' : ''}
        </span>
        <span role="status" className="block text-sm text-warning empty:absolute">
          {draft === undefined ? '' : `Not set yet: ${words[draft]}. Press Enter to set it.`}
        </span>
      </span>
      {onChange === undefined || isSelf ? null : (
        <select
          aria-label={`Permission for ${name}`}
          aria-describedby={email ? emailId : undefined}
          className="box w-auto max-w-full flex-none"
          value={draft ?? permission}
          onPointerDown={() => {
            isWalking.current = false
          }}
          onKeyDown={event => {
            if (event.key === 'Enter' && draft !== undefined) {
              event.preventDefault()
              set(draft)
            }
            // Space and Alt open the options, where a choice is made by hand.
            isWalking.current =
              !event.altKey &&
              event.key !== ' ' &&
              (event.key.length === 1 || /^(Arrow|Home|End|Page)/.test(event.key))
          }}
          onChange={event => {
            const chosen = readWanted(event.target.value)
            if (!isWalking.current) set(chosen)
            else setDraft(chosen === permission ? {} : { wanted: chosen })
          }}
        >
          {choices.map(choice => (
            <option key={choice} value={choice}>
              {words[choice]}
            </option>
          ))}
        </select>
      )}
      {draft === undefined ? null : (
        <Button aria-label={`Set permission for ${name}`} onClick={() => set(draft)}>
          Set
        </Button>
      )}
    </li>
  )
}

const choices: readonly Wanted[] = ['NONE', 'VIEW', 'EDIT', 'ADMIN']

export const words: Readonly<Record<Wanted, string>> = {
  NONE: 'Not shared',
  VIEW: 'View',
  EDIT: 'Edit',
  ADMIN: 'Admin',
}

/** What each allows, for whoever has not chosen yet. */
export function Meanings() {
  return (
    <p className="text-sm text-quiet">
      {choices.slice(1).map(choice => (
        <span key={choice} className="block">
          <b className="font-semibold">{words[choice]}</b>: {meanings[choice]}
        </span>
      ))}
    </p>
  )
}

export const ownerMeaning = 'Owner: everything, and deleting it'

const meanings: Readonly<Record<Wanted, string>> = {
  NONE: 'Does not have this list.',
  VIEW: 'Sees the list as it is.',
  EDIT: 'Adds, changes, ticks and deletes items.',
  ADMIN: 'Edits, renames and shares the list, changes its tags.',
}

function readWanted(value: string): Wanted {
  return choices.find(choice => choice === value) ?? 'NONE'
}
