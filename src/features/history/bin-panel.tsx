/**
 * What was deleted in the last 30 days and can come back: lists, and the items of one list. Without a
 * network: what was deleted on this device.
 */

import { useState } from 'react'
import { daysBefore } from '../../../rules/days.ts'
import { limits } from '../../../rules/limits.ts'
import { mayEdit } from '../../../rules/people/permissions.ts'
import { counted } from '../../../rules/validation-issue.ts'
import { deedObject } from '../../cache/edits/deed.ts'
import { createItem } from '../../cache/edits/item-edits.ts'
import { restoreShoppingList } from '../../cache/edits/restore-list-edit.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useWaiting } from '../../cache/hooks/sync/use-waiting.ts'
import { useList } from '../../cache/hooks/use-list.ts'
import { checkCapacityForList, checkCapacityOnList } from '../../cache/records/capacity.ts'
import { recordsOf } from '../../cache/records/edit-variables.ts'
import { contentOf } from '../../cache/records/item-content.ts'
import { accountUnit } from '../../cache/records/local-records.ts'
import { newId } from '../../cache/records/new-id.ts'
import { isSameItem } from '../../cache/undo/same-value.ts'
import { historyOf } from '../../cache/undo/undo.ts'
import type { UndoRecord, UndoStep } from '../../cache/undo/undo-step.ts'
import type {
  DeletedItemFieldsFragment,
  DeletedShoppingListFieldsFragment,
} from '../../generated/operations.ts'
import { OnDeviceNote } from '../../parts/on-device-note.tsx'
import type { Asker, ServerAnswer } from '../../parts/perform/ask-server.ts'
import { usePerform } from '../../parts/perform/use-perform.ts'
import { useServerAnswer } from '../../parts/perform/use-server-answer.ts'
import { useSaid } from '../../ui/said.tsx'
import { BinList, type BinRow } from './bin-list.tsx'
import { deletedItemsQuery, deletedShoppingListsQuery } from './history-queries.ts'
import { Told } from './told.tsx'
import { useUndo, useUndoRecords } from './use-undo.ts'

export interface BinPanelProps {
  /** The list whose items are shown before the lists; none on the overview. */
  readonly listId: string | undefined
  readonly network: Asker
  /** A list is there again, under this id. */
  readonly onListBack: (listId: string) => void
}

/** Mount with the list's id as key. */
export function BinPanel({ listId, network, onListBack }: BinPanelProps) {
  const [told, setTold] = useSaid()
  const section = { network, tell: setTold }
  return (
    <div className="flex flex-col gap-4">
      {listId === undefined ? null : <DeletedItems listId={listId} {...section} />}
      <DeletedLists onListBack={onListBack} {...section} />
      <Told>{told}</Told>
    </div>
  )
}

interface SectionProps extends Pick<BinPanelProps, 'network'> {
  /** What came of it, or why it stays in the bin. */
  readonly tell: (sentence: string) => void
}

function DeletedItems({ listId, network, tell }: SectionProps & { readonly listId: string }) {
  const list = useList(listId)
  const offline = useOffline()
  const perform = usePerform()
  const undo = useUndo(tell)
  const records = useUndoRecords(listId).filter(isItemDeletion)
  const { answer, again } = useServerAnswer(network, deletedItemsQuery, {
    shoppingListId: listId,
  })
  const [back, setBack] = useState<ReadonlySet<string>>(new Set())

  function handleBack(item: DeletedItemFieldsFragment) {
    const { shoppingListId, name } = item
    const tagNames = item.itemTags.map(tag => tag.name)
    const full = checkCapacityOnList(offline, listId, { itemCount: 1, tagNames })
    if (full) return tell(full.message)
    // Else Undo would bring it back once more. Of several that were deleted together, one comes alone.
    const record = records.find(known => rowId(known) === item.id && isKnownAs(item, known))
    if (record) return handleUndo(record)
    setBack(new Set([...back, item.id]))
    const id = newId()
    perform(createItem, { id, shoppingListId, ...contentOf(item) })
    historyOf(offline)?.cameBack(item.id, id)
    tell(`${name} brought back`)
  }

  function handleUndo(record: UndoRecord) {
    const ids = deletedIds(record)
    const full = checkCapacityOnList(offline, listId, { itemCount: ids.length, tagNames: [] })
    if (full) return tell(full.message)
    if (undo(record.id)) setBack(new Set([...back, ...ids]))
  }

  const editable = list !== undefined && mayEdit(list.permission)
  return (
    <BinSection
      label="Deleted items"
      title={list === undefined ? 'Items' : `Items of ${list.name}`}
      others="What others deleted"
      empty="No deleted items"
      answer={answer}
      onAgain={again}
      records={records}
      onUndo={editable ? handleUndo : undefined}
      rowsOf={({ deletedItems }) =>
        deletedItems
          .filter(item => !back.has(item.id))
          .map(item => ({
            id: item.id,
            name: item.name,
            more: item.deletedByName === null ? '' : `by ${item.deletedByName}`,
            deletedAt: item.deletedAt,
            purgedAt: item.purgedAt,
            onBack: editable ? () => handleBack(item) : undefined,
          }))
      }
    />
  )
}

