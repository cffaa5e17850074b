/** What stands beneath the rows, where the thumb is: questions about duplicates, and the add box or what replaces it. */
import { type RefObject, useRef, useState, useSyncExternalStore } from 'react'
import { checkItemCount } from '../../rules/counts.ts'
import { useItem } from '../cache/hooks/use-item.ts'
import { useReadable } from '../cache/hooks/use-readable.ts'
import type { NameIndex } from '../features/quick-add/duplicates/name-index.ts'
import { useNameIndex } from '../features/quick-add/duplicates/use-name-index.ts'
import { QuickAddBox } from '../features/quick-add/quick-add-box.tsx'
import type { KeptBoxes } from '../features/quick-add/use-kept-box.ts'
import { Button } from '../ui/form/button.tsx'
import type { Calm } from '../ui/gestures/calm.ts'
import { lazyComponent } from '../ui/loading/lazy-component.tsx'
import { useBottomBar } from '../ui/use-bottom-bar.ts'
import { ArrangeBar } from './reorder/arrange-bar.tsx'
import { AddButton } from './store-mode/add-button.tsx'

const Duplicates = lazyComponent(
  async () => (await import('../features/quick-add/duplicates/duplicates.tsx')).Duplicates,
  { failed: () => null },
)

interface ListBottomProps {
  readonly listId: string
  readonly count: number
  readonly mayEdit: boolean
  /** `button` brings no keyboard by itself; `arrange` while rows are moved. */
  readonly box: 'add' | 'button' | 'arrange'
  readonly calm: Calm
  readonly hidden: boolean
  readonly input: RefObject<HTMLInputElement | null>
  readonly texts: KeptBoxes
  readonly onOpenBox: () => void
  readonly onArranged: () => void
  readonly onAdded: (id: string) => void
  /** What was just added, where the filter hides it. */
  readonly hiddenId: string | undefined
  readonly onShowHidden: () => void
}

export function ListBottom({
  listId,
  count,
  mayEdit,
  box,
  calm,
  hidden,
  input,
  texts,
  onOpenBox,
  onArranged,
  onAdded,
  hiddenId,
  onShowHidden,
}: ListBottomProps) {
  const names = useNameIndex(listId)
  const holder = useRef<HTMLDivElement>(null)
  useBottomBar('--bar-boxes', holder)
  return (
    <div
      ref={holder}
      hidden={hidden}
      className="mx-auto flex min-h-0 w-full max-w-[720px] flex-col"
    >
      {mayEdit ? (
        // There before the question or the bar comes: what comes into it is read out.
        <div aria-live="polite" className="flex min-h-0 flex-col">
          {box === 'add' ? <DuplicatesOf index={names} calm={calm} /> : null}
          {hiddenId === undefined ? null : (
            <Hidden key={hiddenId} id={hiddenId} onShow={onShowHidden} />
          )}
          {box === 'arrange' ? <ArrangeBar onDone={onArranged} /> : null}
        </div>
      ) : null}
      {!mayEdit || box === 'arrange' ? null : box === 'button' ? (
        <AddButton onPress={onOpenBox} />
      ) : (
        <QuickAddBox
          listId={listId}
          index={names}
          input={input}
          texts={texts}
          full={adding => checkItemCount(count + adding)?.message}
          onAdded={onAdded}
        />
      )}
    </div>
  )
}

function Hidden({ id, onShow }: { readonly id: string; readonly onShow: () => void }) {
  return (
    <p className="flex items-center gap-2 px-4 text-sm text-quiet">
      <span className="min-w-0 flex-1">
        “{useItem(id)?.name}” is on the list; the filter hides it.
      </span>
      <Button look="quiet" onClick={onShow}>
        Show all items
      </Button>
    </p>
  )
}

/**
 * Most lists have no name twice: the code of the question comes with the first. It covers rows, and so comes once no
 * finger is near; whoever shops is not asked.
 */
function DuplicatesOf({ index, calm }: { readonly index: NameIndex; readonly calm: Calm }) {
  const [asks, setAsks] = useState(false)
  const mayAsk = useReadable(index.duplicates).length > 0
  const isFree = () => asks === mayAsk || calm.isCalm()
  if (useSyncExternalStore(calm.subscribe, isFree, isFree) && asks !== mayAsk) setAsks(mayAsk)
  return asks ? <Duplicates index={index} /> : null
}
