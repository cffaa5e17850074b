/** Where the person is signed in. Without a network this device alone is known. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Device, Devices } from '../network/session/devices.ts'
import { Button, buttonClass } from '../ui/form/button.tsx'
import { usedTitle } from '../ui/moment.ts'
import { Said } from '../ui/said.tsx'
import { NotRead } from './not-read.tsx'
import { OwnRow, OwnRows } from './own-rows.tsx'
import type { useOwn } from './use-own.ts'

interface DeviceListProps {
  readonly devices: Pick<Devices, 'end' | 'endOthers'>
  readonly own: ReturnType<typeof useOwn<readonly Device[]>>
  /** What a device had asked for, such as another address, ends with it. */
  readonly onEnded: () => void
}

export function DeviceList({ devices, own, onEnded }: DeviceListProps) {
  const { known, answer, again } = own
  const [said, setSaid] = useState('')

  async function end(work: ReturnType<Devices['end']>) {
    const outcome = await work
    setSaid(outcome.message ?? '')
    again()
    onEnded()
  }

  const rows = known ?? [thisDevice]
  return (
    <div className="flex flex-col gap-3">
      <OwnRows label="Devices">
        {rows.map(({ id, browser, current, seenAt }) => (
          <OwnRow
            key={id}
            title={browser ?? (current ? 'This browser' : 'A browser that does not say what it is')}
            about={current ? 'This device, now' : usedTitle(seenAt)}
            action="Sign out"
            onEnd={() => end(devices.end(id))}
            {...(current && { end: toSignOut })}
          />
        ))}
      </OwnRows>
      <NotRead answer={answer} onAgain={again} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          busy={known === undefined || known.length < 2}
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

const toSignOut = (describedBy: string) => (
  <Link to="/logout" aria-describedby={describedBy} className={buttonClass('secondary')}>
    Sign out
  </Link>
)
