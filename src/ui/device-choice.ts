/** Light or dark: the system's, unless a person chose one on this device. */

export type ThemeChoice = 'system' | 'light' | 'dark'

export interface Theme {
  get(): ThemeChoice
  set(choice: ThemeChoice): void
  subscribe(listener: () => void): () => void
}

interface RememberedValues {
  get(key: string): string | undefined
  set(key: string, value: string): void
}

const storageKey = 'aisle.theme'

export function isThemeChoice(value: unknown): value is ThemeChoice {
  return value === 'system' || value === 'light' || value === 'dark'
}

/** `root` carries the choice as data-theme, which the style sheet obeys. */
export function createTheme(persistent: RememberedValues, root: HTMLElement): Theme {
  const listeners = new Set<() => void>()
  const stored = persistent.get(storageKey)
  let choice: ThemeChoice = isThemeChoice(stored) ? stored : 'system'
  paint(root, choice)
  return {
    get: () => choice,
    set(next) {
      choice = next
      persistent.set(storageKey, next)
      paint(root, next)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

function paint(root: HTMLElement, choice: ThemeChoice) {
  if (choice === 'system') delete root.dataset.theme
  else root.dataset.theme = choice
}
