/** Rows of items: all of them while they are few, a window onto them from about 60. */
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { RowsProps } from './rows-props.ts'

const virtualFrom = 60
const firstScreenful = 20

const VirtualRows = lazyComponent(async () => (await import('./virtual-rows.tsx')).VirtualRows, {
  waiting: props => <PlainRows {...props} ids={props.ids.slice(0, firstScreenful)} />,
  // Slower, and all there.
  failed: (_failure, props) => <PlainRows {...props} />,
})

export function Rows(props: RowsProps) {
  const { ids } = props
  if (ids.length < virtualFrom) return <PlainRows {...props} />
  return <VirtualRows {...props} />
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
