import { useId } from 'react'

interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly value: Value
  /** Each with a line on what it is good for, where it needs one. */
  readonly options: readonly (readonly [value: Value, label: string, hint?: string])[]
  readonly onChoose: (value: Value) => void
}

/** One of several. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const name = useId()
  const { label: legend, value: chosen, options, onChoose } = props
  return (
    <fieldset className="flex flex-col">
      <legend className="text-sm text-quiet">{legend}</legend>
      {options.map(([value, label, hint]) => (
        <label key={value} className="flex min-h-12 items-center gap-3">
          <input
            type="radio"
            name={name}
            aria-label={label}
            aria-describedby={hint && `${name}-${value}`}
            className="size-5 flex-none accent-(--color-primary)"
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>
            {label}
            {hint === undefined ? null : (
              <span id={`${name}-${value}`} className="block text-sm text-quiet">
                {hint}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
