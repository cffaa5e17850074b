import { useEffect, useRef, useState } from 'react'
import type { AuthOutcome } from '../network/session/auth-outcome.ts'
import { useMailToken } from './use-mail-token.ts'

/** A mailed link that does its work by being opened; without an answer it is tried `again` by hand. */
export function useOpenedLink(open: (token: string) => Promise<AuthOutcome>) {
  const token = useMailToken()
  const [outcome, setOutcome] = useState<AuthOutcome>()
  const asked = useRef(false)

  async function again() {
    setOutcome(undefined)
    setOutcome(await open(token))
  }

  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void again()
  })

  return { outcome, again }
}
