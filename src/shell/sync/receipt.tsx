/** After an absence: what others changed meanwhile, and what became of one's own changes. */
import { X } from 'lucide-react'
import { useId } from 'react'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import type { Receipt as ReceiptState } from '../../offline/offline.ts'
import { IconButton } from '../../ui/form/icon-button.tsx'
import { momentTitle } from '../../ui/moment.ts'
import { useReadable } from '../use-readable.ts'
import { PoliteRegion } from './polite-region.tsx'
import { useSettled } from './use-settled.ts'

/** So many are told by name; the rest is counted. */
const namedAtMost = 8

/** What a screen reader hears of it. */
export function ReceiptAnnouncement() {
  const receipt = useReadable(useOffline().receipt)
  const settled = useSettled(receipt)
  return (
    <PoliteRegion words={settled && settled === receipt ? receiptLines(settled).join(' ') : ''} />
  )
}

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

const verbs = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const

function receiptLines({ sent, refused, others }: ReceiptState): readonly string[] {
  const lines: string[] = []
  if (sent > 0)
    lines.push(`${sent === 1 ? '1 change of yours was' : `${sent} changes of yours were`} sent.`)
  if (refused > 0) lines.push(`${refused} could not be saved.`)
  // Elsewhere: by others; what is gone, perhaps by oneself on another device.
  for (const what of ['added', 'changed', 'removed'] as const) {
    const names = others
      .filter(line => line.what === what)
      .map(line => line.record.name)
      .filter(name => typeof name === 'string')
    if (names.length === 0) continue
    const more = names.length - namedAtMost
    lines.push(
      `${verbs[what]} elsewhere: ${names.slice(0, namedAtMost).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    )
  }
  return lines
}
