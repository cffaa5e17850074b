import { NIL, v5, validate } from 'uuid'
import { nameKey } from './names.ts'

/**
 * The id of something that follows from something else (spec section 10.6): UUID v5 of `name` under the UUID
 * `namespace`, so that browser and server make the same one without asking each other. Ids that clients make
 * need not be UUIDs: such a namespace becomes part of the name.
 */
export function derivedId(namespace: string, name: string): string {
  return validate(namespace) ? v5(name, namespace) : v5(JSON.stringify([namespace, name]), NIL)
}

/**
 * The id of a tag that came to a list by its name alone, as when a tagged item moves there. `isTaken` where another
 * tag has it, which was called so before: then it is the next that follows from it.
 */
export function tagIdOf(
  listId: string,
  tagName: string,
  isTaken: (id: string) => boolean = () => false,
): string {
  const key = nameKey(tagName)
  let id = derivedId(listId, key)
  while (isTaken(id)) id = derivedId(id, key)
  return id
}

/**
 * The id of a tag that is made anew by its name, so that two phones that add the same tag add one. Not one of a tag that
 * is there, nor of one that left called otherwise, which may come back; `nameOfLeft` tells what is known of those.
 */
export function freeTagId(
  listId: string,
  tagName: string,
  isThere: (id: string) => boolean,
  nameOfLeft: (id: string) => string | undefined,
): string {
  const key = nameKey(tagName)
  return tagIdOf(listId, tagName, id => isThere(id) || nameKey(nameOfLeft(id) ?? key) !== key)
}

/**
 * The id that a new tag gets on a list where a client named it `given`. It follows from both, so that no id
 * can be taken on a list before its own people take it, and no two lists ever share one.
 */
export function givenTagId(listId: string, given: string): string {
  return derivedId(listId, given)
}
