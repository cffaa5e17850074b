/** What one can do with an invitation: copy it, send it by the system, hold its code across a table. */

import { Link, QrCode as QrIcon, Share2 } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { Button } from '../../ui/form/button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Said, useSaid } from '../../ui/said.tsx'
import { useAddress } from '../use-address.ts'
import { invitePath } from './invite-path.ts'

interface InviteToolsProps {
  readonly inviteId: string
  /** What the copying button says. */
  readonly copyLabel: string
  /** What the code is for: "Code that makes Ben your friend". */
  readonly codeLabel: string
  /** Whether the code is in sight from the start. */
  readonly showsCode?: boolean
}

export function InviteTools({
  inviteId,
  copyLabel,
  codeLabel,
  showsCode = false,
}: InviteToolsProps) {
  const link = useAddress(invitePath(inviteId))
  const [shown, setShown] = useState(showsCode)
  const [copied, setCopied] = useState(link)
  const [said, setSaid] = useSaid()

  async function handleCopy() {
    setSaid((await copyText(link)) ? 'Link copied.' : `Copy this: ${link}`)
    setCopied(link)
  }

  async function handleSend() {
    // Whoever closes the system's sheet has changed their mind.
    await navigator.share({ url: link }).catch(() => undefined)
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button look="primary" className="flex-auto" onClick={() => void handleCopy()}>
          <Link aria-hidden size={18} />
          {copyLabel}
        </Button>
        {typeof navigator.share === 'function' ? (
          <Button onClick={() => void handleSend()}>
            <Share2 aria-hidden size={18} />
            Send link
          </Button>
        ) : null}
        <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
          <QrIcon aria-hidden size={18} />
          Show code
        </Button>
      </div>
      {/* Of an older link nothing is true any more. */}
      <Said className="empty:absolute break-all text-sm">{copied === link ? said : ''}</Said>
      {shown ? <QrCode text={link} label={codeLabel} /> : null}
    </div>
  )
}
