import type { ReactNode } from 'react'

export function ChoiceGroup({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <fieldset className="flex flex-col">
      <legend className="text-sm text-quiet">{label}</legend>
      {children}
    </fieldset>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly checked: boolean
  readonly onChoose: () => void
}

/** One of several, with a line on what it is good for. */
export function Choice({ name, label, hint, checked, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-12 items-center gap-3">
      <input
        type="radio"
        name={name}
        aria-label={label}
        className="size-5 flex-none accent-(--color-primary)"
        checked={checked}
        onChange={onChoose}
      />
      <span>
        {label}
        {hint === undefined ? null : <span className="block text-sm text-quiet">{hint}</span>}
      </span>
    </label>
  )
}
