import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../../ui/form/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import type { Form } from './use-form.ts'

export interface SentFormProps<Name extends string> {
  readonly form: Form<Name>
  /** What the button says, and what it says while it does it. */
  readonly action: string
  readonly doing: string
  readonly look?: NonNullable<ButtonProps['look']>
  readonly className?: string
  /** Stands beside the button. */
  readonly beside?: ReactNode
  /** Something was changed in one of its fields. */
  readonly onChange?: () => void
  readonly children: ReactNode
}

/** A form of an account call: what is wrong with the whole above, its fields, and the button that sends it. */
export function SentForm<Name extends string>(props: SentFormProps<Name>) {
  const { form, action, doing, look = 'primary', className = '', beside, children } = props
  const button = (
    <Button type="submit" look={look} className="min-w-32" busy={form.busy}>
      {form.busy ? doing : action}
    </Button>
  )
  return (
    <form
      ref={form.ref}
      className={`flex flex-col gap-4 ${className}`}
      onSubmit={form.handleSubmit}
      onChange={props.onChange}
      noValidate
    >
      <FormError>{form.error}</FormError>
      {children}
      {beside === undefined ? (
        button
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {button}
          {beside}
        </div>
      )}
    </form>
  )
}
