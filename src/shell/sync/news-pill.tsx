/** One quiet word in the connection line for what may be looked at; nothing of it ever pushes the rows. */
import { useFrame } from '../frame/product-frame.tsx'
import { useNews } from './use-news.ts'

export function NewsPill() {
  const { update, toLookAt } = useNews()
  const { showTray } = useFrame()
  if (!update && toLookAt === 0) return null
  return (
    <button
      type="button"
      className="relative z-1 -my-1 min-h-12 max-w-full text-left text-link"
      onClick={showTray}
    >
      <span className="inline-block max-w-full rounded-2xl border border-line bg-surface px-2.5 py-1 font-semibold">
        {[update ? '1 update' : '', toLookAt > 0 ? `${toLookAt} to look at` : '']
          .filter(Boolean)
          .join(' · ')}
      </span>
    </button>
  )
}
