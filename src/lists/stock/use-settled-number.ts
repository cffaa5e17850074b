import { useEffect, useEffectEvent, useState } from 'react'

/** Taps that follow each other faster than this are one change. */
const pauseMs = 500

interface Pending {
  readonly base: number | null
  readonly value: number
}

/**
 * A number that a person taps up and down: shown at once, handed on as one value when they pause, leave the
 * page, or the row goes. What somebody else changes meanwhile is shown as soon as nothing is pending.
 */
export function useSettledNumber(
  value: number | null,
  onSettle: (value: number) => void,
): readonly [number | null, (value: number) => void] {
  const [pending, setPending] = useState<Pending>()

  const settle = useEffectEvent(() => {
    if (pending === undefined) return
    setPending(undefined)
    if (pending.value !== value) onSettle(pending.value)
  })
  useEffect(() => {
    if (pending === undefined) return
    const timer = setTimeout(() => settle(), pauseMs)
    const leave = () => settle()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [pending])
  useEffect(() => () => settle(), [])

  return [pending?.value ?? value, next => setPending({ base: value, value: next })]
}
