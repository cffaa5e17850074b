import { Button } from './button.tsx'

interface FormButtonsProps {
  /** What the button says that sends the form. */
  readonly action: string
  readonly onCancel: () => void
}

/** The end of a form in a dialog. */
export function FormButtons({ action, onCancel }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button className="flex-1" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" look="primary" className="flex-1">
        {action}
      </Button>
    </div>
  )
}
