/** Tags as a person is choosing or changing them, before they are saved. */
import { checkTagCount } from '../../../rules/counts.ts'
import { nextTagColor } from '../../../rules/lists/tags.ts'
import { foldMarks, nameKey } from '../../../rules/names.ts'
import { checkName, cleanName } from '../../../rules/text.ts'

/** A tag of the list, or a new one. */
export interface DraftTag {
  readonly id?: string | undefined
  readonly name: string
  readonly color: string
}

/** What was typed of a new tag that is not added yet. */
export interface NewTagDraft {
  readonly text: string
  /** Where one was picked. */
  readonly color?: string | undefined
}

/** A tag while the list's tags are changed. */
export interface TagRow extends DraftTag {
  /** Stays the same while name and place change. */
  readonly key: string
}

/** The list's tags that a text may mean, without those that are chosen. */
export function offeredTags<T extends DraftTag>(
  listTags: readonly T[],
  chosen: readonly DraftTag[],
  typed: string,
): readonly T[] {
  const part = foldMarks(typed).trim()
  return listTags.filter(tag => !isAmong(chosen, tag.name) && foldMarks(tag.name).includes(part))
}

export type ChosenTag =
  | { readonly kind: 'tag'; readonly tag: DraftTag }
  | { readonly kind: 'issue'; readonly message: string }

/** The tag that a typed name stands for: the list's, or a new one. `color` where one was picked. */
export function tagOfText(
  listTags: readonly DraftTag[],
  chosen: readonly DraftTag[],
  typed: string,
  color: string | undefined,
): ChosenTag {
  const issue = checkName('tag', typed)
  if (issue) return { kind: 'issue', message: issue.message }
  const key = nameKey(typed)
  const known = listTags.find(tag => nameKey(tag.name) === key)
  if (known) return { kind: 'tag', tag: known }
  const all = [...listTags, ...chosen.filter(tag => !isAmong(listTags, tag.name))]
  const full = checkTagCount(all.length + 1)
  if (full) return { kind: 'issue', message: full.message }
  return { kind: 'tag', tag: { name: cleanName(typed), color: color ?? nextTagColor(all) } }
}

export const tagIsThere = 'There is a tag of this name already.'

/** What is wrong with the names, by the row's key. */
export function tagIssues(rows: readonly TagRow[]): ReadonlyMap<string, string> {
  const issues = new Map<string, string>()
  const seen = new Set<string>()
  for (const row of rows) {
    const issue = checkName('tag', row.name)
    const key = nameKey(row.name)
    if (issue) issues.set(row.key, issue.message)
    else if (seen.has(key)) issues.set(row.key, tagIsThere)
    seen.add(key)
  }
  return issues
}

/** Whether the same tags are there, in the same order, of the same names and colours. */
export function sameTags(a: readonly DraftTag[], b: readonly DraftTag[]): boolean {
  return (
    a.length === b.length &&
    a.every((tag, at) => {
      const other = b[at]
      return tag.id === other?.id && tag.name === other?.name && tag.color === other?.color
    })
  )
}

export function isAmong(tags: readonly DraftTag[], name: string): boolean {
  const key = nameKey(name)
  return tags.some(tag => nameKey(tag.name) === key)
}
