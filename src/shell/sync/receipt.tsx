/** After an absence: what others changed meanwhile, and what became of one's own changes. */
import { X } from 'lucide-react'
import { useId } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import type { Receipt as ReceiptState } from '../../offline/offline.ts'
import { IconButton } from '../../ui/form/icon-button.tsx'
import { momentTitle } from '../../ui/moment.ts'
import { receiptLines } from './receipt-announcement.tsx'

export function Receipt() {
  const offline = useOffline()
  const receipt = useReadable(offline.receipt)
  if (receipt === undefined) return null
  return <ReceiptNotice receipt={receipt} onDismiss={() => offline.dismissReceipt()} />
}

interface ReceiptNoticeProps {
  readonly receipt: ReceiptState
  readonly onDismiss: () => void
}

function ReceiptNotice({ receipt, onDismiss }: ReceiptNoticeProps) {
  const title = useId()
  return (
    <section aria-labelledby={title} className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1 py-1.5 text-sm">
        <h2 id={title} className="font-semibold">
          Since {momentTitle(receipt.since, Date.now())}
        </h2>
        {receiptLines(receipt).map(line => (
          <p key={line} className="text-quiet">
            {line}
          </p>
        ))}
      </div>
      <IconButton label="Dismiss" className="text-quiet" onClick={onDismiss}>
        <X aria-hidden size={18} />
      </IconButton>
    </section>
  )
}
