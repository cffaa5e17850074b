import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The token of a mailed link. It goes from the address at once, so that it stays in no history and no picture. */
export function useMailToken(): string {
  const { token } = useSearch({ strict: false })
  const [taken] = useState(token ?? '')
  const navigate = useNavigate()
  useEffect(() => {
    if (token !== undefined) void navigate({ to: '.', search: {}, replace: true })
  }, [token, navigate])
  return taken
}
