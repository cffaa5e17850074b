/**
 * The last resort: a fault while drawing shows the sentence of spec section 2 instead of a blank page. What
 * waits to be sent lies in its own store, untouched; it can be taken along before anything else is tried.
 */
import { Component, type ReactNode } from 'react'
import { counted } from '../../rules/validation-issue.ts'
import { useLostWithPage } from '../cache/hooks/sync/use-unpersisted.ts'
import { useReadable } from '../cache/hooks/use-readable.ts'
import type { Offline } from '../offline/offline.ts'
import { saveRescue } from '../parts/rescue.ts'
import { troubleText } from '../parts/trouble-text.ts'
import { copyAndTell } from '../ui/copy-text.ts'
import { Button } from '../ui/form/button.tsx'
import { Said, useSaid } from '../ui/said.tsx'

interface Rescue {
  /** Whose lists are open, if anybody's. */
  readonly offline: Offline | undefined
  /** The device's log, for the details. */
  readonly log: readonly string[]
}

interface CrashProps {
  /** What was thrown. */
  readonly error?: unknown
  readonly rescue?: (() => Rescue) | undefined
}

export class CrashBoundary extends Component<
  { readonly rescue?: () => Rescue; readonly children: ReactNode },
  { readonly crash: { readonly error: unknown } | undefined }
> {
  override state: { crash: { readonly error: unknown } | undefined } = { crash: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { crash: { error } }
  }

  override render() {
    const { crash } = this.state
    if (crash === undefined) return this.props.children
    return <CrashScreen error={crash.error} rescue={this.props.rescue} />
  }
}

const nothing: Rescue = { offline: undefined, log: [] }

export function CrashScreen({ error, rescue = () => nothing }: CrashProps) {
  const [said, setSaid] = useSaid()
  const { offline } = rescue()

  async function copyDetails() {
    setSaid(await copyAndTell(detailsOf(error, rescue().log)))
  }

  return (
    <main className="m-auto grid min-h-dvh max-w-md place-content-center justify-items-center gap-4 p-4 text-center">
      <div role="alert">
        <h1 className="text-lg">
          Oops! Something went wrong. Please refresh the page or restart the app.
        </h1>
      </div>
      <p className="text-quiet">
        What was saved on this device is still there
        {offline === undefined ? '.' : <Waiting offline={offline} />}
      </p>
      <Button look="primary" onClick={() => globalThis.location.reload()}>
        Refresh
      </Button>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={copyDetails}>Copy details</Button>
        {offline === undefined ? null : (
          <Button onClick={() => setSaid(saveRescue(offline, Date.now()))}>
            Save my data as a file
          </Button>
        )}
      </div>
      <Said>{said}</Said>
    </main>
  )
}

function Waiting({ offline }: { readonly offline: Offline }) {
  const lost = useLostWithPage(offline)
  const kept = useReadable(offline.waiting).length + offline.tray.get().length - lost
  return (
    <>
      {kept > 0 ? `, ${waitingTitle(kept)}` : ''}.
      {lost > 0
        ? ` ${counted(lost, 'change')} ${lost === 1 ? 'is' : 'are'} not saved yet, and lost with this page: save your data as a file first.`
        : ''}
    </>
  )
}

function waitingTitle(count: number): string {
  return count === 1
    ? 'also the one change that was not sent yet'
    : `also the ${counted(count, 'change')} that were not sent yet`
}

/** Kinds and places, no names and no texts: fit to be handed to somebody else. */
function detailsOf(error: unknown, log: readonly string[]): string {
  return [`screen ${troubleText(error)}`, navigator.userAgent, ...log.slice(-20)].join('\n')
}
