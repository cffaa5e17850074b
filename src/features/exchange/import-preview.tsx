/** What a file would bring, and where it shall go. */
import { useEffect, useRef, useState } from 'react'
import type { ExchangeItem, ExchangeList } from '../../../rules/exchange/exchange-list.ts'
import { measureText } from '../../../rules/exchange/exchange-text.ts'
import type { Unit } from '../../../rules/items/units.ts'
import { checkName } from '../../../rules/text.ts'
import { counted, countTitle } from '../../../rules/validation-issue.ts'
import { Button } from '../../ui/form/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { useCheckedText } from '../../ui/form/use-checked-text.ts'
import { PlainList } from '../../ui/plain-list.tsx'
import { Choices } from './choices.tsx'
import type { ImportPlace } from './import-place.ts'

interface ImportPreviewProps {
  readonly list: ExchangeList
  readonly units: readonly Unit[]
  readonly existingName: string | undefined
  readonly busy: boolean
  readonly check: (list: ExchangeList, place: ImportPlace) => string | undefined
  readonly onImport: (list: ExchangeList, place: ImportPlace) => void
  readonly onBack: () => void
}

/** A look, not an inventory. */
const shownItems = 50

export function ImportPreview({
  list,
  units,
  existingName,
  busy,
  check,
  onImport,
  onBack,
}: ImportPreviewProps) {
  const told = useRef<HTMLParagraphElement>(null)
  // What had the focus, the choice of a file, is gone. One looks before one imports.
  useEffect(() => told.current?.focus(), [])
  const [chosen, setKind] = useState<ImportPlace['kind']>('new')
  // The list may be theirs to look at alone by now.
  const kind = existingName === undefined ? 'new' : chosen
  // The file is chosen anew where the dialog was closed, and is told by the name that it gives.
  const name = useCheckedText(list.name, text => checkName('name', text), `import.${list.name}`)
  const place: ImportPlace = kind === 'new' ? { kind, name: name.text } : { kind }
  const wrong = check(list, place)
  const count = list.items.length
  const items = counted(count, 'item')
  const nothing = count === 0 && kind === 'existing'

  return (
    <form
      className="flex flex-col gap-3"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (busy || nothing || wrong !== undefined || (kind === 'new' && !name.passes())) return
        name.forget()
        onImport(list, place)
      }}
    >
      <p ref={told} tabIndex={-1} className="outline-none">
        {summary(list, items)}
      </p>
      {existingName === undefined ? null : (
        <Choices
          label="Where to"
          value={kind}
          options={[
            ['new', 'As a new list'],
            ['existing', `Into ${existingName}`, 'Behind what is there; nothing is replaced.'],
          ]}
          onChoose={setKind}
        />
      )}
      {kind === 'new' ? <TextField label="List name" {...name.field} /> : null}
      {count === 0 ? null : (
        <PlainList aria-label="Items of the file" className="max-h-[30dvh] overflow-y-auto">
          {list.items.slice(0, shownItems).map((item, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one file never change
            <li key={row} className="border-t border-line py-1.5">
              <PreviewRow item={item} units={units} />
            </li>
          ))}
          {count > shownItems ? (
            <li className="border-t border-line py-1.5 text-quiet">
              and {countTitle(count - shownItems)} more
            </li>
          ) : null}
        </PlainList>
      )}
      {wrong === undefined ? null : (
        <p role="alert" className="text-sm text-error">
          {wrong}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button busy={busy} onClick={onBack}>
          Another file
        </Button>
        <Button type="submit" look="primary" busy={busy} disabled={nothing || wrong !== undefined}>
          {busy ? 'Importing…' : `Import ${items}`}
        </Button>
      </div>
    </form>
  )
}

function PreviewRow({
  item,
  units,
}: {
  readonly item: ExchangeItem
  readonly units: readonly Unit[]
}) {
  const inStock = measureText(item.quantityInStock, item, units)
  const more = [
    measureText(item.quantityToPurchase, item, units),
    inStock === '' ? '' : `${inStock} in stock`,
    item.tags.join(', '),
    item.purchased ? 'in the trolley' : '',
  ].filter(text => text !== '')
  return (
    <>
      <bdi>{item.name}</bdi> <span className="text-quiet">{more.join(' · ')}</span>
      {item.notes === '' ? null : (
        <span className="block truncate text-sm text-quiet">{item.notes}</span>
      )}
    </>
  )
}

function summary(list: ExchangeList, items: string): string {
  if (list.items.length === 0) return 'The file holds a list without items.'
  const bought = list.items.filter(item => item.purchased).length
  return [
    items,
    list.tags.length === 0 ? '' : counted(list.tags.length, 'tag'),
    bought === 0 ? '' : `${countTitle(bought)} in the trolley`,
  ]
    .filter(text => text !== '')
    .join(', ')
}
