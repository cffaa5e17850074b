/** The ways of one list out of the app and of a file into it: a choice, then the dialog of what was chosen. */
import { useState } from 'react'
import { mayEdit } from '../../../rules/people/permissions.ts'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { MenuEntry } from '../../ui/menu/menu-entry.ts'
import { PlainList } from '../../ui/plain-list.tsx'
import { Exchange, exchangeEntries } from './exchange.tsx'
import type { ExchangeDialog } from './exchange-props.ts'

interface TakeElsewhereProps {
  readonly list: Pick<ShoppingListFieldsFragment, 'id' | 'permission'>
  /** The choice is shown. */
  readonly open: boolean
  readonly onClose: () => void
  /** The list that got the items of a file. */
  readonly onImported: (listId: string) => void
}

export function TakeElsewhere({ list, open, onClose, onImported }: TakeElsewhereProps) {
  const [chosen, setChosen] = useState<ExchangeDialog>()
  const entries = exchangeEntries(dialog => {
    onClose()
    setChosen(dialog)
  }).filter(entry => entry.label !== 'Import' || mayEdit(list.permission))
  return (
    <>
      <Dialog title="Send, print, export" open={open} onClose={onClose}>
        <PlainList>
          {entries.map(entry => (
            <li key={entry.label}>
              <Choice {...entry} />
            </li>
          ))}
        </PlainList>
      </Dialog>
      <Exchange
        listId={list.id}
        dialog={chosen}
        onClose={() => setChosen(undefined)}
        onImported={id => {
          setChosen(undefined)
          onImported(id)
        }}
      />
    </>
  )
}

function Choice({ icon: Icon, label, onChoose }: MenuEntry) {
  return (
    <button
      type="button"
      className="flex min-h-12 w-full items-center gap-3 rounded-box px-3 text-left hover:bg-surface"
      onClick={onChoose}
    >
      <span className="grid size-5 place-items-center">
        <Icon aria-hidden size={18} />
      </span>
      {label}
    </button>
  )
}
