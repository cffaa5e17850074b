import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

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
      className={`inline-grid size-12 flex-none place-items-center rounded-box text-ink hover:bg-surface ${className}`}
      {...rest}
    >
      {children}
    </button>
  )
}
