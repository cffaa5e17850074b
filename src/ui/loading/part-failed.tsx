import { use } from 'react'
import { Button } from '../form/button.tsx'
import { Reload } from './reload.ts'

interface PartFailedProps {
  readonly again: boolean
  readonly retry: () => void
  /** Where nothing else closes it. */
  readonly onClose?: () => void
}

/** Stands where a part of the app should be whose code could not be loaded (spec section 8). */
export function PartFailed({ again, retry, onClose }: PartFailedProps) {
  const reload = use(Reload)
  return (
    <div role="alert" className="flex flex-col gap-3">
      <p>
        Loading this part of the app failed. It is not on this device yet and needs the network
        once. Everything else goes on.
      </p>
      {again ? (
        <p className="text-sm text-quiet">
          If it fails with a network too, load the app again: the server may have a newer version.
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        {onClose === undefined ? null : <Button onClick={onClose}>Close</Button>}
        {again ? <Button onClick={() => reload()}>Load the app again</Button> : null}
        <Button look="primary" onClick={retry}>
          Try again
        </Button>
      </div>
    </div>
  )
}
