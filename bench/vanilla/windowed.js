// Only the rows in sight and eight beyond: the least work that can be done.
import {
  createRow,
  fillRow,
  items,
  list,
  listenToOthers,
  showCount,
  showTick,
  takeMoves,
  takeNewItems,
} from '/rows.js'

const height = 56
const beyond = 8
const scroller = document.querySelector('main')
const rows = []

function draw() {
  const first = Math.max(0, Math.floor(scroller.scrollTop / height) - beyond)
  const last = Math.min(
    items.length,
    Math.ceil((scroller.scrollTop + scroller.clientHeight) / height) + beyond,
  )
  list.style.height = `${items.length * height}px`
  while (rows.length < last - first) {
    const row = createRow(items[first])
    row.style.position = 'absolute'
    rows.push(row)
    list.append(row)
  }
  while (rows.length > last - first) rows.pop().remove()
  for (let at = first; at < last; at += 1) {
    const row = rows[at - first]
    fillRow(row, items[at])
    row.style.transform = `translateY(${at * height}px)`
  }
}

scroller.addEventListener('scroll', draw)
draw()
showCount()
listenToOthers(item => {
  const row = rows.find(candidate => Number(candidate.dataset.id) === item.id)
  if (row) showTick(row, item)
})
takeNewItems(draw)
takeMoves(draw)
