import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'

type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

const looks: Readonly<Record<ButtonLook, string>> = {
  // In forced colours its edge is all that shows it to be a button.
  primary:
    'border border-transparent bg-primary text-on-primary font-semibold hover:[filter:brightness(95%)]',
  secondary: 'border border-edge bg-ground text-ink font-semibold hover:bg-surface',
  quiet: 'text-link hover:bg-surface',
  danger: 'border border-error bg-ground text-error font-semibold hover:bg-surface',
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: ButtonLook
  /** It does nothing for now, and keeps the focus: one that is disabled under the finger lets go of it. */
  readonly busy?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({
  look = 'secondary',
  className = '',
  type = 'button',
  busy = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`${buttonClass(look)} ${className}`}
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : onClick}
      {...rest}
    />
  )
}

/** Nor does it send its form. */
function ignore(event: MouseEvent): void {
  event.preventDefault()
}

/** For a link that looks like a button. */
export function buttonClass(look: ButtonLook): string {
  return `inline-flex min-h-12 max-w-full items-center justify-center gap-2 rounded-box px-4 py-2 text-base break-words disabled:opacity-60 aria-disabled:opacity-60 ${looks[look]}`
}

/** For what is pressed and shows an icon alone. */
export const iconButtonClass =
  'inline-grid size-12 flex-none place-items-center rounded-box hover:bg-surface'
