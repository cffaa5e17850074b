import { useId } from 'react'
import { tagColors } from '../../../rules/lists/tags.ts'

/** What screen readers call them, and people who ask for "the blue ones". */
const colorNames: Readonly<Record<string, string>> = {
  '#d9480f': 'Orange',
  '#1c7ed6': 'Blue',
  '#2b8a3e': 'Green',
  '#b84fd1': 'Purple',
  '#b7791f': 'Ochre',
  '#0c8599': 'Teal',
  '#e03131': 'Red',
  '#7f60ea': 'Violet',
  '#5c940d': 'Olive',
  '#d6336c': 'Pink',
  '#868e96': 'Grey',
  '#ab5f38': 'Brown',
}

interface ColorChoiceProps {
  readonly label: string
  readonly value: string
  readonly onChange: (color: string) => void
}

/** The colours of tags; arrow keys go from one to the next. */
export function ColorChoice({ label, value, onChange }: ColorChoiceProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="text-sm text-quiet">{label}</legend>
      <div className="flex flex-wrap">
        {tagColors.map(color => (
          <label
            key={color}
            className="relative grid size-11 pointer-coarse:size-12 place-items-center rounded-box has-focus-visible:outline-2 has-focus-visible:outline-link"
          >
            <input
              type="radio"
              name={name}
              aria-label={colorNames[color] ?? color}
              className="absolute inset-0 appearance-none outline-none"
              checked={color === value.toLowerCase()}
              onChange={() => onChange(color)}
            />
            <span
              aria-hidden
              className={`size-6 rounded-md forced-color-adjust-none ${color === value.toLowerCase() ? '[box-shadow:0_0_0_2px_var(--color-ground),0_0_0_4px_var(--color-ink)]' : ''}`}
              style={{ backgroundColor: color }}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
