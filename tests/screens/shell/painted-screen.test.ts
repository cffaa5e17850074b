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

/** The page as the worker answers with it, with the picture of this list. */
async function openPicture(list: string) {
  const holds = { userId: 7, mark: 'mark', look: `${innerWidth}`, until: Date.now() + 60_000 }
  document.body.innerHTML = `<template id="painted">${screenOf(list)}</template><div id="root"></div>`
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
  const { place, painted } = await openPicture('weekly')
  await doOnPicture(place)
  await giveWay({
    place,
    painted,
    draw() {
      place.innerHTML = screenOf(list)
      boxIn(place)?.setAttribute('value', kept)
      place.querySelector('button')?.addEventListener('click', () => done.push('cleared'))
      place.querySelector('form')?.addEventListener('submit', event => {
        event.preventDefault()
        const box = boxIn(place)
        done.push(`added ${box?.value}`)
        if (box) box.value = ''
      })
      place
        .querySelector('[type=checkbox]')
        ?.addEventListener('click', () => done.push('ticked Milk'))
    },
    tick: (itemId, purchased) => done.push(`${itemId}: ${purchased}`),
    shown: work => work(),
  })
  return { done, written: boxIn(place)?.value }
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
