/** An account at the desk, with what can be done to it. */
import { fullName } from '../../rules/people/full-name.ts'
import { type Role, readRole, roles } from '../../rules/people/roles.ts'
import type { DeskUser, UserDeed } from '../network/desk.ts'
import { Button } from '../ui/form/button.tsx'

interface UserRowProps {
  readonly user: DeskUser
  readonly isOwn: boolean
  readonly onDeed: (deed: UserDeed, done: string) => void
  readonly onRole: (role: Role) => void
  readonly onDelete: () => void
}

export function UserRow({ user, isOwn, onDeed, onRole, onDelete }: UserRowProps) {
  const name = fullName(user.firstName, user.lastName)
  return (
    <tr className="border-b border-line max-wide:flex max-wide:flex-col max-wide:gap-2 max-wide:py-3">
      <th scope="row" className="font-normal wide:py-2 wide:pr-3 max-wide:font-semibold">
        {name}
      </th>
      <td className="break-all max-wide:text-quiet wide:min-w-52 wide:pr-3">{user.email}</td>
      <td className="wide:pr-3">
        {isOwn ? (
          user.role
        ) : (
          <select
            className="box wide:min-w-36"
            aria-label={`Role of ${name}`}
            value={user.role}
            onChange={event => onRole(readRole(event.target.value))}
          >
            {roles.map(role => (
              <option key={role} value={role}>
                {role}
              </option>
            ))}
          </select>
        )}
      </td>
      <td className="flex flex-wrap gap-2 py-1 whitespace-nowrap panel:flex-nowrap">
        <Button onClick={() => onDeed('unlock', `Wrong passwords of ${name} are forgotten.`)}>
          Unlock
        </Button>
        <Button onClick={() => onDeed('reset-link', `A link for ${name} is shown above.`)}>
          Reset link
        </Button>
        <Button onClick={() => onDeed('end-sessions', `${name} is signed out everywhere.`)}>
          Sign out
        </Button>
        {isOwn ? null : (
          <Button look="danger" onClick={onDelete}>
            Delete
          </Button>
        )}
      </td>
    </tr>
  )
}
