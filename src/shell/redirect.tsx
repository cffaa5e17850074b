import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { Loading } from '../ui/loading/loading.tsx'

/** Leads elsewhere, once: the router's own component does it again at every rendering. */
export function Redirect(props: NavigateOptions) {
  const navigate = useNavigate()
  const go = useEffectEvent(() => {
    navigate({ ...props, replace: true })
  })
  useEffect(() => go(), [])
  return <Loading />
}
