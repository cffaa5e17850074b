import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from 'lucide-react'
import { Menu } from '../menu/menu.tsx'
import type { RowStep } from './row-drag.ts'

interface MoveHandleProps {
  /** Of what moves. */
  readonly name: string
  readonly className?: string
  readonly onStep: (to: RowStep) => void
}

/** To drag by, to press arrows, Home and End on, or to press for a menu that says the same in words. */
export function MoveHandle({ name, className = '', onStep }: MoveHandleProps) {
  return (
    <span data-drag-handle="" className={`flex-none touch-none ${className}`}>
      <Menu
        label={`Move ${name}`}
        className="grid h-12 w-full pointer-coarse:min-w-[48px] cursor-grab place-items-center rounded-box text-quiet hover:text-ink active:cursor-grabbing"
        entries={[
          { label: 'Move up', icon: ArrowUp, onChoose: () => onStep('up') },
          { label: 'Move down', icon: ArrowDown, onChoose: () => onStep('down') },
          { label: 'Move to the top', icon: ArrowUpToLine, onChoose: () => onStep('top') },
          { label: 'Move to the bottom', icon: ArrowDownToLine, onChoose: () => onStep('bottom') },
        ]}
      >
        <span aria-hidden className="grip" />
      </Menu>
    </span>
  )
}
