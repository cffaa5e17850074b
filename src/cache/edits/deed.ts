/**
 * What a person does, as kind, names and numbers. That is what is kept, with an edit that waits as with one that
 * can be taken back, since the records that it names may be gone by then. Its words are all made here, when they
 * are shown.
 */
import { counted } from '../../../rules/validation-issue.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'

export type DeedKind = keyof typeof words | 'old'

export type Deed = {
  readonly kind: DeedKind
  /** What it is done to, as it was called then; or so many items. */
  readonly name?: string
  readonly count?: number
  readonly from?: string
  /** Where it goes, what it is called from now on, or the tag. */
  readonly to?: string
}

type Words = readonly [verb: string, past: string, rest: (deed: Deed) => string]

const what = ({ name = '', count }: Deed): string =>
  count === undefined ? name : counted(count, 'item')
const renamed = ({ name, to }: Deed): string => `${name} to ${to}`

const words = {
  add: ['Add', 'added', what],
  addPasted: ['Add', 'added', ({ count = 0 }) => counted(count, 'pasted item')],
  import: ['Import', 'imported', what],
  tick: ['Tick', 'ticked', what],
  untick: ['Untick', 'unticked', what],
  useAgain: ['Use again', 'used again', what],
  change: ['Change', 'changed', what],
  rename: ['Rename', 'renamed', renamed],
  merge: ['Merge', 'merged', what],
  tag: ['Tag with', 'tagged with', deed => `${deed.to}: ${what(deed)}`],
  untag: ['Take', 'took', deed => `${deed.to} off ${what(deed)}`],
  move: ['Move', 'moved', what],
  moveTo: ['Move to', 'moved to', deed => `${deed.to}: ${what(deed)}`],
  moveFrom: ['Move', 'moved', deed => `${what(deed)} from ${deed.from} to ${deed.to}`],
  reorder: ['Reorder', 'reordered', what],
  delete: ['Delete', 'deleted', what],
  clearTrolley: ['Clear from the trolley:', 'cleared from the trolley:', what],
  newList: ['New list', 'made the new list', what],
  sampleList: ['Make', 'made', () => 'a sample list'],
  copy: ['Copy', 'copied', what],
  reset: ['Reset', 'reset', what],
  leave: ['Leave', 'left', what],
  bringBack: ['Bring back', 'brought back', what],
  share: ['Change who has', 'changed who has', what],
  handOver: ['Hand over', 'handed over', what],
  makeLink: ['Make a link to', 'made a link to', what],
  endLinks: ['End all links to', 'ended all links to', what],
  preferences: ['Change', 'changed', () => 'preferences'],
  saveFilter: ['Save the filter', 'saved the filter', what],
  changeFilter: ['Change the filter', 'changed the filter', what],
  renameFilter: ['Rename the filter', 'renamed the filter', renamed],
  deleteFilter: ['Delete the filter', 'deleted the filter', what],
  askFriend: ['Ask', 'asked', ({ name }) => `${name} for friendship`],
  answerFriend: ['Answer', 'answered', what],
  acceptFriend: ['Accept', 'accepted', what],
  rejectFriend: ['Reject', 'rejected', what],
  blockFriend: ['Block', 'blocked', what],
  removeFriend: ['Remove', 'removed', what],
  sendFeedback: ['Send', 'sent', () => 'feedback'],
  deleteFeedback: ['Delete', 'deleted', () => 'feedback'],
} satisfies Readonly<Record<string, Words>>

/** "Tick Milk". */
export function deedSentence(deed: Deed): string {
  const [verb, , rest] = wordsOf(deed)
  return `${verb} ${rest(deed)}`.trim()
}

/** "ticked Milk", as it follows "You". */
export function deedPast(deed: Deed): string {
  const [, past, rest] = wordsOf(deed)
  return `${past} ${rest(deed)}`.trim()
}

/** "Milk": what it is done to. */
export function deedObject(deed: Deed): string {
  return wordsOf(deed)[2](deed)
}

/** As it was kept; undefined if nothing was, or of a kind that this version does not know. */
export function readDeed(kept: EditVariables | undefined): Deed | undefined {
  const { kind, name, count, from, to } = kept ?? {}
  if (typeof kind !== 'string' || !isKind(kind)) return undefined
  return {
    kind,
    ...(typeof name === 'string' && { name }),
    ...(typeof count === 'number' && { count }),
    ...(typeof from === 'string' && { from }),
    ...(typeof to === 'string' && { to }),
  }
}

/** Of a release that kept the sentence itself. */
export function oldDeed(sentence: string): Deed {
  return { kind: 'old', name: sentence }
}

function wordsOf(deed: Deed): Words {
  return deed.kind === 'old' ? oldWords(deed.name ?? '') : words[deed.kind]
}

function oldWords(sentence: string): Words {
  const known = Object.values(words).find(([verb]) => sentence.startsWith(`${verb} `))
  if (!known) return ['', 'did:', () => sentence]
  const [verb, past] = known
  return [verb, past, () => sentence.slice(verb.length + 1)]
}

function isKind(kind: string): kind is DeedKind {
  return kind === 'old' || Object.hasOwn(words, kind)
}
