/** What a person chose for this device alone, whoever signs in there: written on the page's root, for all to obey. */

export type ThemeChoice = (typeof themeChoices)[number]
export type KeysChoice = (typeof keysChoices)[number]

export interface DeviceChoice<Choice extends string> {
  get(): Choice
  /** What is none of the choices changes nothing. */
  set(choice: string): void
  subscribe(listener: () => void): () => void
}

interface RememberedValues {
  get(key: string): string | undefined
  set(key: string, value: string): void
  onOtherTab(key: string, listener: () => void): unknown
}

/** Of each kind, the first holds until somebody chooses. */
export const themeChoices = ['system', 'light', 'dark'] as const
export const keysChoices = ['on', 'off'] as const

/** `root` carries the choice as `data-NAME`, unless it is the first. */
export function createDeviceChoice<Choice extends string>(
  persistent: RememberedValues,
  root: HTMLElement,
  name: 'theme' | 'keys',
  choices: readonly [Choice, ...Choice[]],
): DeviceChoice<Choice> {
  const listeners = new Set<() => void>()
  const storageKey = `aisle.${name}`
  let chosen: Choice = choices[0]
  take(persistent.get(storageKey))
  // It is the device's, whichever window it was made in.
  persistent.onOtherTab(storageKey, () => {
    const next = persistent.get(storageKey)
    if (next === undefined || next === chosen) return
    take(next)
    tell()
  })
  return {
    get: () => chosen,
    set(next) {
      take(next)
      persistent.set(storageKey, chosen)
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }

  function tell() {
    for (const listener of listeners) listener()
  }

  function take(next: string | undefined) {
    chosen = choices.find(choice => choice === next) ?? chosen
    if (chosen === choices[0]) delete root.dataset[name]
    else root.dataset[name] = chosen
  }
}
