/**
 * What was typed into forms and not sent yet, under a key each: whatever closes a form, it stands there when it is
 * opened again. Whoever provides the map lets it end with the account; a password is never kept.
 */
import { createContext, use, useState } from 'react'

type Texts = Map<string, string> | undefined

export const KeptTexts = createContext<Texts>(undefined)

/** One of them: what is `blank` need not be kept. Without a key, or where nobody provides a map, none is. */
export function useKeptText(key: string | undefined, blank: string) {
  const texts = use(KeptTexts)
  return {
    /** To begin with. */
    first: (key === undefined ? undefined : texts?.get(key)) ?? blank,
    keep: (text: string) => keepText(texts, key, text, blank),
  }
}

/**
 * What was touched of a form of several fields; what others make of the rest meanwhile is shown, and stays. The third
 * says whether nothing was touched since the form opened: what was left in it before is saved by no mere look.
 */
export function useKeptDraft<Draft extends object>(key: string | undefined) {
  const texts = use(KeptTexts)
  const [opened] = useState<Draft>(() => readDraft(texts, key))
  const [draft, setDraft] = useState(opened)
  function change(next: Draft): void {
    keepDraft(texts, key, next)
    setDraft(next)
  }
  return [draft, change, draft === opened] as const
}

export function readDraft<Draft extends object>(
  texts: Pick<Map<string, string>, 'get'> | undefined,
  key: string | undefined,
): Draft {
  return JSON.parse((key && texts?.get(key)) || '{}')
}

export function keepDraft(texts: Texts, key: string | undefined, draft: object): void {
  keepText(texts, key, JSON.stringify(draft, withoutPassword), '{}')
}

function withoutPassword(name: string, value: unknown): unknown {
  return name === 'password' ? undefined : value
}

function keepText(texts: Texts, key: string | undefined, text: string, blank: string): void {
  if (key === undefined) return
  if (text === blank) texts?.delete(key)
  else texts?.set(key, text)
}
