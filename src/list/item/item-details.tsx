/** The form of one item, once one was chosen: beside the list where there is room, else in a dialog. */
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useOnceOpen } from '../../ui/dialog/use-once-open.ts'
import { panelQuery, useMediaQuery } from '../../ui/use-media-query.ts'
import type { ChosenItemProps } from './chosen-item.tsx'
import { ItemPanel } from './item-panel.tsx'

const ChosenItem = lazyDialog(
  async () => (await import('./chosen-item.tsx')).ChosenItem,
  ({ panel, onClose }) => <NoItem panel={panel} onClose={onClose} />,
)

export function ItemDetails(props: Omit<ChosenItemProps, 'panel'>) {
  const panel = useMediaQuery(panelQuery)
  const hasOpened = useOnceOpen(props.itemId !== undefined)
  return hasOpened ? (
    <ChosenItem panel={panel} {...props} />
  ) : (
    <NoItem panel={panel} onClose={props.onClose} />
  )
}

function NoItem({ panel, onClose }: Pick<ChosenItemProps, 'panel' | 'onClose'>) {
  return panel ? <ItemPanel onClose={onClose}>{null}</ItemPanel> : null
}
