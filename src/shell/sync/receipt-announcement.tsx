import { counted, countTitle } from '../../../rules/validation-issue.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import type { Receipt } from '../../offline/offline.ts'
import { PoliteRegion } from '../../ui/polite-region.tsx'
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

const verbs = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const

/** What happened during an absence, a sentence each. */
export function receiptLines({ sent, refused, others }: Receipt): readonly string[] {
  const lines: string[] = []
  if (sent > 0)
    lines.push(`${counted(sent, 'change')} of yours ${sent === 1 ? 'was' : 'were'} sent.`)
  if (refused > 0) lines.push(`${countTitle(refused)} could not be saved.`)
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
