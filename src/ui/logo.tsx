import { ShoppingCart } from 'lucide-react'

/** The product's sign with its name, or that of the part of it where one is. */
export function Logo({ name = 'Aisle' }: { readonly name?: string }) {
  return (
    <span className="inline-flex items-center gap-2.5 text-lg font-bold break-words text-primary">
      <span className="grid size-8 place-items-center rounded-lg bg-[#ff4500] text-[#fff]">
        <ShoppingCart aria-hidden size={19} strokeWidth={2.4} />
      </span>
      {name}
    </span>
  )
}
