/** The router in reach of every screen. */
import { createContext, type ReactNode, use, useLayoutEffect } from 'react'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import type { Location, Router } from './router.ts'

const RouterContext = createContext<Router | undefined>(undefined)

export function RouterProvider({
  router,
  children,
}: {
  readonly router: Router
  readonly children: ReactNode
}) {
  return (
    <RouterContext value={router}>
      {children}
      <Shown />
    </RouterContext>
  )
}

/** Stands behind the page, so that all of it is there when its effect runs. */
function Shown(): null {
  const router = useRouter()
  const location = useReadable(router.location)
  useLayoutEffect(() => router.shown(location, scrollToTop), [router, location])
  return null
}

function scrollToTop(): void {
  scrollTo({ top: 0, left: 0 })
  const scroller = document.querySelector('[data-scroller]')
  if (scroller) scroller.scrollTop = 0
}

export function useRouter(): Router {
  const router = use(RouterContext)
  if (router === undefined) throw new Error('useRouter needs a RouterProvider')
  return router
}

export function useNavigate(): Router['navigate'] {
  return useRouter().navigate
}

export function useLocation(): Location {
  return useReadable(useRouter().location)
}
