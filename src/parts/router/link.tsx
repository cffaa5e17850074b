import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'
import type { Target } from './router.ts'
import { useRouter } from './use-router.tsx'

interface LinkProps extends Target, Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** Beside the others where the link leads to the page that is shown. */
  readonly activeClassName?: string
}

/** A link within the app. In a new tab or window it opens as any other. */
export function Link({ to, search, activeClassName, className, onClick, ...rest }: LinkProps) {
  const router = useRouter()
  const target = { to, search }
  const isAt = () => router.isAt(target)
  const active = useSyncExternalStore(router.location.subscribe, isAt, isAt)

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const { defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey } = event
    if (defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return
    event.preventDefault()
    void router.navigate(target)
  }

  return (
    <a
      aria-current={active ? 'page' : undefined}
      {...rest}
      className={active && activeClassName ? `${className ?? ''} ${activeClassName}` : className}
      href={router.hrefOf(target)}
      onClick={handleClick}
    />
  )
}
