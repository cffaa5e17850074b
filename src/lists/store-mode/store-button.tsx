import { ShoppingCart } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'

export function StoreButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <IconButton label="Shop in the store" onClick={onPress}>
      <ShoppingCart aria-hidden size={20} />
    </IconButton>
  )
}
