import { useEffect, useState } from 'react'

/** Long enough that what changes many times in one go is told once. */
export const settledMs = 2_000

/** The value once it has stayed the same for a while; undefined before the first time. */
export function useSettled<T>(value: T): T | undefined {
  const [settled, setSettled] = useState<T>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
