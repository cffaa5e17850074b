import { cleanName } from '../../../rules/text.ts'
import type { DraftTag } from './tag-draft.ts'

/** For the edits. */
export function draftInputs(tags: readonly DraftTag[]) {
  return tags.map(({ id, name, color }) => ({
    ...(id === undefined ? {} : { id }),
    name: cleanName(name),
    color,
  }))
}