function DeletedLists({
  network,
  tell,
  onListBack,
}: SectionProps & Pick<BinPanelProps, 'onListBack'>) {
  const offline = useOffline()
  const perform = usePerform()
  const undo = useUndo(tell)
  const records = useUndoRecords(accountUnit).filter(isListDeletion)
  const { answer, again } = useServerAnswer(network, deletedShoppingListsQuery, {})
  const [back, setBack] = useState<ReadonlySet<string>>(new Set())

  function handleBack(list: DeletedShoppingListFieldsFragment) {
    const { id, name, listType } = list
    const full = checkCapacityForList(offline)
    if (full) return tell(full.message)
    // The device still knows the content of what it deleted itself.
    const record = records.find(known => deletedListId(known) === id)
    if (record) undo(record.id)
    else {
      const backId = newId()
      const shown = { name, listType, favourite: false, notes: null, itemTags: [], itemIds: [] }
      perform(restoreShoppingList, { id, newId: backId, shown })
      onListBack(backId)
    }
    setBack(new Set([...back, id]))
  }

  return (
    <BinSection
      label="Deleted lists"
      title="Lists"
      others="What you deleted elsewhere"
      empty="No deleted lists"
      answer={answer}
      onAgain={again}
      records={records}
      onUndo={record => {
        const full = checkCapacityForList(offline)
        if (full) return tell(full.message)
        setBack(new Set([...back, ...deletedIds(record)]))
        undo(record.id)
      }}
      rowsOf={({ deletedShoppingLists }) =>
        deletedShoppingLists
          .filter(list => !back.has(list.id))
          .map(list => ({
            id: list.id,
            name: list.name,
            more: counted(list.itemCount, 'item'),
            deletedAt: list.deletedAt,
            purgedAt: list.purgedAt,
            onBack: () => handleBack(list),
          }))
      }
    />
  )
}

interface BinSectionProps<Data> {
  readonly label: string
  readonly title: string
  /** What is missing without the server, as the start of a sentence. */
  readonly others: string
  readonly empty: string
  readonly answer: ServerAnswer<Data>
  readonly onAgain: () => void
  /** What was deleted on this device. */
  readonly records: readonly UndoRecord[]
  /** Absent where they may bring nothing back any more. */
  readonly onUndo: ((record: UndoRecord) => void) | undefined
  readonly rowsOf: (data: Data) => readonly BinRow[]
}

function BinSection<Data>({ answer, records, ...parts }: BinSectionProps<Data>) {
  const waiting = useWaiting().map(entry => entry.id)
  // Whatever waited since the server was asked: once it was sent, the answer does not tell of it either.
  const [unheard, setUnheard] = useState<ReadonlySet<string>>(new Set())
  if (waiting.some(id => !unheard.has(id))) setUnheard(new Set([...unheard, ...waiting]))
  const isAnswered = answer.kind === 'answer'
  const oldest = daysBefore(Date.now(), limits.binDays)
  // What the server does not tell: all that this device knows, or only what it had not sent yet.
  const own = records.filter(({ at, tokens }) =>
    isAnswered ? tokens.some(token => unheard.has(token)) : at > oldest,
  )
  // The server may have done already what this device has not heard of.
  const ownIds = new Set(own.flatMap(deletedIds))
  const theirs = isAnswered ? parts.rowsOf(answer.data) : []
  const rows = [
    ...own.map(record => rowOf(record, parts.onUndo)),
    ...theirs.filter(row => !ownIds.has(row.id)),
  ]
  return (
    <section aria-label={parts.label}>
      <h3 className="font-semibold">{parts.title}</h3>
      <OnDeviceNote
        answer={answer}
        what={parts.others}
        onAgain={() => {
          setUnheard(new Set())
          parts.onAgain()
        }}
      />
      {rows.length > 0 ? (
        <BinList rows={rows} now={Date.now()} />
      ) : answer.kind === 'asking' ? null : (
        <p className="py-2 text-quiet">
          {parts.empty}. What is deleted stays here for {limits.binDays} days and can be brought
          back.
        </p>
      )}
    </section>
  )
}

function rowOf(record: UndoRecord, undo: BinSectionProps<unknown>['onUndo']): BinRow {
  return {
    id: rowId(record),
    name: deedObject(record.deed),
    more: 'on this device',
    deletedAt: record.at,
    purgedAt: undefined,
    onBack: undo && (() => undo(record)),
  }
}

/**
 * Whether the device would bring back the item as it was when it went, which others may have changed before they heard
 * of that, and nothing else, as what a duplicate was merged into.
 */
function isKnownAs(item: DeletedItemFieldsFragment, { steps }: UndoRecord): boolean {
  const content = contentOf(item)
  return steps.every(
    step =>
      isItemCreation(step) &&
      recordsOf(step.variables, 'items').every(known => isSameItem(known, content)),
  )
}

/** As the server's row is called, which takes this one's place: the button stays under the finger. */
function rowId(record: UndoRecord): string {
  const [only = record.id, ...others] = deletedIds(record)
  return others.length === 0 ? only : record.id
}

function deletedIds(record: UndoRecord): readonly string[] {
  return record.steps.flatMap(({ renews }) => Object.keys(renews ?? {}))
}

function isItemDeletion(record: UndoRecord): boolean {
  return record.undoneAt === undefined && record.steps.some(isItemCreation)
}

function isItemCreation({ name }: UndoStep): boolean {
  return name === 'createItems' || name === 'createItem'
}

function isListDeletion(record: UndoRecord): boolean {
  return record.undoneAt === undefined && deletedListId(record) !== undefined
}

/** The id of the list that this record brings back. */
function deletedListId(record: UndoRecord): string | undefined {
  const step = record.steps.find(
    ({ name }) => name === 'restoreShoppingList' || name === 'createShoppingList',
  )
  return Object.keys(step?.renews ?? {})[0]
}
