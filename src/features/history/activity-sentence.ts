import { enumerate } from '../../../rules/enumerate.ts'
import { counted, countTitle, fieldWord } from '../../../rules/validation-issue.ts'
import type { ActivityFieldsFragment, ActivityKind } from '../../generated/operations.ts'

type ToSay = Pick<
  ActivityFieldsFragment,
  'kind' | 'itemNames' | 'itemCount' | 'fields' | 'listName'
>

/** What somebody did, as it follows their name: "ticked Milk". */
export function activitySentence(activity: ToSay): string {
  const { kind } = activity
  // Of a server that is newer than this page, there may be others.
  return Object.hasOwn(sentences, kind) ? sentences[kind](activity) : 'changed the list'
}

const sentences: Readonly<Record<ActivityKind, (activity: ToSay) => string>> = {
  LIST_CREATED: ({ listName }) => `made the list ${listName}`,
  LIST_CHANGED: ({ fields, listName }) =>
    fields.length === 1 && fields[0] === 'name'
      ? `renamed the list to ${listName}`
      : `changed the list${of(fields)}`,
  LIST_DELETED: () => 'deleted the list',
  LIST_RESTORED: () => 'brought the list back',
  LIST_RESET: () => 'reset the list',
  LIST_LEFT: () => 'left the list',
  LIST_SHARED: () => 'changed who has the list',
  LIST_JOINED: () => 'joined by a link',
  LIST_HANDED_OVER: () => 'gave the list a new owner',
  ITEM_ADDED: activity => `added ${namesOf(activity)}`,
  ITEM_CHANGED: activity => `changed ${namesOf(activity)}${of(activity.fields)}`,
  ITEM_TICKED: activity => `ticked ${namesOf(activity)}`,
  ITEM_UNTICKED: activity => `unticked ${namesOf(activity)}`,
  ITEM_DELETED: activity => `deleted ${namesOf(activity)}`,
  ITEM_MOVED_IN: activity => `moved ${namesOf(activity)} here`,
  ITEM_MOVED_OUT: activity => `moved ${namesOf(activity)} to another list`,
  ITEMS_ORDERED: activity =>
    activity.itemCount === 0 ? 'changed the order' : `moved ${namesOf(activity)}`,
}

const namesShown = 3

function namesOf({ itemNames, itemCount }: ToSay): string {
  const shown = itemNames.slice(0, namesShown)
  const more = itemCount - shown.length
  if (shown.length === 0) return itemCount === 1 ? 'an item' : counted(itemCount, 'item')
  return enumerate(more > 0 ? [...shown, `${countTitle(more)} more`] : shown)
}

/** " (name, notes)": only what a person would call so. */
function of(fields: readonly string[]): string {
  const words = fields.map(fieldWord)
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}
