// All rows in the document: what a careful person would write first.
import { createRow, items, list, listenToOthers, showCount, showTick, takeNewItems } from '/rows.js'

list.append(...items.map(createRow))
showCount()
listenToOthers(item => showTick(list.children[item.id], item))
takeNewItems(item => list.append(createRow(item)))
