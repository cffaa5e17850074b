import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTitle } from './use-title.ts'

interface ListHeaderProps {
  readonly title: string
  /** Opens the lists, if they are not in sight anyway. */
  readonly onOpenLists: (() => void) | undefined
  readonly tools: ReactNode
  readonly connection: ReactNode
  /** Beneath the connection, in room that is there anyway: nothing moves when it comes. */
  readonly updated?: ReactNode
  readonly counts?: ReactNode
}

/** The top of a list: its name, what has reached the server, how far the shopping is. */
export function ListHeader({
  title,
  onOpenLists,
  tools,
  connection,
  updated,
  counts,
}: ListHeaderProps) {
  useTitle(title)
  return (
    <header className="painted-apart flex-none border-b border-line pt-[env(safe-area-inset-top)]">
      <div className="aside-safe mx-auto w-full max-w-[720px] py-2 wide:pt-5 short:flex short:py-1">
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2">
          {/* Where a keyboard is open the tools stay beside it, and the add box in the window. */}
          <h1 className="max-w-full low:min-w-24 flex-1 basis-0 break-words text-[1.375rem] leading-tight font-bold text-primary">
            {onOpenLists === undefined ? (
              <span className="line-clamp-2 low:line-clamp-1">{title}</span>
            ) : (
              <button
                type="button"
                aria-haspopup="dialog"
                className="flex min-h-12 max-w-full items-center gap-1.5 text-left"
                onClick={onOpenLists}
              >
                <span className="line-clamp-2 low:line-clamp-1">{title}</span>
                <ChevronDown aria-hidden size={20} className="flex-none text-quiet" />
              </button>
            )}
          </h1>
          <div className="-mr-3 ml-auto flex flex-wrap items-center justify-end">{tools}</div>
        </div>
        {/* Beside the tools it is as wide whatever it says: they stay where they are. */}
        <div className="flex flex-wrap items-center justify-end gap-x-3 short:w-70 short:pl-5">
          <div className="flex min-w-[min(12rem,100%)] flex-1 flex-col">
            {connection}
            {updated}
          </div>
          {counts}
        </div>
      </div>
    </header>
  )
}
