import { useEffect, useState } from 'react'

/** What the browser answers, once it has; `refresh` asks something else for it. */
export function useAnswer<T>(ask: () => Promise<T>) {
  const [answer, setAnswer] = useState<T>()
  const [first] = useState(() => ask)
  useEffect(() => {
    let over = false
    void first().then(value => {
      if (!over) setAnswer(() => value)
    })
    return () => {
      over = true
    }
  }, [first])
  return [
    answer,
    async (again: () => Promise<T>) => {
      const value = await again()
      setAnswer(() => value)
      return value
    },
  ] as const
}
