/** What was done on the picture of a list is done on the real screen, where that is the same list. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giveWay } from '../../../src/shell/painted-screen.ts'

beforeEach(() => {
  localStorage.setItem('aisle.user', JSON.stringify({ id: 7 }))
  localStorage.setItem('aisle.painted', 'mark')
})

afterEach(async () => {
  // What a picture does behind its frame would otherwise find no page any more where the machine is busy.
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
  localStorage.clear()
  document.body.replaceChildren()
  document.head.replaceChildren()
  vi.resetModules()
})

const screenOf = (list: string) => `<div data-scroller data-list="${list}">
    <div data-item="${list}-milk"><input type="checkbox" aria-label="Milk"></div>
  </div>
  <button type="button">Clear</button>
  <form><input aria-label="Add an item"></form>`

/** The page as the worker answers with it, with this picture. */
async function openPicture(picture: string) {
  const holds = { userId: 7, mark: 'mark', look: `${innerWidth}`, until: Date.now() + 60_000 }
  document.body.innerHTML = `<template id="painted">${picture}</template><div id="root"></div>`
  const template = document.querySelector<HTMLElement>('#painted')
  if (template) template.dataset.holds = JSON.stringify({ ...holds, scripts: [], title: '' })
  await import('../../../src/shell/before-the-code.ts')
  const [place, painted] = [document.querySelector('#root'), window.paintedScreen]
  if (!(place instanceof HTMLElement) || !painted) throw new Error('There is no picture.')
  return { place, painted }
}

const boxIn = (place: Element) => place.querySelector<HTMLInputElement>('[aria-label^=Add]')

async function doOnPicture(place: Element) {
  place.querySelector<HTMLElement>('[type=checkbox]')?.click()
  place.querySelector<HTMLElement>('button')?.click()
  const box = boxIn(place)
  for (const words of ['Oats', 'Rice']) {
    if (box) box.value = words
    box?.form?.requestSubmit()
  }
  if (box) box.value = 'Unfini'
}

async function becomes(list: string, kept = '') {
  const done: string[] = []
  const { place, painted } = await openPicture(screenOf('weekly'))
  await doOnPicture(place)
  const real = await giveWay({
    place,
    painted,
    draw(into, whole) {
      into.innerHTML = screenOf(list)
      boxIn(into)?.setAttribute('value', kept)
      into.querySelector('button')?.addEventListener('click', () => done.push('cleared'))
      into.querySelector('form')?.addEventListener('submit', event => {
        event.preventDefault()
        const box = boxIn(into)
        done.push(`added ${box?.value}`)
        if (box) box.value = ''
      })
      into
        .querySelector('[type=checkbox]')
        ?.addEventListener('click', () => done.push('ticked Milk'))
      whole()
    },
    tick: (itemId, purchased) => done.push(`${itemId}: ${purchased}`),
    shown: work => work(),
    keep: (listId, words) => done.push(`kept for ${listId}: ${words}`),
  })
  return { done, written: boxIn(real)?.value }
}

test('what was sent is sent, what was written is written', async () => {
  expect(await becomes('weekly')).toEqual({
    done: ['ticked Milk', 'cleared', 'added Oats', 'added Rice'],
    written: 'Unfini',
  })
})

test('on another list nothing is sent or pressed that was meant for the first, and no word is lost', async () => {
  expect(await becomes('party')).toEqual({
    done: ['weekly-milk: true'],
    written: 'Oats, Rice, Unfini',
  })
})

test('what stood in the box before the page was loaded again stays there, and is not sent', async () => {
  expect(await becomes('weekly', 'half typed')).toEqual({
    done: ['ticked Milk', 'cleared', 'added Oats', 'added Rice'],
    written: 'half typed, Unfini',
  })
})

test('what was sent and written to a list that is not there yet is kept for its box', async () => {
  const kept: string[] = []
  const { place, painted } = await openPicture(screenOf('weekly'))
  await doOnPicture(place)
  await giveWay({
    place,
    painted,
    draw(into, whole) {
      into.innerHTML = '<h1>No lists yet</h1>'
      whole()
    },
    tick: () => {},
    shown: work => work(),
    keep: (listId, words) => kept.push(`${listId}: ${words}`),
  })
  expect(kept).toEqual(['weekly: Oats', 'weekly: Rice', 'weekly: Unfini'])
})

test('what was chosen in the bar of filters is chosen there, each by its name', async () => {
  const filters = `<div data-scroller data-list="weekly"></div>
    <label for="sort">Sort by</label>
    <select id="sort"><option value="">Own order</option><option value="name">Name</option></select>
    <label><input type="checkbox" checked>Group by tag</label>
    <label><input type="checkbox" checked>Running low</label>`
  const done: string[] = []
  const { place, painted } = await openPicture(filters)
  const sort = place.querySelector('select')
  if (sort) sort.value = 'name'
  sort?.dispatchEvent(new Event('change', { bubbles: true }))
  place.querySelectorAll<HTMLElement>('[type=checkbox]')[1]?.click()
  await giveWay({
    place,
    painted,
    draw(into, whole) {
      into.innerHTML = filters
      into.addEventListener('change', ({ target }) => {
        if (target instanceof HTMLSelectElement) done.push(`sorted by ${target.value}`)
        else if (target instanceof HTMLInputElement)
          done.push(`${target.labels?.[0]?.textContent}: ${target.checked}`)
      })
      whole()
    },
    tick: () => {},
    shown: work => work(),
    keep: () => {},
  })
  expect(done).toEqual(['sorted by name', 'Running low: false'])
})

test('the space bar is waited for as a finger is, until it is let go', async () => {
  const { place, painted } = await openPicture(screenOf('weekly'))
  const box = place.querySelector('[type=checkbox]')
  const key = (type: string) => new KeyboardEvent(type, { key: ' ', bubbles: true })
  box?.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  expect(painted.isPressed()).toBe(false)
  box?.dispatchEvent(key('keydown'))
  expect(painted.isPressed()).toBe(true)
  box?.dispatchEvent(key('keyup'))
  await vi.waitFor(() => expect(painted.isPressed()).toBe(false))
})

test('what a finger is on while the real screen is drawn is pressed there once it is let go', async () => {
  const done: string[] = []
  const { place, painted } = await openPicture(screenOf('weekly'))
  const finger = (type: string) =>
    place.querySelector('button')?.dispatchEvent(new Event(type, { bubbles: true }))
  const given = giveWay({
    place,
    painted,
    draw(into, whole) {
      into.innerHTML = screenOf('weekly')
      into.querySelector('button')?.addEventListener('click', () => done.push('cleared'))
      finger('pointerdown')
      whole()
    },
    tick: () => {},
    shown: work => work(),
    keep: () => {},
  })
  await new Promise(resolve => setTimeout(resolve))
  expect(place.isConnected).toBe(true)
  finger('pointerup')
  place.querySelector('button')?.click()
  const real = await given
  expect([place.isConnected, real.isConnected, done]).toEqual([false, true, ['cleared']])
})
