// What both pages share: the items, one row, the count, the add box, and the wire to the server.

const tags = ['Fruit', 'Bakery', 'Dairy', 'Frozen', 'Household']

export const items = Array.from(
  { length: Number(new URLSearchParams(location.search).get('items')) },
  (_, n) => newItem(`Item ${n + 1}`, n),
)

/** Their places change, their ids do not. */
const itemById = new Map(items.map(item => [item.id, item]))

export const list = document.querySelector('ul')

function newItem(name, n) {
  return { id: n, name, quantity: 2, tag: tags[n % tags.length], done: false }
}

export function createRow(item) {
  const row = document.createElement('li')
  row.innerHTML =
    '<label><input type="checkbox"><span class="name"></span><span class="more"></span><span class="tag"></span></label><button type="button">…</button>'
  fillRow(row, item)
  return row
}

export function fillRow(row, item) {
  row.dataset.id = item.id
  row.querySelector('input').checked = item.done
  row.querySelector('.name').textContent = item.name
  row.querySelector('.name').className = item.done ? 'name done' : 'name'
  row.querySelector('.more').textContent = item.quantity
  row.querySelector('.tag').textContent = item.tag
  row.querySelector('button').setAttribute('aria-label', `Edit ${item.name}`)
}

export function showTick(row, item) {
  row.querySelector('input').checked = item.done
  row.querySelector('.name').classList.toggle('done', item.done)
}

export function showCount() {
  const done = items.filter(item => item.done).length
  document.querySelector('#count').textContent = `${done} of ${items.length}`
}

// A tick: the model, the row, the count, the server.
list.addEventListener('change', event => {
  const row = event.target.closest('li')
  const item = itemById.get(Number(row.dataset.id))
  item.done = event.target.checked
  showTick(row, item)
  showCount()
  fetch('/tick', { method: 'POST', body: JSON.stringify({ id: item.id, done: item.done }) })
})

// `show` draws what somebody else ticked.
export function listenToOthers(show) {
  new EventSource('/events').addEventListener('message', event => {
    const { id, done } = JSON.parse(event.data)
    const item = itemById.get(id)
    if (item.done === done) return
    item.done = done
    show(item)
    showCount()
  })
}

// `show` draws a new item.
export function takeNewItems(show) {
  document.querySelector('form').addEventListener('submit', event => {
    event.preventDefault()
    const box = document.querySelector('form input')
    const item = newItem(box.value, items.length)
    box.value = ''
    items.push(item)
    itemById.set(item.id, item)
    show(item)
    showCount()
  })
}

// An arrow on a row's button moves the row one place down. `swap` draws it, given the place that it had.
export function takeMoves(swap) {
  list.addEventListener('keydown', event => {
    if (event.key !== 'ArrowDown' || event.target.tagName !== 'BUTTON') return
    event.preventDefault()
    const id = Number(event.target.closest('li').dataset.id)
    const at = items.findIndex(item => item.id === id)
    if (at + 1 === items.length) return
    const below = items[at + 1]
    items[at + 1] = items[at]
    items[at] = below
    swap(at)
    fetch('/tick', { method: 'POST', body: JSON.stringify({ moved: id, at: at + 1 }) })
  })
}
