/** Rows of items: all of them while they are few, a window onto them once they are about 60. */

import { useState } from 'react'
import { PlainList } from '../../ui/plain-list.tsx'
import type { RowsProps } from './rows-props.ts'
import { VirtualRows } from './virtual-rows.tsx'

const virtualFrom = 60

export function Rows(props: RowsProps) {
  const { label, ids, children } = props
  const areMany = ids.length >= virtualFrom
  const [wereMany, setWereMany] = useState(areMany)
  // For good: the other kind draws all rows anew.
  if (areMany && !wereMany) setWereMany(true)
  if (areMany || wereMany) return <VirtualRows {...props} />
  return (
    <PlainList aria-label={label}>
      {ids.map(id => (
        <li key={id}>{children(id)}</li>
      ))}
    </PlainList>
  )
}
