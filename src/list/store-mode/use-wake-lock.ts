import { useEffect, useState } from 'react'

/**
 * Keeps the screen on as long as it is mounted; the browser lets go of it whenever the page is hidden, so it is asked
 * for again when the page is seen. False where this browser or its battery saver does not let it.
 */
export function useWakeLock(): boolean {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let ended = false

    async function ask() {
      if (ended || lock !== undefined || document.visibilityState !== 'visible') return
      try {
        const granted = await navigator.wakeLock.request('screen')
        if (ended) return void granted.release()
        lock = granted
        setHeld(true)
        granted.addEventListener('release', () => {
          lock = undefined
          setHeld(false)
        })
      } catch {
        // Refused to save the battery: the list works all the same.
      }
    }
    const askAgain = () => void ask()
    askAgain()
    document.addEventListener('visibilitychange', askAgain)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', askAgain)
      void lock?.release()
    }
  }, [])
  return held
}
