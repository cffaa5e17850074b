import { Minus, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { addQuantities } from '../../../rules/items/quantity.ts'
import { limits } from '../../../rules/limits.ts'
import { useSettledNumber } from './use-settled-number.ts'

interface StepperProps {
  /** What is counted: "in stock", "wanted". */
  readonly label: string
  readonly itemName: string
  readonly value: number | null
  /** As a person reads it. */
  readonly text: (value: number) => string
  readonly disabled: boolean
  readonly tone?: 'warning' | undefined
  readonly onChange: (value: number) => void
}

/** A quantity with one less and one more; quick taps are one change of the value they end at. */
export function Stepper({ label, itemName, value, text, disabled, tone, onChange }: StepperProps) {
  const buttons = useRef<HTMLFieldSetElement>(null)
  const { shown, change, settle } = useSettledNumber(value, buttons, onChange)
  const [hasFocus, setHasFocus] = useState(false)
  const now = shown ?? 0
  const button =
    'grid size-12 place-items-center wide:h-11 wide:w-10 pointer-coarse:size-12 text-ink hover:bg-surface disabled:text-quiet disabled:opacity-50 aria-disabled:text-quiet aria-disabled:opacity-50'
  return (
    <fieldset
      ref={buttons}
      className="min-w-0"
      onFocus={() => setHasFocus(true)}
      onBlur={event => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        setHasFocus(false)
        settle()
      }}
    >
      <legend className="px-0.5 text-[0.8125rem] text-quiet">{label}</legend>
      <div className="flex items-center overflow-hidden rounded-box border border-line bg-ground">
        <button
          type="button"
          aria-label={`One less ${itemName} ${label.toLowerCase()}`}
          className={button}
          disabled={disabled}
          // At its end it does nothing, and keeps the focus that a disabled one would lose.
          aria-disabled={now <= 0 || undefined}
          onClick={() => {
            if (now > 0) change(Math.max(0, addQuantities(now, -1)))
          }}
        >
          <Minus aria-hidden size={16} />
        </button>
        <output
          // Whoever counts hears it, also where a press gives no focus; what others count on many rows is not read out.
          aria-live={hasFocus || shown !== value ? 'polite' : 'off'}
          aria-label={`${itemName} ${label.toLowerCase()}`}
          className={`min-w-9 px-0.5 text-center text-[0.9375rem] ${tone === 'warning' ? 'font-semibold text-warning' : ''}`}
        >
          {shown === null ? '–' : text(shown)}
        </output>
        <button
          type="button"
          aria-label={`One more ${itemName} ${label.toLowerCase()}`}
          className={button}
          disabled={disabled}
          aria-disabled={now >= limits.quantity || undefined}
          onClick={() => {
            if (now < limits.quantity) change(addQuantities(now, 1))
          }}
        >
          <Plus aria-hidden size={16} />
        </button>
      </div>
    </fieldset>
  )
}
