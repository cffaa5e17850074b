import { Plus } from 'lucide-react'
import { Button } from '../../ui/form/button.tsx'

/** In the store no keyboard comes by itself: the add box waits behind this. */
export function AddButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <div className="above-keyboard aside-safe flex justify-end border-t border-line bg-surface pt-2">
      <Button onClick={onPress}>
        <Plus aria-hidden size={18} />
        Add an item
      </Button>
    </div>
  )
}
