/** The list on paper, by tag, with a box to tick by hand. Nothing else of the page is printed. */
import './print.css'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import type { ExchangeList } from '../../../rules/exchange/exchange-list.ts'
import { amountText, groupByTag, untaggedTitle } from '../../../rules/exchange/exchange-text.ts'
import type { Unit } from '../../../rules/items/units.ts'

interface PrintSheetProps {
  readonly list: ExchangeList
  readonly units: readonly Unit[]
  /** The paper is out, or the person thought better of it. */
  readonly onDone: () => void
}

export function PrintSheet({ list, units, onDone }: PrintSheetProps) {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const handleAfterPrint = () => done()
    window.addEventListener('afterprint', handleAfterPrint)
    // Once the sheet is drawn; phones return at once and print what stands there.
    const timer = setTimeout(() => window.print())
    return () => {
      clearTimeout(timer)
      window.removeEventListener('afterprint', handleAfterPrint)
    }
  }, [])
  const groups = groupByTag(list, false)
  return createPortal(
    <section className="print-sheet" aria-label={`${list.name} on paper`}>
      <h1>{list.name}</h1>
      {list.notes === '' ? null : <p className="print-notes">{list.notes}</p>}
      {groups.length === 0 ? <p>There is nothing left to buy.</p> : null}
      {groups.map(group => (
        <section key={group.title ?? ''}>
          {group.title === undefined ? null : <h2>{group.title || untaggedTitle}</h2>}
          <ul>
            {group.items.map((item, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the sheet is drawn once
              <li key={place}>
                <span aria-hidden className="print-box" />
                <span>
                  <bdi>{item.name}</bdi>{' '}
                  <span className="print-amount">{amountText(item, list.listType, units)}</span>
                  {item.notes === '' ? null : <span className="print-notes">{item.notes}</span>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>,
    document.body,
  )
}
