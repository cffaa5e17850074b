import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The token of a mailed link. It goes from the address at once, so that it stays in no history and no picture. */
export function useMailToken(): string {
  const { token, inviteId } = useSearch({ strict: false })
  const [taken] = useState(token ?? '')
  const navigate = useNavigate()
  useEffect(() => {
    if (token !== undefined) void navigate({ to: '.', search: { inviteId }, replace: true })
  }, [token, inviteId, navigate])
  return taken
}
