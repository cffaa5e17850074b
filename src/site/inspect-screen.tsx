/** What is on this device and how it is, for its person and for whoever helps them. Works without a network. */
import { useEffect, useState } from 'react'
import { useReadable } from '../cache/hooks/use-readable.ts'
import { refreshFailure } from '../cache/sync/refresh-failure.ts'
import type { Identity } from '../network/session/identity.ts'
import type { Offline } from '../offline/offline.ts'
import { createReadable } from '../offline/readable.ts'
import { createShellCheck } from '../offline/worker/shell-check.ts'
import type { DeviceLog } from '../parts/device-log.ts'
import { saveRescue } from '../parts/rescue.ts'
import { copyAndTell } from '../ui/copy-text.ts'
import { Button } from '../ui/form/button.tsx'
import { Said, useSaid } from '../ui/said.tsx'
import { Article } from './article.tsx'
import { deviceFacts, type Measured, measureDevice } from './device-facts.ts'
import { SiteFrame } from './site-frame.tsx'

const nothing = createReadable(undefined)

interface InspectScreenProps {
  readonly offline: Offline | undefined
  readonly identity: Pick<Identity, 'browserId' | 'knownUserId' | 'tabId' | 'userToken'>
  readonly log: Pick<DeviceLog, 'read'>
  readonly isDemo: boolean
  readonly flags: readonly string[]
  /** The latest data calls, oldest first; empty unless the server asks for them. */
  readonly operations: readonly string[]
}

export function InspectScreen({
  offline,
  identity,
  log,
  isDemo,
  flags,
  operations,
}: InspectScreenProps) {
  const [check] = useState(() =>
    createShellCheck('serviceWorker' in navigator ? navigator.serviceWorker : undefined, isDemo),
  )
  const [measured, setMeasured] = useState<Measured>()
  const [said, setSaid] = useSaid()
  const storage = 'storage' in navigator ? navigator.storage : undefined
  useEffect(() => {
    void measureDevice(storage, check.look).then(setMeasured)
  }, [storage, check])

  // The facts follow both.
  useReadable<unknown>(offline?.sync ?? nothing)
  useReadable<unknown>(offline?.tray ?? nothing)
  const facts = deviceFacts({
    version: import.meta.env.VITE_VERSION,
    identity,
    offline,
    measured,
    userAgent: navigator.userAgent,
    flags,
  })
  const lines = log.read()

  async function mend() {
    setSaid('Mending…')
    const shell = await check.complete()
    await storage?.persist?.().catch(() => false)
    await offline?.sendNow()
    const asked = offline === undefined || (await offline.refresh({ hard: true, anyway: true }))
    setMeasured(await measureDevice(storage, check.look))
    setSaid(
      [
        shell === 'complete' ? 'The app is complete.' : 'The app could not be loaded anew.',
        asked
          ? 'Everything was asked for anew.'
          : `The lists are as they were. ${refreshFailure(offline) ?? 'The server cannot be reached.'}`,
      ].join(' '),
    )
  }

  async function copy() {
    const text = [...facts.map(({ title, value }) => `${title}: ${value}`), ...lines].join('\n')
    setSaid(await copyAndTell(text))
  }

  return (
    <SiteFrame title="This device">
      <Article title="This device">
        <p>What Aisle keeps in this browser, and how it is. Nothing here leaves the device.</p>
        <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[12rem_1fr]">
          {facts.map(({ title, value }) => (
            <div key={title} className="contents">
              <dt className="text-quiet">{title}</dt>
              <dd className="pb-2 sm:pb-0">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap gap-2 pt-6">
          <Button look="primary" onClick={mend}>
            Mend my device
          </Button>
          <Button onClick={copy}>Copy details</Button>
          {offline === undefined ? null : (
            <Button onClick={() => setSaid(saveRescue(offline, Date.now()))}>
              Save my data as a file
            </Button>
          )}
        </div>
        <Said>{said}</Said>
        <p className="text-sm text-quiet">
          Mending loads the app anew, asks the browser to keep it, sends what waits and asks for all
          lists again. Nothing that waits is lost by it.
        </p>
        <Lines title="Log" lines={lines} empty="Nothing went wrong on this device." />
        {operations.length > 0 ? <Lines title="Data calls" lines={operations} empty="" /> : null}
      </Article>
    </SiteFrame>
  )
}

interface LinesProps {
  readonly title: string
  readonly lines: readonly string[]
  readonly empty: string
}

function Lines({ title, lines, empty }: LinesProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {lines.length === 0 ? (
        <p>{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <pre tabIndex={0} className="max-h-96 overflow-y-auto text-sm whitespace-pre-wrap">
          {lines.join('\n')}
        </pre>
      )}
    </section>
  )
}
