/** What comes after the shopping: beside the trolley's heading, and where the whole list is done. */
import { RotateCcw, Trash2 } from 'lucide-react'
import { Button } from '../../ui/form/button.tsx'

interface TrolleyButtonsProps {
  readonly onUseAgain: () => void
  readonly onClear: () => void
}

export function AllDoneButtons({ onUseAgain, onClear }: TrolleyButtonsProps) {
  return (
    <>
      <Button look="primary" onClick={onUseAgain}>
        <RotateCcw aria-hidden size={18} />
        Use again next time
      </Button>
      <Button onClick={onClear}>
        <Trash2 aria-hidden size={18} />
        Clear the trolley
      </Button>
    </>
  )
}

const quietButton =
  'inline-flex min-h-12 items-center gap-1.5 rounded-box px-2 text-left text-sm font-semibold text-link hover:bg-surface'

export function TrolleyHeadingButtons({ onUseAgain, onClear }: TrolleyButtonsProps) {
  return (
    <div className="flex flex-wrap px-2 wide:px-0">
      <button type="button" className={quietButton} onClick={onUseAgain}>
        <RotateCcw aria-hidden size={16} />
        Use again next time
      </button>
      <button type="button" className={quietButton} onClick={onClear}>
        <Trash2 aria-hidden size={16} />
        Clear the trolley
      </button>
    </div>
  )
}
