/**
 * What was typed into forms and not sent yet, under a key each: whatever closes a form, it stands there when it is
 * opened again. Whoever provides the map lets it end with the account; a password never gets a key.
 */
import { createContext, use } from 'react'

export const KeptTexts = createContext<Map<string, string> | undefined>(undefined)

/** One of them: what is `blank` need not be kept. Without a key, or where nobody provides a map, none is. */
export function useKeptText(key: string | undefined, blank: string) {
  const texts = use(KeptTexts)
  return {
    /** To begin with. */
    first: (key === undefined ? undefined : texts?.get(key)) ?? blank,
    keep(text: string): void {
      if (key !== undefined) keepText(texts, key, { text, blank })
    },
  }
}

export function keepText(
  texts: Map<string, string> | undefined,
  key: string,
  { text, blank }: { readonly text: string; readonly blank: string },
): void {
  if (text === blank) texts?.delete(key)
  else texts?.set(key, text)
}
