/** The address of one item, for a note, a calendar, a message. */

import { Link } from 'lucide-react'
import { useAddress } from '../../parts/use-address.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Button } from '../../ui/form/button.tsx'
import { Said, useSaid } from '../../ui/said.tsx'

export function CopyLink({ itemId }: { readonly itemId: string }) {
  const address = useAddress(`/product/item?item=${encodeURIComponent(itemId)}`)
  const [said, setSaid] = useSaid()

  return (
    <div className="flex flex-col gap-1">
      <Button
        look="quiet"
        onClick={async () =>
          setSaid((await copyText(address)) ? 'Link copied.' : `Copy this: ${address}`)
        }
      >
        <Link aria-hidden size={18} />
        Copy link
      </Button>
      <Said className="empty:absolute break-all text-sm">{said}</Said>
    </div>
  )
}
