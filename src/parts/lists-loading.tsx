import { useState } from 'react'
import { useCallState } from '../cache/hooks/use-call-state.ts'
import { useOffline } from '../cache/hooks/use-offline.tsx'
import { Button } from '../ui/form/button.tsx'
import { Loading } from '../ui/loading/loading.tsx'
import { Notice } from '../ui/notice.tsx'

/** In place of lists that this device does not have yet: nobody waits for a server that has said why not. */
export function ListsLoading() {
  const offline = useOffline()
  const call = useCallState('changes')
  // It is asked again by itself, too; the button stays meanwhile, and with it the focus.
  const [note, setNote] = useState<string>()
  if (call.status === 'FAILED' && call.note !== note) setNote(call.note)
  if (note === undefined) return <Loading />
  return (
    <Notice
      title="Your lists could not be fetched"
      actions={<Button onClick={() => offline.refresh({ waitedFor: true })}>Try again</Button>}
    >
      {note}
    </Notice>
  )
}
