import { TextField } from '../../ui/form/field.tsx'

interface EmailFieldProps {
  /** Of whoever signs in with nothing here. */
  readonly autoComplete?: 'email'
  readonly name: string
  readonly value: string
  readonly issue: string | undefined
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
}

/** The address that a person signs in with, as password managers know it, unless told otherwise. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}
