/** Things of the account that can be ended one by one: devices, passkeys, tokens. */
import { type ReactNode, useId } from 'react'
import { Button } from '../ui/form/button.tsx'
import { PlainList } from '../ui/plain-list.tsx'

interface OwnRowsProps {
  readonly label: string
  readonly children: readonly ReactNode[]
}

/** Nothing if it is empty. */
export function OwnRows({ label, children }: OwnRowsProps) {
  return children.length === 0 ? null : (
    <PlainList aria-label={label} className="flex flex-col divide-y divide-line">
      {children}
    </PlainList>
  )
}

interface OwnRowProps {
  readonly title: string
  readonly about: string
  /** What the button says; absent if `end` stands there. */
  readonly action?: string
  readonly onEnd?: () => void
  /** In the place of the button; `describedBy` names the row. */
  readonly end?: (describedBy: string) => ReactNode
}

export function OwnRow({ title, about, action, onEnd, end }: OwnRowProps) {
  const id = useId()
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 py-1">
      <div id={id} className="min-w-[min(9rem,100%)] flex-1">
        <p className="wrap-anywhere">{title}</p>
        <p className="text-sm text-quiet">{about}</p>
      </div>
      {end?.(id) ?? (
        <Button aria-describedby={id} onClick={onEnd}>
          {action}
        </Button>
      )}
    </li>
  )
}
