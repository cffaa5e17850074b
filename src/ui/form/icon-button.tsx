import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { iconButtonClass } from './button.tsx'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does: icons never stand without a name. */
  readonly label: string
  readonly ref?: Ref<HTMLButtonElement> | undefined
  readonly children: ReactNode
}

export function IconButton({ label, className = '', children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`${iconButtonClass} text-ink ${className}`}
      {...rest}
    >
      {children}
    </button>
  )
}
