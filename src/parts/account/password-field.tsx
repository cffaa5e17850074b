import { useEffect, useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import { TextField } from '../../ui/form/field.tsx'
import type { PasswordStrength } from './password-strength.ts'

interface PasswordFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly issue: string | undefined
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
  /** A new one: its strength is said in words. Absent where one that exists is asked for. */
  readonly fresh?: { readonly known: readonly string[] }
}

/** A password, which its person may look at; a password manager finds it either way. */
export function PasswordField({ fresh, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const strength = usePasswordStrength(fresh !== undefined && field.value !== '')
  const least = `At least ${limits.passwordMin} characters.`
  const isLongEnough = [...field.value].length >= limits.passwordMin
  const said = isLongEnough ? strength?.(field.value, fresh?.known ?? []) : undefined
  return (
    <>
      <TextField
        {...field}
        type={shown ? 'text' : 'password'}
        autoComplete={fresh === undefined ? 'current-password' : 'new-password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        hint={fresh === undefined ? undefined : (said ?? least)}
        trailing={
          <button
            type="button"
            // Of several on a screen. Not its name, by which the field itself is looked for.
            aria-description={field.label}
            className="min-h-12 px-3 text-sm text-link"
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        }
      />
      {fresh === undefined ? null : (
        <p role="status" className="sr-only">
          {said}
        </p>
      )}
    </>
  )
}

/** Loaded with the first letter; without a network there is none, and the password is taken all the same. */
function usePasswordStrength(wanted: boolean): PasswordStrength | undefined {
  const [strength, setStrength] = useState<{ readonly of: PasswordStrength }>()
  useEffect(() => {
    if (!wanted) return
    import('./password-strength.ts').then(
      ({ createPasswordStrength }) => setStrength({ of: createPasswordStrength() }),
      () => undefined,
    )
  }, [wanted])
  return strength?.of
}
