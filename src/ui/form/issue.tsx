import { useEffect, useState } from 'react'

interface IssueProps {
  /** By which its field is described. */
  readonly id: string
  readonly className?: string
  readonly children: string
}

/** What is wrong with a field, right beneath it. */
export function Issue({ id, className = '', children }: IssueProps) {
  const [tries, setTries] = useState(0)
  // Who tries once more what was refused hears it once more: an alert is read when it is put there.
  useEffect(() => {
    const field = document.querySelector<HTMLElement>(`[aria-describedby~="${id}"]`)
    const place = field?.closest('form') ?? field
    const ending = new AbortController()
    function handle(event: KeyboardEvent | SubmitEvent) {
      // By Escape and Back a dialog sends its form itself, by no button.
      const isTry = 'key' in event ? event.key === 'Enter' : event.submitter === null
      if (isTry) setTries(before => before + 1)
    }
    for (const type of ['keydown', 'submit'] as const) place?.addEventListener(type, handle, ending)
    return () => ending.abort()
  }, [id])
  return (
    <p key={tries} ref={tellWhoIsThere} id={id} className={`text-sm text-error ${className}`}>
      {children}
    </p>
  )
}

/**
 * Who comes to the field later hears of it there. Who is in it already, after Enter or because the form led there before
 * this was drawn, would hear nothing.
 */
function tellWhoIsThere(issue: HTMLElement | null) {
  if (issue && document.activeElement?.closest(`[aria-describedby~="${issue.id}"]`))
    issue.setAttribute('role', 'alert')
}
