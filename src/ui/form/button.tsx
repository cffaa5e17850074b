import type { ButtonHTMLAttributes, Ref } from 'react'

type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

const looks: Readonly<Record<ButtonLook, string>> = {
  primary: 'bg-primary text-on-primary font-semibold hover:brightness-110',
  secondary: 'border border-edge bg-ground text-ink font-semibold hover:bg-surface',
  quiet: 'text-link hover:bg-surface',
  danger: 'border border-error bg-ground text-error font-semibold hover:bg-surface',
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: ButtonLook
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({
  look = 'secondary',
  className = '',
  type = 'button',
  ...rest
}: ButtonProps) {
  return <button type={type} className={`${buttonClass(look)} ${className}`} {...rest} />
}

/** For a link that looks like a button. */
export function buttonClass(look: ButtonLook): string {
  return `inline-flex min-h-12 items-center justify-center gap-2 rounded-box px-4 py-2 text-base disabled:opacity-60 ${looks[look]}`
}
