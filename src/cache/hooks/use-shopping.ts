import { useMemo } from 'react'
import { useOffline } from './sync/use-offline.tsx'
import { useReadable } from './use-readable.ts'

/** Somebody else who is in a store with a list. */
export interface Shopper {
  readonly userId: number
  readonly firstName: string
}

/** Who else is in a store with the list, as far as that is known at this moment. */
export function useShopping(listId: string): readonly Shopper[] {
  const { beside } = useOffline()
  const told = useReadable(beside).get(listId)
  return useMemo(() => (Array.isArray(told) ? told.filter(isShopper) : []), [told])
}

function isShopper(told: unknown): told is Shopper {
  const { userId, firstName } = Object(told) as Record<string, unknown>
  return typeof userId === 'number' && typeof firstName === 'string'
}
