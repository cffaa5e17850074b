/** On which state of a list's tags a whole wanted set is based, so that what others add meanwhile stays. */

import { tagIdOf } from '../../../rules/derived-id.ts'
import type { Offline } from '../../offline/offline.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { recordsOf, textOf } from '../records/edit-variables.ts'
import { baseRecords, type Reader, seenRecords } from '../records/reader.ts'

export interface TagRevision {
  /** The variables of an edit that is done now; where they carry tags, with the `knownRevision` to which those belong. */
  based<Variables extends EditVariables>(variables: Variables): Variables
}

interface Wish {
  /** The list, or an item of it. */
  readonly id: string
  readonly tags: ReadonlySet<string>
  readonly knownRevision?: unknown
}

/**
 * A set that changes what one's own changes did before, of which the server has not told yet, must not carry the
 * revision from before them: those would count as somebody else's, and could not be taken back.
 */
export function createTagRevision(offline: Offline, listId: string): TagRevision {
  const view = seenRecords(offline)
  let toldAt: number | undefined
  /** One's own changes since then: one that was answered waits no more, and may not be in the base yet. */
  let done: readonly Wish[] = []

  function tagsOf(id: string, { list, item }: Reader): ReadonlySet<string> {
    return new Set((id === listId ? list(id) : item(id))?.itemTags.map(tag => tag.id))
  }

  function wishesOf(variables: EditVariables): readonly Wish[] {
    return tagChanges(variables).map(change => ({
      id: textOf(change, 'id'),
      tags: new Set(
        recordsOf(change, 'itemTags').map(
          tag => textOf(tag, 'id') || tagIdOf(listId, textOf(tag, 'name')),
        ),
      ),
      knownRevision: variables.knownRevision,
    }))
  }

  return {
    based(variables) {
      const revision = view.revision(listId)
      const wishes = wishesOf(variables)
      if (revision === undefined || wishes.length === 0) return variables
      if (revision !== toldAt) done = []
      toldAt = revision
      const base = baseRecords(offline.cache)
      const inBase = (id: string): Wish => ({ id, tags: tagsOf(id, base) })
      const waiting = offline.waiting
        .get()
        .flatMap(({ needs, variables: on }) => (needs.includes(listId) ? wishesOf(on) : []))
      // Whichever tab did it, in this visit or an earlier one.
      const untold = base
        .untoldTags(listId)
        .flatMap(([id, ...tags]) => (id === undefined ? [] : [{ id, tags: new Set(tags) }]))
      const own: readonly Wish[] = [inBase(listId), ...untold, ...done, ...waiting]
      const ownById = Map.groupBy(own, ({ id }) => id)
      const ownOf = (id: string) => ownById.get(id) ?? []
      const waitingById = Map.groupBy(waiting, ({ id }) => id)
      const listed = tagsOf(listId, view)
      const revisions = wishes.map(({ id, tags }) => {
        const states = [inBase(id), ...ownOf(id)]
        const now = tagsOf(id, view)
        const wasOtherwise = (tag: string) =>
          now.has(tag)
            ? // What the list lost its items lost, too.
              [...states, ...ownOf(listId)].some(one => !one.tags.has(tag))
            : // What is not on the list, and was on anything of it, has left the list.
              (listed.has(tag) ? states : own).some(one => one.tags.has(tag))
        const changesAgain = (tag: string) => now.has(tag) !== tags.has(tag) && wasOtherwise(tag)
        // Beneath a change that waits, nobody sees what joined since then.
        const first = waitingById.get(id)?.[0]
        return [...now, ...tags].some(changesAgain)
          ? undefined
          : first
            ? first.knownRevision
            : revision
      })
      done = [...done, ...wishes]
      const known = Math.min(...revisions.map(Number))
      return Number.isNaN(known) ? variables : { ...variables, knownRevision: known }
    },
  }
}

/** What edits change of tags, one each for the list or its items. */
export function tagChanges(variables: EditVariables): readonly EditVariables[] {
  return changesOf(variables).filter(({ itemTags }) => itemTags !== undefined)
}

/** Of an edit of many items each, else the variables themselves. */
export function changesOf(variables: EditVariables): readonly EditVariables[] {
  return 'items' in variables ? recordsOf(variables, 'items') : [variables]
}
