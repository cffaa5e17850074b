/** What came from elsewhere is not said to be of others: it may be one's own other device. */
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OfflineProvider, useOffline } from '../../../src/cache/hooks/sync/use-offline.tsx'
import type { Receipt as ReceiptState } from '../../../src/offline/offline.ts'
import { createReadable } from '../../../src/offline/readable.ts'
import { Receipt } from '../../../src/shell/sync/receipt.tsx'
import { showPart } from '../features/undo-stage.tsx'

const receipt: ReceiptState = {
  since: 0,
  sent: 1,
  refused: 0,
  others: [
    { cacheId: 'Item:milk', what: 'changed', record: { __typename: 'Item', name: 'Milk' } },
    { cacheId: 'Item:rice', what: 'added', record: { __typename: 'Item', name: 'Rice' } },
  ],
}

function AfterAbsence() {
  const offline = useOffline()
  return (
    <OfflineProvider offline={{ ...offline, receipt: createReadable(receipt) }}>
      <Receipt />
    </OfflineProvider>
  )
}

it('a receipt', async () => {
  await showPart({}, <AfterAbsence />)
  const notice = screen.getByRole('region', { name: /^Since / })
  expect(notice.textContent).toContain('1 change of yours was sent.')
  expect(notice.textContent).toContain('Added elsewhere: Rice.Changed elsewhere: Milk.')
  expect(notice.textContent).not.toContain('others')
})
