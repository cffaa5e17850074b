/** Rows of items: all of them while they are few, a window onto them from about 60. */

import { PlainList } from '../../ui/plain-list.tsx'
import type { RowsProps } from './rows-props.ts'
import { VirtualRows } from './virtual-rows.tsx'

const virtualFrom = 60

export function Rows(props: RowsProps) {
  const { label, ids, children } = props
  if (ids.length >= virtualFrom) return <VirtualRows {...props} />
  return (
    <PlainList aria-label={label}>
      {ids.map(id => (
        <li key={id}>{children(id)}</li>
      ))}
    </PlainList>
  )
}
