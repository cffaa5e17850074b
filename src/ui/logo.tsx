import { ShoppingCart } from 'lucide-react'

/** The product's sign with its name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 text-lg font-bold break-words text-primary">
      <span className="grid size-8 place-items-center rounded-lg bg-[#ff4500] text-[#fff]">
        <ShoppingCart aria-hidden size={19} strokeWidth={2.4} />
      </span>
      Aisle
    </span>
  )
}
