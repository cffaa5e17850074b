import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ignoreSecondPress } from '../../../src/ui/gestures/second-press.ts'

const sent = vi.fn((event: Event) => event.preventDefault())
let end = () => {}

beforeEach(() => {
  document.body.innerHTML = `
    <button type="button"><svg></svg>Accept Cleo</button>
    <button type="button">Accept Dan</button>
    <label><input type="checkbox" aria-label="Milk" /><span>Milk, two of them</span></label>
    <form><button type="submit">Send</button></form>`
  document.querySelector('form')?.addEventListener('submit', sent)
  end = ignoreSecondPress(document)
})

afterEach(() => {
  end()
  sent.mockClear()
  document.body.innerHTML = ''
})

/** What was pressed last, as whoever listens behind it hears it. */
function press(on: string, detail: number, clientY = 100): string {
  const heard: string[] = []
  const hear = ({ target }: Event) =>
    heard.push(target instanceof Element ? target.textContent : '')
  document.body.addEventListener('click', hear)
  fireEvent.click(element(on), { detail, clientX: 40, clientY })
  document.body.removeEventListener('click', hear)
  return heard[0] ?? 'nothing'
}

const element = (on: string) => document.querySelector(on) ?? document.body
const [cleo, dan, words, send] = ['button', 'button + button', 'label span', '[type=submit]']
const isTicked = () => document.querySelector('input')?.checked

it('is not for what has come beneath the pointer since the first one', () => {
  expect(press(cleo, 1)).toBe('Accept Cleo')
  expect(press(dan, 2, 104)).toBe('nothing')
  expect(press(dan, 3, 104)).toBe('nothing')
  expect(press(dan, 1, 104)).toBe('Accept Dan')
})

it('is for the next row where a finger went on to it', () => {
  expect(press(cleo, 1)).toBe('Accept Cleo')
  expect(press(dan, 2, 120)).toBe('Accept Dan')
})

it('counts on what is still there: a stepper, and a box with its words', () => {
  press(cleo, 1)
  expect(press(cleo, 2)).toBe('Accept Cleo')
  press('button svg', 1)
  expect(press(cleo, 2)).toBe('Accept Cleo')
  press('input', 1)
  expect(isTicked()).toBe(true)
  press(words, 2)
  expect(isTicked()).toBe(false)
})

it('sends no form a second time, nor complains that it is empty', () => {
  press(send, 1)
  press(send, 2)
  expect(sent).toHaveBeenCalledOnce()
  press(send, 1)
  expect(sent).toHaveBeenCalledTimes(2)
})

it('is none by Enter that is still held where the focus went on', () => {
  const hold = (on: string, repeat: boolean) =>
    fireEvent.keyDown(element(on), { key: 'Enter', repeat })
  expect(hold(cleo, false)).toBe(true)
  expect(hold(cleo, true)).toBe(true)
  expect(hold(dan, true)).toBe(false)
  expect(hold(dan, false)).toBe(true)
})

it('is told by a mouse or a finger alone: keys press as often as they are pressed', () => {
  expect(press(cleo, 0)).toBe('Accept Cleo')
  expect(press(dan, 0)).toBe('Accept Dan')
})
