import { ShoppingCart } from 'lucide-react'
import type { RefObject } from 'react'
import { IconButton } from '../../ui/form/icon-button.tsx'

interface StoreButtonProps {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onPress: () => void
}

export function StoreButton({ button, onPress }: StoreButtonProps) {
  return (
    <IconButton ref={button} label="Shop in the store" onClick={onPress}>
      <ShoppingCart aria-hidden size={20} />
    </IconButton>
  )
}
