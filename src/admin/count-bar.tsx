interface CountBarProps {
  readonly count: number
  /** The count that fills the bar. */
  readonly most: number
  /** Its height and width. */
  readonly className: string
}

/** How much a count is of the greatest one, for the eye alone: the figure stands beside it. */
export function CountBar({ count, most, className }: CountBarProps) {
  return (
    <svg aria-hidden className={className} preserveAspectRatio="none" viewBox="0 0 100 1">
      <rect width={(count / most) * 100} height="1" className="fill-mark" />
    </svg>
  )
}
