/** Where the person is signed in. Without a network this device alone is known. */
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useId, useState } from 'react'
import type { Device, Devices } from '../network/devices.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { momentTitle } from '../ui/moment.ts'
import { Said } from './section.tsx'

interface DeviceListProps {
  readonly devices: Devices
  /** Another number: ask anew. */
  readonly round: number
}

export function DeviceList({ devices, round }: DeviceListProps) {
  const [known, setKnown] = useState<readonly Device[]>()
  const [failure, setFailure] = useState<string>()
  const [said, setSaid] = useState('')

  const ask = useCallback(async () => {
    const answer = await devices.list()
    if (answer.kind === 'devices') setKnown(answer.devices)
    setFailure(answer.kind === 'failed' ? answer.message : undefined)
  }, [devices])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew.
  useEffect(() => {
    void ask()
  }, [ask, round])

  async function end(work: ReturnType<Devices['end']>) {
    const outcome = await work
    setSaid(outcome.message ?? '')
    await ask()
  }

  const rows = known ?? [thisDevice]
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Devices" className="flex flex-col divide-y divide-line">
        {rows.map(device => (
          <DeviceRow key={device.id} device={device} onEnd={() => end(devices.end(device.id))} />
        ))}
      </ul>
      {failure === undefined ? null : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-quiet">{failure}</p>
          <Button onClick={ask}>Try again</Button>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          disabled={known === undefined || known.length < 2}
          onClick={() => end(devices.endOthers())}
        >
          Sign out everywhere else
        </Button>
        <Said name="Your devices">{said}</Said>
      </div>
    </div>
  )
}

const thisDevice: Device = { id: 'this', browser: undefined, seenAt: '', current: true }

function DeviceRow({ device, onEnd }: { readonly device: Device; readonly onEnd: () => void }) {
  const id = useId()
  const { current, browser, seenAt } = device
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 py-1">
      <div id={id} className="min-w-[min(12rem,100%)] flex-1">
        <p>{browser ?? (current ? 'This browser' : 'A browser that does not say what it is')}</p>
        <p className="text-sm text-quiet">
          {current
            ? 'This device, now'
            : `Last used ${momentTitle(Date.parse(seenAt), Date.now())}`}
        </p>
      </div>
      {current ? (
        <Link to="/logout" aria-describedby={id} className={buttonClass('secondary')}>
          Sign out
        </Link>
      ) : (
        <Button aria-describedby={id} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}
