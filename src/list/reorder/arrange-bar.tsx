import { Button } from '../../ui/form/button.tsx'

/** Stands where the add box stood while rows are moved. */
export function ArrangeBar({ onDone }: { readonly onDone: () => void }) {
  return (
    <div className="above-keyboard aside-safe flex flex-none items-center gap-3 border-t border-line bg-surface pt-2">
      <p className="min-w-0 flex-1 text-sm text-quiet">
        Drag an item by its handle, or press the handle for more.
      </p>
      <Button look="primary" onClick={onDone}>
        Done
      </Button>
    </div>
  )
}
