interface SaidProps {
  /** Of several on a screen: what this one is about. */
  readonly name?: string
  readonly className?: string
  readonly children: string | undefined
}

/** What came of something that a person did, read out at once. */
export function Said({ name, className = '', children }: SaidProps) {
  return (
    <p role="status" aria-label={name} className={`text-quiet ${className}`}>
      {children}
    </p>
  )
}
