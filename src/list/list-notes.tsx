interface ListNotesProps {
  readonly notes: string | null
  /** What the app itself has to say of the list. */
  readonly remark: string | undefined
}

/** What people wrote about the whole list, above its rows. */
export function ListNotes({ notes, remark }: ListNotesProps) {
  return (
    <>
      {notes === null || notes === '' ? null : (
        <p className="px-4 pb-1 text-[0.9375rem] whitespace-pre-line text-quiet wide:px-2">
          {notes}
        </p>
      )}
      {/* Also empty: who may only look from now on hears of it. */}
      <p
        data-lasting
        aria-live="polite"
        className="px-4 text-sm text-warning empty:absolute wide:px-2"
      >
        {remark}
      </p>
    </>
  )
}
