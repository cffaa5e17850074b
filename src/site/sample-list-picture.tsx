import { Check } from 'lucide-react'

const rows = [
  { name: 'Apples', more: '2 kg', done: false },
  { name: 'Cucumber', more: '½', done: false },
  { name: 'Bananas', more: '6', done: true },
  { name: 'Oat milk', more: '3 l', done: false },
] as const

/** How a list looks, drawn rather than photographed, so that it follows light and dark. */
export function SampleList() {
  return (
    <div
      aria-hidden
      className="rounded-2xl border border-line bg-ground p-5 shadow-[0_12px_40px_-16px_var(--color-shade)]"
    >
      <p className="text-xl font-bold text-primary">Weekly shop</p>
      <p className="mt-1 flex items-center gap-2 text-sm text-quiet">
        <span className="size-2 rounded-full bg-mark" />
        <span>
          <strong className="text-ink">Offline</strong> – 2 changes waiting
        </span>
      </p>
      <div className="mt-3 border-t border-line pt-2">
        {rows.map(row => (
          <p key={row.name} className="flex min-h-12 items-center gap-3">
            <span
              className={`grid size-6 place-items-center rounded-md border-2 ${
                row.done ? 'border-success bg-success text-on-success' : 'border-edge'
              }`}
            >
              {row.done ? <Check size={16} strokeWidth={3} /> : null}
            </span>
            <span className={row.done ? 'text-quiet line-through' : ''}>{row.name}</span>
            <span className="text-[0.9375rem] text-quiet">{row.more}</span>
            {row.done ? (
              <span className="ml-auto text-[0.8125rem] text-primary">● waiting</span>
            ) : null}
          </p>
        ))}
      </div>
    </div>
  )
}
