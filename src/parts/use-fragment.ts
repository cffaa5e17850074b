/**
 * What the fragment of the address brought, taken out of it at once, so that nobody finds it in the history. One that
 * brings nothing, "#preferences", stays: it names a part of the page.
 */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

export function useFragment(): URLSearchParams {
  const { history } = useRouter()
  const [brought] = useState(
    () => new URLSearchParams(history.location.hash.replace(/^#[^=]*$|^#/, '')),
  )
  useEffect(() => {
    if (brought.size === 0) return
    const { pathname, search } = history.location
    history.replace(`${pathname}${search}`)
  }, [brought, history])
  return brought
}
