import { useEffect, useEffectEvent } from 'react'
import type { Navigation } from '../parts/router/router.ts'
import { useNavigate } from '../parts/router/use-router.tsx'
import { Loading } from '../ui/loading/loading.tsx'

/** Leads elsewhere, once: the router's own component does it again at every rendering. */
export function Redirect(props: Navigation) {
  const navigate = useNavigate()
  const go = useEffectEvent(() => {
    navigate({ ...props, replace: true })
  })
  useEffect(() => go(), [])
  return <Loading />
}
