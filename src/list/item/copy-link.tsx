/** The address of one item, for a note, a calendar, a message. */

import { Link } from 'lucide-react'
import { useState } from 'react'
import { useAddress } from '../../parts/use-address.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Button } from '../../ui/form/button.tsx'
import { Said } from '../../ui/said.tsx'

export function CopyLink({ itemId }: { readonly itemId: string }) {
  const address = useAddress(`/product/item?item=${encodeURIComponent(itemId)}`)
  const [copied, setCopied] = useState<boolean>()

  return (
    <div className="flex flex-col gap-1">
      <Button look="quiet" onClick={async () => setCopied(await copyText(address))}>
        <Link aria-hidden size={18} />
        Copy link
      </Button>
      <Said className="empty:absolute break-all text-sm">
        {copied === undefined ? '' : copied ? 'Link copied.' : `Copy this: ${address}`}
      </Said>
    </div>
  )
}
