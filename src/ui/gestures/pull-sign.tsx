import { RefreshCw } from 'lucide-react'
import type { Pull } from './use-pull.ts'

const words: Readonly<Record<Pull, string>> = {
  idle: '',
  pulling: 'Pull to refresh',
  ready: 'Let go to refresh',
  asking: 'Asking the server…',
}

/** Lies over the rows, so that nothing moves. */
export function PullSign({ pull }: { readonly pull: Pull }) {
  return (
    <div aria-live="polite" className="pointer-events-none sticky top-0 z-10 h-0">
      {pull === 'idle' ? null : (
        <p className="mx-auto flex w-fit [translate:0_.5rem] items-center gap-2 rounded-full border border-line bg-raised px-4 py-2 text-sm lifted">
          <RefreshCw aria-hidden size={16} className="text-primary" />
          {words[pull]}
        </p>
      )}
    </div>
  )
}
