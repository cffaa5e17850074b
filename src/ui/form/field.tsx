/** Fields with their label above and what is wrong with them right beneath; what was typed stays. */
import type {
  InputHTMLAttributes,
  ReactNode,
  Ref,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react'
import { useId } from 'react'
import { Issue } from './issue.tsx'

interface FieldProps {
  readonly label: string
  /** The sentence about what was typed, where something is wrong with it. */
  readonly issue?: string | undefined
  readonly hint?: string | undefined
}

interface TextFieldProps extends FieldProps, InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>
  /** Stands inside the box, at its end. */
  readonly trailing?: ReactNode
}

export function TextField({ label, issue, hint, trailing, ...rest }: TextFieldProps) {
  const parts = useParts(issue, hint)
  return (
    <Labelled label={label} parts={parts}>
      {trailing === undefined ? (
        <input id={parts.id} dir="auto" className="box" {...parts.aria} {...rest} />
      ) : (
        <div className="relative flex">
          <input
            id={parts.id}
            dir="auto"
            className="box min-w-0 flex-1 pr-18"
            {...parts.aria}
            {...rest}
          />
          <div className="absolute inset-y-0 right-0 flex">{trailing}</div>
        </div>
      )}
    </Labelled>
  )
}

interface TextAreaProps extends FieldProps, TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ label, issue, hint, ...rest }: TextAreaProps) {
  const parts = useParts(issue, hint)
  return (
    <Labelled label={label} parts={parts}>
      <textarea
        id={parts.id}
        dir="auto"
        className="box min-h-21"
        rows={3}
        {...parts.aria}
        {...rest}
      />
    </Labelled>
  )
}

interface SelectFieldProps extends FieldProps, SelectHTMLAttributes<HTMLSelectElement> {
  readonly ref?: Ref<HTMLSelectElement>
  readonly options?: readonly (readonly [value: string | number, title: string])[]
}

export function SelectField({
  label,
  issue,
  hint,
  options = [],
  children,
  ...rest
}: SelectFieldProps) {
  const parts = useParts(issue, hint)
  return (
    <Labelled label={label} parts={parts}>
      <select id={parts.id} className="box" {...parts.aria} {...rest}>
        {children}
        {options.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

interface Parts {
  readonly id: string
  readonly issue: string | undefined
  readonly hint: string | undefined
  readonly aria: {
    readonly 'aria-invalid': true | undefined
    readonly 'aria-describedby': string | undefined
  }
}

function useParts(issue: string | undefined, hint: string | undefined): Parts {
  const id = useId()
  return {
    id,
    issue,
    hint,
    aria: {
      'aria-invalid': issue === undefined ? undefined : true,
      'aria-describedby': (issue ?? hint) === undefined ? undefined : `${id}-said`,
    },
  }
}

function Labelled({
  label,
  parts,
  children,
}: {
  readonly label: string
  readonly parts: Parts
  readonly children: ReactNode
}) {
  const { id, issue, hint } = parts
  return (
    <div className="flex min-w-[min(8rem,100%)] flex-1 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm text-quiet">
        {label}
      </label>
      {children}
      {issue !== undefined ? (
        <Issue id={`${id}-said`}>{issue}</Issue>
      ) : hint !== undefined ? (
        <p id={`${id}-said`} className="text-sm text-quiet">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
