import { useState } from 'react'
import { useListViews, useOffline } from '../cache/hooks/sync/use-offline.tsx'
import type { Session } from '../network/session/session.ts'
import type { SessionUser } from '../network/session/session-user.ts'
import type { Asker } from '../parts/perform/ask-server.ts'
import { saveFile } from '../parts/save-file.ts'
import { Button } from '../ui/form/button.tsx'
import { dayName } from '../ui/moment.ts'
import { Said } from '../ui/said.tsx'
import { collectOwnData } from './own-data.ts'

interface DownloadDataProps {
  readonly user: SessionUser
  readonly session: Pick<Session, 'state' | 'checkStatus'>
  readonly network: Asker
}

const collecting = 'Collecting your data…'

export function DownloadData({ user, session, network }: DownloadDataProps) {
  const offline = useOffline()
  const views = useListViews()
  const [said, setSaid] = useState('')

  async function handleDownload() {
    if (said === collecting) return
    setSaid(collecting)
    const at = new Date().toISOString()
    const { text, lacks } = await collectOwnData({ user, session, offline, views, network, at })
    // Of an account that is gone nothing stays, and nobody gets what was another's.
    if (session.state.get().user?.id !== user.id) return
    saveFile(text, `aisle-${dayName(Date.now())}.json`, 'application/json')
    setSaid(lacks === undefined ? 'Downloaded.' : `Downloaded what is on this device. ${lacks}`)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button onClick={handleDownload}>Download my data</Button>
      <Said name="Your data">{said}</Said>
    </div>
  )
}
