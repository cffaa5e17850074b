/** Rows of items: all of them while they are few, a window onto them from about 60. */
import { lazy, type ReactNode, type RefObject, Suspense } from 'react'

const VirtualRows = lazy(() =>
  import('./virtual-rows.tsx').then(module => ({ default: module.VirtualRows })),
)

export interface RowsProps {
  /** The name of the list of rows. */
  readonly label: string
  readonly ids: readonly string[]
  readonly scroller: RefObject<HTMLElement | null>
  /** A row that shall be in sight. */
  readonly target: string | undefined
  readonly children: (id: string) => ReactNode
}

const virtualFrom = 60
const firstScreenful = 20

export function Rows(props: RowsProps) {
  const { ids } = props
  if (ids.length < virtualFrom) return <PlainRows {...props} />
  return (
    <Suspense fallback={<PlainRows {...props} ids={ids.slice(0, firstScreenful)} />}>
      <VirtualRows {...props} />
    </Suspense>
  )
}

function PlainRows({ label, ids, children }: RowsProps) {
  return (
    <ul aria-label={label}>
      {ids.map(id => (
        <li key={id}>{children(id)}</li>
      ))}
    </ul>
  )
}
