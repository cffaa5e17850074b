/** A form of the account settings: what is wrong above, its fields, and what it has done beside its button. */
import type { ReactNode } from 'react'
import type { Form } from '../parts/account/use-form.ts'
import { Button, type ButtonProps } from '../ui/form/button.tsx'
import { FormError } from '../ui/form/form-error.tsx'
import { Said } from './section.tsx'

interface AccountFormProps<Name extends string> {
  readonly form: Form<Name>
  /** What the button says, and what it says while it does it. */
  readonly action: string
  readonly doing: string
  readonly look?: NonNullable<ButtonProps['look']>
  /** What it has done; absent if something else says it. `name` is what that is about. */
  readonly said?: { readonly name: string; readonly text: string }
  readonly children: ReactNode
}

export function AccountForm<Name extends string>({
  form,
  action,
  doing,
  look = 'secondary',
  said,
  children,
}: AccountFormProps<Name>) {
  return (
    <form
      ref={form.ref}
      className="flex max-w-md flex-col gap-4"
      onSubmit={form.handleSubmit}
      noValidate
    >
      <FormError>{form.error}</FormError>
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" look={look} className="min-w-32" disabled={form.busy}>
          {form.busy ? doing : action}
        </Button>
        {said === undefined ? null : <Said name={said.name}>{said.text}</Said>}
      </div>
    </form>
  )
}
