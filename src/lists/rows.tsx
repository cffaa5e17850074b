/** Rows of items: all of them while they are few, a window onto them from about 60. */
import { lazy, Suspense } from 'react'
import type { RowsProps } from './rows-props.ts'

const VirtualRows = lazy(() =>
  import('./virtual-rows.tsx').then(module => ({ default: module.VirtualRows })),
)

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
