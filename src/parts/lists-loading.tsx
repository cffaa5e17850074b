import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { useSync } from '../cache/hooks/sync/use-sync.ts'
import { Button } from '../ui/form/button.tsx'
import { Loading } from '../ui/loading/loading.tsx'
import { Notice } from '../ui/notice.tsx'

interface ListsLoadingProps {
  /** What is said of what comes with the lists. */
  readonly failed?: string
}

/** In place of lists that this device does not have yet: nobody waits for a server that has said why not. */
export function ListsLoading({ failed = 'Your lists could not be fetched' }: ListsLoadingProps) {
  const offline = useOffline()
  const note = useSync(({ signedOut, trouble }) =>
    signedOut ? 'Sign in to see what is new.' : trouble?.note,
  )
  if (note === undefined) return <Loading />
  return (
    <Notice
      title={failed}
      actions={<Button onClick={() => offline.refresh({ waitedFor: true })}>Try again</Button>}
    >
      {note}
    </Notice>
  )
}

/** What is said where the server was not reached since the device has none. */
export const noListsHere = {
  title: 'No list is on this device',
  sentence:
    'Lists that the server has come as soon as it can be reached. You can make a new one now: it is sent then.',
}
