/** The address of one item, for a note, a calendar, a message. */

import { Link } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { Button } from '../../ui/form/button.tsx'
import { Said } from '../../ui/said.tsx'

export function CopyLink({ itemId }: { readonly itemId: string }) {
  const [address, setAddress] = useState<string>()
  const [copied, setCopied] = useState(false)

  async function handlePress() {
    const link = new URL('/product/item', window.location.origin)
    link.searchParams.set('item', itemId)
    setAddress(link.href)
    setCopied(await copyText(link.href))
  }

  return (
    <div className="flex flex-col gap-1">
      <Button look="quiet" onClick={() => void handlePress()}>
        <Link aria-hidden size={18} />
        Copy link
      </Button>
      <Said className="empty:absolute break-all text-sm">
        {address === undefined ? '' : copied ? 'Link copied.' : `Copy this: ${address}`}
      </Said>
    </div>
  )
}
