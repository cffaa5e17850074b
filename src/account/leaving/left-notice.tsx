/** After leaving: what is still on this device, in the words that are true. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../ui/form/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface LeftNoticeProps {
  readonly leftBehind: boolean
  readonly isDemo: boolean
  /** Tries again to remove it. */
  readonly onClean: () => Promise<void>
}

export function LeftNotice({ leftBehind, isDemo, onClean }: LeftNoticeProps) {
  const [cleaning, setCleaning] = useState(false)

  async function handleClean() {
    setCleaning(true)
    await onClean()
    setCleaning(false)
  }

  return (
    <Notice
      title="You are signed out"
      actions={
        <>
          {leftBehind ? (
            <Button look="primary" busy={cleaning} onClick={handleClean}>
              {cleaning ? 'Removing…' : 'Try again'}
            </Button>
          ) : null}
          <Link
            to="/login"
            search={{}}
            className={buttonClass(leftBehind ? 'secondary' : 'primary')}
          >
            Sign in
          </Link>
          <Link to="/" className={buttonClass('secondary')}>
            Start page
          </Link>
        </>
      }
    >
      <p role="status">
        {leftBehind
          ? 'This browser did not let go of your lists: some of them may still be on this device. Close other windows of Aisle, then try again.'
          : isDemo
            ? 'This browser plays the server, too: your lists stay in it until you delete the account of the demo.'
            : 'Nothing of your lists is left on this device.'}
      </p>
    </Notice>
  )
}
