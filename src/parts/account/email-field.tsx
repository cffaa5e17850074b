import { TextField } from '../../ui/form/field.tsx'

interface EmailFieldProps {
  readonly name: string
  readonly value: string
  readonly issue: string | undefined
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
}

/** The address that a person signs in with, as password managers know it. */
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
