/** Reading what came from outside, where nothing can be taken for granted: answers, stored texts, messages. */

/** A field of something that came from outside, as a list; empty if it is none. */
export function listIn(value: unknown, field: string): readonly unknown[] {
  const list = fieldIn(value, field)
  return Array.isArray(list) ? list : []
}

/** A field of something that came from outside. */
export function fieldIn(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined
}

/** A field of something that came from outside, where it is a text that says something. */
export function textIn(value: unknown, field: string): string | undefined {
  const text = fieldIn(value, field)
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}
