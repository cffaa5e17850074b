import type { ReactNode } from 'react'

interface CheckProps {
  readonly label: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className="flex min-h-12 items-center gap-3">
      <input
        type="checkbox"
        className="tick"
        checked={checked}
        onChange={event => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
