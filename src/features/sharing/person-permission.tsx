import type { Permission } from '../../generated/operations.ts'
import { PersonCircle } from '../../ui/person-circle.tsx'

/** What somebody shall be able to do; NONE if the list is not shared with them. */
export type Wanted = Permission | 'NONE'

interface PersonPermissionProps {
  readonly name: string
  readonly permission?: Wanted
  readonly byLink?: boolean
  readonly isSelf?: boolean
  /** A sentence in place of the choice. */
  readonly fixed?: string
  readonly onChange?: (wanted: Wanted) => void
}

/** One person a row, with a word and a line of what it allows. */
export function PersonPermission({
  name,
  permission = 'NONE',
  byLink = false,
  isSelf = false,
  fixed,
  onChange,
}: PersonPermissionProps) {
  const detail = fixed ?? (isSelf ? `You. ${meanings[permission]}` : meanings[permission])
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0">
      <PersonCircle name={name} plain />
      <span className="min-w-[min(8rem,100%)] flex-1 wrap-anywhere">
        <span className="block font-semibold">{name}</span>
        <span className="block text-sm text-quiet">
          {detail}
          {byLink ? ' Came by a link.' : ''}
        </span>
      </span>
      {fixed !== undefined || isSelf ? null : (
        <select
          aria-label={`Permission for ${name}`}
          className="box w-auto max-w-full flex-none"
          value={permission}
          onChange={event => onChange?.(readWanted(event.target.value))}
        >
          {choices.map(choice => (
            <option key={choice} value={choice}>
              {words[choice]}
            </option>
          ))}
        </select>
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

export const meanings: Readonly<Record<Wanted, string>> = {
  NONE: 'Does not have this list.',
  VIEW: 'Sees the list as it is.',
  EDIT: 'Adds, changes, ticks and deletes items.',
  ADMIN: 'Edits, renames and shares the list, changes its tags.',
}

function readWanted(value: string): Wanted {
  return choices.find(choice => choice === value) ?? 'NONE'
}
