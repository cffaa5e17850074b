/** Always at hand at the bottom: Enter adds and the box stays ready for the next. */
import { Plus } from 'lucide-react'
import { type FormEvent, type RefObject, useState } from 'react'
import { checkName, cleanName } from '../../rules/text.ts'

interface AddBoxProps {
  readonly input: RefObject<HTMLInputElement | null>
  /** Why nothing more can be added, where that is so. */
  readonly full: string | undefined
  readonly onAdd: (name: string) => void
}

export function AddBox({ input, full, onAdd }: AddBoxProps) {
  const [complaint, setComplaint] = useState<string>()

  // The text stays in the input itself: what is typed fast is never behind what is drawn.
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const box = input.current
    if (box === null) return
    box.focus()
    if (box.value.trim() === '') return
    const problem = full ?? checkName('name', box.value)?.message
    setComplaint(problem)
    if (problem !== undefined) return
    const name = cleanName(box.value)
    box.value = ''
    onAdd(name)
  }

  return (
    <form
      className="above-keyboard aside-safe flex-none border-t border-line bg-surface pt-3 wide:mx-4 wide:mb-5 wide:rounded-box wide:border wide:p-3"
      onSubmit={handleSubmit}
      noValidate
    >
      {complaint === undefined ? null : (
        <p id="add-box-complaint" role="alert" className="pb-2 text-sm text-error">
          {complaint}
        </p>
      )}
      <div className="flex gap-2">
        <input
          ref={input}
          className="box min-h-12.5 border-2 bg-ground px-3.5"
          aria-label="Add an item"
          placeholder="Add an item"
          autoComplete="off"
          autoCapitalize="sentences"
          enterKeyHint="enter"
          aria-invalid={complaint === undefined ? undefined : true}
          aria-describedby={complaint === undefined ? undefined : 'add-box-complaint'}
          onInput={() => {
            if (complaint !== undefined) setComplaint(undefined)
          }}
        />
        <button
          type="submit"
          aria-label="Add"
          title="Add"
          className="grid size-12.5 flex-none place-items-center rounded-box bg-primary text-on-primary hover:brightness-110"
        >
          <Plus aria-hidden size={26} />
        </button>
      </div>
    </form>
  )
}
