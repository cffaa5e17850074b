import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '../parts/router/use-router.tsx'

/** The token of a mailed link. It goes from the address at once, so that it stays in no history and no picture. */
export function useMailToken(): string {
  const {
    pathname,
    search: { token },
  } = useLocation()
  const [taken] = useState(token ?? '')
  const navigate = useNavigate()
  useEffect(() => {
    if (token !== undefined) void navigate({ to: pathname, replace: true })
  }, [token, pathname, navigate])
  return taken
}
