/** What a text holds that came from outside; undefined where it is no JSON, or there is none. */
export function jsonIn(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
