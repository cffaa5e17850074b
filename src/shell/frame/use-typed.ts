/**
 * What was typed on screens and not sent yet, by the screen. It outlives the reload that brings a new version: what
 * lies in the tab's storage meanwhile is given back to the same person alone.
 */
import { useEffect, useState } from 'react'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import type { KeyValue } from '../../network/key-value.ts'
import { useApp } from '../app.tsx'

type TabStorage = Pick<KeyValue, 'get' | 'set' | 'remove'>

export function useTyped(): Map<string, string> {
  const { tab, updates } = useApp()
  const { userId } = useOffline()
  const [typed] = useState(() => readTyped(tab, userId))
  useEffect(() => {
    forgetTyped(tab, userId)
    const keep = () => {
      if (updates.isReloading()) keepTyped(tab, userId, typed)
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [tab, updates, userId, typed])
  return typed
}

function keepTyped(tab: TabStorage, userId: number, typed: ReadonlyMap<string, string>): void {
  tab.set(keyOf(userId), JSON.stringify(Object.fromEntries(typed)))
}

function readTyped(tab: TabStorage, userId: number): Map<string, string> {
  try {
    const texts = Object.entries(Object(JSON.parse(tab.get(keyOf(userId)) ?? '{}')))
    return new Map(texts.filter((one): one is [string, string] => typeof one[1] === 'string'))
  } catch {
    return new Map()
  }
}

/** To be called when this person signs out. */
export function forgetTyped(tab: Pick<TabStorage, 'remove'>, userId: number): void {
  tab.remove(keyOf(userId))
}

function keyOf(userId: number): string {
  return `aisle.typed.${userId}`
}
