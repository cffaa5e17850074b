// All rows in the document: what a careful person would write first.
import {
  createRow,
  items,
  list,
  listenToOthers,
  showCount,
  showTick,
  takeMoves,
  takeNewItems,
} from '/rows.js'

list.append(...items.map(createRow))
showCount()
listenToOthers(item => showTick(list.querySelector(`[data-id="${item.id}"]`), item))
takeNewItems(item => list.append(createRow(item)))
takeMoves(at => list.insertBefore(list.children[at + 1], list.children[at]))
