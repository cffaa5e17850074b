/** Down on purpose, seen by who has no lists on this device: everybody else goes on with theirs. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useReadable } from '../cache/hooks/use-readable.ts'
import { Button, buttonClass } from '../ui/form/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useTitle } from '../ui/use-title.ts'
import { useApp } from './app.tsx'

/** The page, where the server said at the start that it is down; else undefined. */
export function useDowntime(): ReactNode | undefined {
  return useReadable(useApp().settings).downtime ? <DowntimeScreen /> : undefined
}

function DowntimeScreen() {
  const { reload } = useApp()
  useTitle('Down for maintenance')
  return (
    <main className="flex min-h-dvh flex-col">
      <h1 className="sr-only">Aisle</h1>
      <Notice
        title="Aisle is down for maintenance"
        actions={
          <>
            <Button look="primary" onClick={reload}>
              Try again
            </Button>
            <Link to="/" className={buttonClass('secondary')}>
              To the first page
            </Link>
          </>
        }
      >
        It will be back soon. On devices where you are signed in your lists work as ever: what you
        change there is kept, and sent when Aisle is back.
      </Notice>
    </main>
  )
}
