/** What to do with the selected rows: at the bottom, where the thumb is. */
import { Check, FolderInput, Tag, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useBottomBar } from '../../ui/use-bottom-bar.ts'

export interface SelectBarProps {
  readonly count: number
  /** Whether "Tick" would tick, or the selected rows are all ticked already. */
  readonly allTicked: boolean
  readonly onTick: () => void
  readonly onTag: () => void
  /** Absent if there is no other list to move to. */
  readonly onMove: (() => void) | undefined
  readonly onDelete: () => void
}

export function SelectBar({ count, allTicked, onTick, onTag, onMove, onDelete }: SelectBarProps) {
  const idle = count === 0
  const bar = useRef<HTMLDivElement>(null)
  useBottomBar('--bar-tools', bar)
  return (
    <div
      ref={bar}
      data-once
      role="toolbar"
      aria-label="With the selected items"
      className="above-keyboard aside-safe flex flex-none gap-1 overflow-x-auto border-t border-line bg-surface pt-2"
    >
      <Action label={allTicked && !idle ? 'Untick' : 'Tick'} disabled={idle} onPress={onTick}>
        {allTicked && !idle ? <Undo2 aria-hidden size={20} /> : <Check aria-hidden size={20} />}
      </Action>
      <Action label="Tag" disabled={idle} onPress={onTag}>
        <Tag aria-hidden size={20} />
      </Action>
      {onMove === undefined ? null : (
        <Action label="Move to…" disabled={idle} onPress={onMove}>
          <FolderInput aria-hidden size={20} />
        </Action>
      )}
      <Action label="Delete" danger disabled={idle} onPress={onDelete}>
        <Trash2 aria-hidden size={20} />
      </Action>
    </div>
  )
}

interface ActionProps {
  readonly label: string
  readonly danger?: boolean
  readonly disabled: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

function Action({ label, danger = false, disabled, onPress, children }: ActionProps) {
  return (
    <button
      type="button"
      // Not `disabled`: after a move nothing is selected, and the button would lose the focus.
      aria-disabled={disabled}
      className={`flex min-h-12 min-w-12 flex-1 flex-col items-center justify-center gap-0.5 rounded-box px-1 text-sm break-words hover:bg-ground aria-disabled:text-quiet aria-disabled:opacity-70 ${danger ? 'text-error' : 'text-ink'}`}
      onClick={disabled ? undefined : onPress}
    >
      {children}
      {label}
    </button>
  )
}
