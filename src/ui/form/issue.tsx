interface IssueProps {
  /** By which its field is described. */
  readonly id: string
  readonly className?: string
  readonly children: string
}

/** What is wrong with a field, right beneath it. */
export function Issue({ id, className = '', children }: IssueProps) {
  return (
    <p ref={tellWhoIsThere} id={id} className={`text-sm text-error ${className}`}>
      {children}
    </p>
  )
}

/** Who comes to the field hears of it there; who is in it already, as after Enter, would hear nothing. */
function tellWhoIsThere(issue: HTMLElement | null) {
  if (issue?.id === document.activeElement?.getAttribute('aria-describedby'))
    issue?.setAttribute('role', 'alert')
}
