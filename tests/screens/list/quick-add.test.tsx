import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useSyncExternalStore } from 'react'
import { describe, expect, it } from 'vitest'
import { nameKey } from '../../../rules/names.ts'
import type { UndoOutcome } from '../../../src/cache/undo/undo-history.ts'
import type { Found, Wanted } from '../../../src/features/quick-add/chips.ts'
import { wipeHabits } from '../../../src/features/quick-add/device-storage.ts'
import { createHistoryStore } from '../../../src/features/quick-add/history-store.ts'
import { QuickAdd } from '../../../src/features/quick-add/quick-add.tsx'
import { createReadable } from '../../../src/offline/readable.ts'
import { memoryStorage } from '../../support/memory-storage.ts'
import { suggest } from '../../support/suggest.ts'

const units = [
  { id: 'unit-l', name: 'litre', abbreviation: 'l' },
  { id: 'unit-kg', name: 'kilogram', abbreviation: 'kg' },
  { id: 'unit-piece', name: 'piece', abbreviation: 'pc' },
]

describe('adding', () => {
  it('adds on Enter, keeps the focus and is empty again', async () => {
    const { user, box, names } = open()
    await user.type(box, 'Bread{Enter}')
    expect(names()).toEqual(['Bread'])
    expect(box).toHaveProperty('value', '')
    expect(document.activeElement).toBe(box)
  })

  it('says what it is for while it is empty, and then alone: hidden words are laid out with each letter', async () => {
    const { user, box } = open()
    const words = () => box.getAttribute('placeholder')
    expect(words()).toBe('Add an item')
    await user.type(box, 'Br')
    expect(words()).toBeNull()
    await user.keyboard('{Enter}')
    expect(words()).toBe('Add an item')
    await user.keyboard('7{Backspace}')
    expect(words()).toBe('Add an item')
  })

  it('takes ten items in one go by keyboard, none is lost while the device is slow', async () => {
    const { user, box, names } = open({ durable: () => new Promise(() => {}) })
    const ten = Array.from({ length: 10 }, (_, count) => `Thing ${String.fromCharCode(65 + count)}`)
    await user.type(box, ten.map(name => `${name}{Enter}`).join(''))
    expect(names()).toEqual(ten)
  })

  it('understands quantity and unit, and shows it before it counts', async () => {
    const { user, box, added } = open()
    await user.type(box, 'milk 1,5 l')
    expect(chips()).toEqual(['1,5 l · milk'])
    await user.keyboard('{Enter}')
    expect(added()).toEqual([wanted('milk', { quantity: 1.5, unitId: 'unit-l' })])
    expect(chips()).toEqual([])
  })

  it.each([
    ['a tap on the cross', async (user: User) => user.click(button('Take it as typed'))],
    ['Escape', async (user: User) => user.keyboard('{Escape}')],
    ['Delete on the chip', async (user: User) => user.keyboard('{ArrowDown}{Delete}')],
  ])('what was typed wins after %s', async (_, refuse) => {
    const { user, box, added } = open()
    await user.type(box, '7 up')
    expect(chips()).toEqual(['7 · up'])
    await refuse(user)
    expect(chips()).toEqual(['“7 up” as typed'])
    expect(document.activeElement).toBe(box)
    await user.keyboard(' light{Enter}')
    expect(added()).toEqual([wanted('7 up light')])
    await user.type(box, '7 up{Enter}')
    expect(added().at(-1)).toEqual(wanted('up', { quantity: 7 }))
  })

  it('Escape refuses what was typed just now, before a chip says how it is understood', async () => {
    const { user, box, added } = open()
    await user.click(box)
    act(() => {
      fireEvent.input(box, { target: { value: '7 up' } })
      fireEvent.keyDown(box, { key: 'Escape' })
    })
    expect(chips()).toEqual(['“7 up” as typed'])
    await user.keyboard('{Enter}')
    expect(added()).toEqual([wanted('7 up')])
  })

  it('Escape takes the understanding up again', async () => {
    const { user, box } = open()
    await user.type(box, '7 up{Escape}{Escape}')
    expect(chips()).toEqual(['7 · up'])
  })

  it.each([
    ['3x eggs', '3 · eggs', null],
    ['x3 eggs', '3 · eggs', null],
    ['½ cucumber', '½ · cucumber', null],
    ['3 flour', '3 kg · flour', 'unit-kg'],
    ['3 milk', '3 l · milk · Dairy', 'unit-l'],
    ['3 l eggs', '3 l · eggs', 'unit-l'],
    ['5 baguettes', '5 · baguettes', null],
  ])('%j counts as %j where new items count in kilograms', async (typed, chip, unitId) => {
    const history = [milk, wanted('Baguettes', { quantity: 2 })]
    const { user, box, added } = open({ history, defaultUnitId: 'unit-kg' })
    await user.type(box, typed)
    expect(chips()[0]).toBe(chip)
    await user.keyboard('{Enter}')
    expect(added()[0]?.unitId).toBe(unitId)
  })

  it('a plain name gets no unit', async () => {
    const { user, box, added } = open({ defaultUnitId: 'unit-kg' })
    await user.type(box, 'flour{Enter}')
    expect(added()).toEqual([wanted('flour')])
  })

  it('refuses with a sentence, and what was typed stays', async () => {
    const { user, box, names } = open()
    const long = 'x'.repeat(201)
    await user.click(box)
    await user.paste(long)
    await user.keyboard('{Enter}')
    expect(screen.getByRole('alert').textContent).toContain('200')
    expect(box).toHaveProperty('value', long)
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(names()).toEqual([])
    await user.type(box, '{Backspace}')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.keyboard('{Enter}')
    expect(names()).toHaveLength(1)
  })

  it('says why nothing more fits', async () => {
    const { user, box, names } = open({ full: () => 'This list is full.' })
    await user.type(box, 'Bread{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('This list is full.')
    expect(box).toHaveProperty('value', 'Bread')
    expect(names()).toEqual([])
  })

  it('takes pasted lines that come back though nothing more fits, until a new one is among them', async () => {
    const { user, box, names } = open({
      items: ['Milk', 'Bread'].map(name => ({ ...item(name), id: name, purchased: true })),
      full: adding => (adding > 0 ? 'This list is full.' : undefined),
    })
    await user.click(box)
    await user.paste('milk\nEggs')
    expect(screen.getByRole('alert').textContent).toBe('This list is full.')
    await user.paste('milk\nBread')
    expect(await screen.findAllByText('Comes back from the trolley')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Add all (2)' }))
    expect(screen.getByText('2 items brought back.')).toBeTruthy()
    expect(names()).toEqual(['Milk', 'Bread'])
  })

  it('says beforehand that so many pasted lines do not fit', async () => {
    const { user, box, names } = open({
      full: adding => (adding > 1 ? 'This list has room for one.' : undefined),
    })
    await user.click(box)
    await user.paste('milk\nbread')
    expect(screen.getByRole('alert').textContent).toBe('This list has room for one.')
    expect(names()).toEqual([])
    await user.type(box, 'milk{Enter}')
    expect(names()).toEqual(['milk'])
  })

  it('says each time what was added, the same words once more, too', async () => {
    const { user, box } = open()
    await user.type(box, 'Bread{Enter}')
    const region = screen.getByText('Added Bread').closest('[aria-live]')
    const said: (string | null)[] = []
    new MutationObserver(changes => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) said.push(node.textContent)
    }).observe(region ?? document, { childList: true })
    await user.type(box, 'Bread{Enter}')
    await waitFor(() => expect(said).toEqual(['Added Bread']))
  })

  it('says what was understood, to who cannot see it', async () => {
    const { user, box } = open()
    await user.type(box, '7 up{Enter}')
    expect(screen.getByText('Added 7 up')).toBeTruthy()
    await user.type(box, 'sugar 1,5 kg{Enter}')
    expect(screen.getByText('Added 1½ kg sugar')).toBeTruthy()
  })

  it('leaves Enter to the keyboard that composes a word', async () => {
    const { user, box, names } = open()
    await user.type(box, '牛')
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
    // Safari has ended the composition by then.
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })
    expect(names()).toEqual([])
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(names()).toEqual(['牛'])
  })

  it('an item that the device would not keep is named', async () => {
    const { user, box, names } = open({ durable: () => Promise.reject(new Error('full')) })
    await user.type(box, 'Bread{Enter}')
    await waitFor(() => screen.getByText(/^This device could not keep “Bread”/, visible))
    expect(names()).toEqual(['Bread'])
  })
})

describe('the same name again', () => {
  it('an unticked one can be raised', async () => {
    const { user, box, list } = open({ items: [item('Milk', { quantityToPurchase: 2 })] })
    await user.type(box, 'milk')
    await user.click(button('Raise Milk to 3'))
    expect(list()).toEqual([item('Milk', { quantityToPurchase: 3 })])
    expect(box).toHaveProperty('value', '')
  })

  it('a ticked one can come back', async () => {
    const { user, box, list } = open({ items: [item('Milk', { purchased: true })] })
    await user.type(box, 'milk')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(list()).toEqual([item('Milk', { purchased: false })])
    expect(document.activeElement).toBe(box)
  })

  it.each([
    ['milk', { quantityToPurchase: null }, 'Raise Milk to 2'],
    ['milk 2', { quantityToPurchase: 1 }, 'Raise Milk to 3'],
    ['milk 2 l', { quantityToPurchase: 1, unitId: 'unit-l' }, 'Raise Milk to 3 l'],
    ['milk 2 l', { quantityToPurchase: null }, 'Raise Milk to 2 l'],
    ['milk', { quantityToPurchase: 500, unitId: 'unit-kg' }, undefined],
    ['milk 2 l', { quantityToPurchase: 1, unitId: 'unit-kg' }, undefined],
    ['milk 3', { purchased: true, quantityToPurchase: 1 }, 'Bring back Milk, 3'],
    ['milk', { purchased: true, quantityToPurchase: 4 }, 'Bring back Milk'],
    [
      '3x milk',
      { purchased: true, quantityToPurchase: 2, unitId: 'unit-kg' },
      'Bring back Milk, 3',
    ],
    ['3x milk', { quantityToPurchase: 2, unitId: 'unit-kg' }, undefined],
    ['½ milk', { quantityToPurchase: null, unitId: 'unit-kg' }, undefined],
    ['3x milk', { quantityToPurchase: 2 }, 'Raise Milk to 5'],
    ['3x milk', { quantityToPurchase: 12, unitId: 'unit-piece' }, 'Raise Milk to 15'],
    ['3 pcs milk', { quantityToPurchase: 12 }, 'Raise Milk to 15'],
    ['3 pcs milk', { quantityToPurchase: 12, unitId: 'unit-kg' }, undefined],
    ['milk', { quantityToPurchase: null, unitId: 'unit-piece' }, 'Raise Milk to 2'],
    ['milk 2 l', { quantityToPurchase: null, unitId: 'unit-piece' }, 'Raise Milk to 2 l'],
    ['milk 2 l', { quantityToPurchase: 12, unitId: 'unit-piece' }, undefined],
  ])('%j with %j offers %s', async (typed, rest, offer) => {
    const { user, box } = open({ items: [item('Milk', rest)] })
    await user.type(box, typed)
    expect(chips().find(label => /Raise|Bring/.test(label))).toBe(offer)
  })

  it.each([
    ['milk', { quantityToPurchase: 4, unitId: 'unit-l' }],
    ['milk 2', { quantityToPurchase: 2, unitId: 'unit-l' }],
    ['milk 2x', { quantityToPurchase: 2, unitId: null }],
  ])('in the trolley comes back by Enter: %j', async (typed, amount) => {
    const inTrolley = item('Milk', { purchased: true, quantityToPurchase: 4, unitId: 'unit-l' })
    const { user, box, list } = open({ items: [inTrolley] })
    await user.type(box, `${typed}{Enter}`)
    expect(list()).toEqual([item('Milk', amount)])
    expect(box).toHaveProperty('value', '')
    screen.getByText('Milk was in the trolley and is back on the list.', visible)
  })

  it('pieces that somebody said stay so where more of them are raised or brought back', async () => {
    const said = { quantityToPurchase: 12, unitId: 'unit-piece' }
    const { user, box, list } = open({
      items: [item('Eggs', said), item('Lemons', { ...said, purchased: true })],
    })
    await user.type(box, '3x eggs')
    await user.click(button('Raise Eggs to 15'))
    await user.type(box, '3x lemons{Enter}')
    expect(list()).toEqual([
      item('Eggs', { ...said, quantityToPurchase: 15 }),
      item('Lemons', { ...said, quantityToPurchase: 3 }),
    ])
  })

  it('a second one is offered beside, and the first goes back into the trolley', async () => {
    const inTrolley = item('Milk', { purchased: true, quantityToPurchase: 4 })
    const { user, box, list, added } = open({ items: [inTrolley] })
    await user.type(box, 'milk 2{Enter}')
    await user.click(button('Add a second one instead'))
    expect(list()).toMatchObject([inTrolley, { name: 'milk' }])
    expect(added()).toEqual([wanted('milk', { quantity: 2 })])
    expect(document.activeElement).toBe(box)
    expect(screen.queryByRole('button', { name: 'Add a second one instead' })).toBeNull()
  })

  it('a full list takes it back and says no to a second one', async () => {
    const items = [item('Milk', { purchased: true })]
    const { user, box, list } = open({ items, full: () => 'The list is full.' })
    await user.type(box, 'milk{Enter}')
    expect(list()).toEqual([item('Milk')])
    await user.click(button('Add a second one instead'))
    expect(screen.getByRole('alert').textContent).toBe('The list is full.')
    expect(list()).toEqual([item('Milk')])
  })

  it('what is understood on its chip is what Enter takes: it comes back too', async () => {
    const { user, box, names } = open({ items: [item('Milk', { purchased: true })] })
    await user.type(box, 'milk 2')
    await user.click(button('2 · milk'))
    expect(names()).toEqual(['Milk'])
  })

  it('the remark can be dismissed', async () => {
    const { user, box, names } = open({ items: [item('Milk', { purchased: true })] })
    await user.type(box, 'milk{Enter}')
    await user.click(button('Dismiss'))
    expect(screen.queryByText(/is back on the list/, visible)).toBeNull()
    expect(names()).toEqual(['Milk'])
  })
})

describe('suggestions', () => {
  it('come after the letter, and only those of the last one', async () => {
    const tasks: (() => void)[] = []
    function later(work: () => void) {
      tasks.push(work)
      return () => void tasks.splice(tasks.indexOf(work), 1)
    }
    const { user, box } = open({ history: [milk], later })
    await user.type(box, 'mi')
    expect(box).toHaveProperty('value', 'mi')
    expect([chips(), tasks.length]).toEqual([[], 1])
    act(() => tasks.shift()?.())
    expect(chips()).toEqual(['Milk · 2 l'])
    await user.type(box, 'x{Backspace}{Backspace}{Backspace}')
    expect([chips(), tasks.length]).toEqual([[], 0])
  })

  it('wait with all else: the page hears of no letter, only of keys that do something', async () => {
    const { user, box } = open()
    const heard: string[] = []
    function hear(event: Event) {
      heard.push(event instanceof KeyboardEvent ? `${event.type} ${event.key}` : event.type)
    }
    const types = ['keydown', 'keypress', 'input', 'keyup']
    for (const type of types) document.addEventListener(type, hear, { capture: true })
    try {
      await user.type(box, 'mi{ArrowLeft}{Control>}a{/Control}')
    } finally {
      for (const type of types) document.removeEventListener(type, hear, { capture: true })
    }
    expect(box).toHaveProperty('value', 'mi')
    expect(heard.filter(each => each.startsWith('keydown'))).toEqual([
      'keydown ArrowLeft',
      'keydown Control',
      'keydown a',
    ])
    expect(heard.filter(each => /input|[mi]$/.test(each))).toEqual([])
  })

  it('are there as soon as somebody turns to them', async () => {
    const { user, box } = open({ history: [milk], later: () => () => {} })
    await user.type(box, 'mi{ArrowDown}')
    expect(document.activeElement).toBe(button('Milk · 2 l'))
  })

  it('come from the own history with tags, unit and quantity last used', async () => {
    const { user, box, added } = open({ history: [milk] })
    await user.type(box, 'mi')
    expect(chips()).toEqual(['Milk · 2 l'])
    await user.click(button('Milk · 2 l'))
    expect(added()).toEqual([milk])
  })

  it('a typed quantity wins over the one last used', async () => {
    const { user, box, added } = open({ history: [milk] })
    await user.type(box, '5 mil')
    await user.click(button('Milk · 5'))
    expect(added()).toEqual([{ ...milk, quantity: 5, unitId: null }])
  })

  it('a typed quantity counts in what the suggested name counted in', async () => {
    const history = [milk, wanted('Millet', { quantity: 1, unitId: 'unit-kg' })]
    const { user, box } = open({ history, defaultUnitId: 'unit-kg' })
    await user.type(box, '3 mi')
    expect(chips()).toEqual(['3 kg · mi', 'Milk · 3 l', 'Millet · 3 kg'])
    await user.type(box, 'lk')
    expect(chips().slice(0, 2)).toEqual(['3 l · milk · Dairy', 'Milk · 3 l'])
    await user.clear(box)
    await user.type(box, '3x mi')
    expect(chips()).toContain('Milk · 3')
  })

  it('a typed quantity is what comes back, in the unit that it has there', async () => {
    const inTrolley = item('Milk', { purchased: true, quantityToPurchase: 4, unitId: 'unit-l' })
    const { user, box, list } = open({ history: [milk], items: [inTrolley] })
    await user.type(box, '5 mil')
    await user.click(button('Bring back Milk, 5 l'))
    expect(list()).toEqual([item('Milk', { quantityToPurchase: 5, unitId: 'unit-l' })])
  })

  it('the tags of a name are remembered on Enter, its quantity is not', async () => {
    const { user, box, added } = open({ history: [milk] })
    await user.type(box, 'milk')
    expect(chips()).toContain('milk · Dairy')
    await user.keyboard('{Enter}')
    expect(added()).toEqual([wanted('milk', { tags: milk.tags })])
  })

  it('remembered tags can be refused', async () => {
    const { user, box, added } = open({ history: [milk] })
    await user.type(box, 'milk{Escape}{Enter}')
    expect(added()).toEqual([wanted('milk')])
  })

  it('offer what is ticked to come back, and leave out what is on the list', async () => {
    const { user, box } = open({
      history: [milk, wanted('Mint'), wanted('Millet')],
      items: [item('Milk', { purchased: true }), item('Mint')],
    })
    await user.type(box, 'mi')
    expect(chips().toSorted()).toEqual(['Bring back Milk', 'Millet'])
  })

  it('can be forgotten by Delete, and remembered again', async () => {
    const { user, box } = open({ history: [milk, wanted('Mint')] })
    await user.type(box, 'mi')
    expect(chips()).toEqual(['Milk · 2 l', 'Mint'])
    await user.keyboard('{ArrowDown}{Delete}')
    expect(chips()).toEqual(['Mint'])
    expect(document.activeElement).toBe(box)
    expect(box).toHaveProperty('value', 'mi')
    await user.click(button('Undo'))
    expect(chips()).toHaveLength(2)
  })

  it('can be forgotten by the cross', async () => {
    const { user, box } = open({ history: [milk] })
    await user.type(box, 'mi')
    await user.click(button('Forget Milk'))
    expect(chips()).toEqual([])
  })

  it('can be forgotten by a long press, which asks first', async () => {
    const { user, box, names } = open({ history: [milk] })
    await user.type(box, 'mi')
    const chip = button('Milk · 2 l')
    fireEvent.pointerDown(chip, { pointerType: 'touch' })
    const question = await screen.findByText('Forget Milk')
    fireEvent.pointerUp(chip)
    fireEvent.click(chip)
    expect(names()).toEqual([])
    await user.click(question)
    expect(chips()).toEqual([])
  })

  it('are asked about no more once something else was typed', async () => {
    const { user, box, names } = open({ history: [milk] })
    await user.type(box, 'mi')
    const chip = button('Milk · 2 l')
    fireEvent.pointerDown(chip, { pointerType: 'touch' })
    await screen.findByText('Forget Milk')
    fireEvent.pointerUp(chip)
    fireEvent.click(chip)
    await user.type(box, 'x{Backspace}')
    expect(chips()).toEqual(['Milk · 2 l'])
    await user.click(button('Milk · 2 l'))
    expect(names()).toEqual(['Milk'])
  })

  it('arrows walk, typing goes on in the box', async () => {
    const { user, box } = open({ history: [milk, wanted('Mint'), wanted('Millet')] })
    await user.type(box, 'mi{ArrowDown}')
    const [first, second, third] = chips()
    expect(document.activeElement?.textContent).toBe(first)
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toBe(second)
    await user.keyboard('{End}')
    expect(document.activeElement?.textContent).toBe(third)
    await user.keyboard('{ArrowRight}{Home}{ArrowLeft}')
    expect(document.activeElement).toBe(box)
    await user.keyboard('{ArrowUp}n')
    expect(box).toHaveProperty('value', 'min')
    expect(document.activeElement).toBe(box)
    await user.keyboard('{ArrowDown}{Escape}')
    expect(document.activeElement).toBe(box)
    expect(box).toHaveProperty('value', 'min')
  })

  it('the box stays a textbox; the chips are one stop for Tab', async () => {
    const { user, box } = open({ history: [milk, wanted('Mint')] })
    await user.type(box, 'mi')
    await user.tab({ shift: true })
    expect(
      screen.getByRole('toolbar', { name: 'Suggestions' }).contains(document.activeElement),
    ).toBe(true)
    await user.tab({ shift: true })
    expect(screen.getByRole('toolbar').contains(document.activeElement)).toBe(false)
  })
})

describe('pasting many lines', () => {
  const text = '- [ ] 2 kg apples\n\n• Bread\r\n☐ milk 1 l\n'

  it('shows one row a line, each of which can be left out, then adds all', async () => {
    const { user, box, added } = open()
    await user.click(box)
    await user.paste(text)
    const rows = await screen.findByRole('list', { name: 'Pasted lines' })
    expect(
      within(rows)
        .getAllByRole('listitem')
        .map(row => row.textContent),
    ).toEqual(['apples 2 kg', 'Bread ', 'milk 1 l'])
    await user.click(button('Leave out Bread'))
    await user.click(button('Add all (2)'))
    expect(added()).toEqual([
      wanted('apples', { quantity: 2, unitId: 'unit-kg' }),
      wanted('milk', { quantity: 1, unitId: 'unit-l' }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(added()).toEqual([])
  })

  it('is put aside by a tap beside or Escape, with what was left out, and gone on with', async () => {
    const { user, box, names } = open()
    await user.click(box)
    await user.paste(text)
    await user.click(await screen.findByRole('checkbox', { name: 'Understand quantities' }))
    await user.click(button('Leave out Bread'))
    await user.keyboard('{Escape}')
    await screen.findByText('2 pasted lines not added yet.')
    await user.type(box, 'Soap{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Go on' }))
    await user.click(await screen.findByRole('button', { name: 'Add all (2)' }))
    expect(names()).toEqual(['Soap', '2 kg apples', 'milk 1 l'])
  })

  it('is given up by Cancel, and by dismissing what was put aside', async () => {
    const { user, box } = open()
    await user.click(box)
    await user.paste(text)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(screen.queryByText(/not added yet/)).toBeNull()
    await user.click(box)
    await user.paste(text)
    await screen.findByRole('dialog', { name: 'Add pasted lines' })
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(/not added yet/)).toBeNull()
    await user.click(button('Undo'))
    await screen.findByText('3 pasted lines not added yet.')
  })

  it('is led back to once it was put aside, whatever was said before, and joined by what is pasted next', async () => {
    const { user, box, names } = open()
    await user.click(box)
    await user.paste('Soap\nSalt')
    await user.click(await screen.findByRole('button', { name: 'Add all (2)' }))
    await screen.findByText('2 items added.')
    await user.paste('Tea\nRice')
    await screen.findByRole('dialog', { name: 'Add pasted lines' })
    await user.keyboard('{Escape}')
    await screen.findByText('2 pasted lines not added yet.')
    await user.click(box)
    await user.paste('Figs\nNuts')
    await user.click(await screen.findByRole('button', { name: 'Leave out Rice' }))
    await user.click(button('Add all (3)'))
    expect(names()).toEqual(['Soap', 'Salt', 'Tea', 'Figs', 'Nuts'])
  })

  it('shows the tags that a name brings along', async () => {
    const { user, box } = open({ history: [milk] })
    await user.click(box)
    await user.paste('milk 1 l\nBread')
    const rows = await screen.findByRole('list', { name: 'Pasted lines' })
    expect(within(rows).getAllByRole('listitem')[0]?.textContent).toBe('milk 1 l · Dairy')
  })

  it('can be taken literally', async () => {
    const { user, box, names } = open()
    await user.click(box)
    await user.paste(text)
    await user.click(await screen.findByRole('checkbox', { name: 'Understand quantities' }))
    await user.click(button('Add all (3)'))
    expect(names()).toEqual(['2 kg apples', 'Bread', 'milk 1 l'])
  })

  it('can be taken literally where a table was copied: a tab is a blank', async () => {
    const { user, box, names } = open()
    await user.click(box)
    await user.paste('Milk\t2\tl\nBread\t1')
    await user.click(await screen.findByRole('checkbox', { name: 'Understand quantities' }))
    await user.click(button('Add all (2)'))
    expect(names()).toEqual(['Milk 2 l', 'Bread 1'])
  })

  it('can be given up: nothing is added, and what was typed stays', async () => {
    const { user, box, names } = open()
    await user.type(box, 'half a wo')
    await user.paste(text)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(names()).toEqual([])
    expect(box).toHaveProperty('value', 'half a wo')
  })

  it('a line that cannot be added says why', async () => {
    const { user, box } = open()
    await user.click(box)
    await user.paste(`Bread\n${'x'.repeat(201)}`)
    await screen.findByText(/at most 200|200/)
    expect(button('Add all (2)')).toHaveProperty('disabled', true)
    await waitFor(() =>
      expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true),
    )
    await user.click(button(`Leave out ${'x'.repeat(201)}`))
    expect(button('Add all (1)')).toHaveProperty('disabled', false)
  })

  it('names the limit', async () => {
    const { user, box } = open()
    await user.click(box)
    await user.paste('Milk\n'.repeat(501))
    expect(screen.getByRole('alert').textContent).toContain('at most 500')
  })

  it('one line is typed as any other', async () => {
    const { user, box } = open()
    await user.click(box)
    await user.paste('Bread')
    expect(box).toHaveProperty('value', 'Bread')
  })

  it.each(['• 2 kg flour', '☐ 2 kg flour\n', '- [ ] 2 kg flour', '* 2 kg flour'])(
    'one line alone leaves its bullet behind, too: %j',
    async line => {
      const { user, box } = open()
      await user.type(box, 'rye ')
      await user.keyboard('{Home}')
      await user.paste(line)
      expect(box).toHaveProperty('value', '2 kg flourrye ')
      expect(chips()).toEqual(['2 kg · flourrye'])
      await user.keyboard(' and ')
      expect(box).toHaveProperty('value', '2 kg flour and rye ')
    },
  )
})

describe('the history on the device', () => {
  it('is there after a restart, per person, and gone after the wipe', async () => {
    const storage = memoryStorage()
    const mine = createHistoryStore(storage, 1)
    mine.remember({ ...milk, itemId: 'a' }, 5)
    await mine.settled()
    const again = createHistoryStore(storage, 1)
    await again.settled()
    expect([...again.history.get().keys()]).toEqual(['milk'])
    const others = createHistoryStore(storage, 2)
    await others.settled()
    expect(others.history.get().size).toBe(0)
    await wipeHabits(1, storage)
    expect(storage.size).toBe(0)
  })

  it('two tabs do not overwrite each other', async () => {
    const storage = memoryStorage()
    const one = createHistoryStore(storage, 1)
    const two = createHistoryStore(storage, 1)
    await Promise.all([one.settled(), two.settled()])
    one.remember({ ...milk, itemId: 'a' }, 5)
    await one.settled()
    two.remember({ ...milk, name: 'Mint', itemId: 'b' }, 6)
    await two.settled()
    expect([...two.history.get().keys()]).toEqual(['milk', 'mint'])
  })

  it('learns while the storage is still being read, and lives without one', async () => {
    const broken = createHistoryStore(
      {
        getItem: () => Promise.reject(new Error('blocked')),
        setItem: () => Promise.reject(new Error('blocked')),
        removeItem: () => Promise.reject(new Error('blocked')),
      },
      1,
    )
    broken.remember({ ...milk, itemId: 'a' }, 5)
    await broken.settled()
    expect(broken.history.get().size).toBe(1)
  })

  it('leaves out what does not look like a history', async () => {
    const storage = memoryStorage()
    await storage.setItem('history:1', [{ name: 'Milk' }, null, 5, 'x'])
    const store = createHistoryStore(storage, 1)
    await store.settled()
    expect(store.history.get().size).toBe(0)
  })
})

const milk = wanted('Milk', {
  quantity: 2,
  unitId: 'unit-l',
  tags: [{ name: 'Dairy', color: '#1c7ed6' }],
})

type User = ReturnType<typeof userEvent.setup>
/** What a screen reader is told besides is not what is looked for. */
const visible = { ignore: '.sr-only' }

interface Opened {
  readonly items?: readonly Found[]
  readonly history?: readonly Wanted[]
  readonly durable?: () => Promise<unknown>
  readonly full?: (adding: number) => string | undefined
  readonly defaultUnitId?: string
  readonly later?: (work: () => void) => () => void
}

/** The box over a list that is an array. */
function open({
  items = [],
  history = [],
  durable = async () => {},
  full = () => undefined,
  defaultUnitId,
  later = atOnce,
}: Opened = {}) {
  const list = createReadable<readonly Found[]>(items)
  const added = createReadable<readonly (Wanted & { id: string })[]>([])
  const store = createHistoryStore(memoryStorage(), 1)
  history.forEach((use, place) => {
    store.remember({ ...use, itemId: 'x' }, 1_000 - place)
  })
  const without = <T extends { id: string }>(all: readonly T[], ids: readonly string[]) =>
    all.filter(each => !ids.includes(each.id))

  function Harness() {
    const input = useRef<HTMLInputElement>(null)
    const known = useSyncExternalStore(store.history.subscribe, store.history.get)
    const onList = useSyncExternalStore(list.subscribe, list.get)
    return (
      <QuickAdd
        listId="groceries"
        input={input}
        full={full}
        later={later}
        know={{
          units,
          suggest: name => suggest(known, name, { at: 1_000, count: 5 }).map(pick),
          tagsOf: name => known.get(nameKey(name))?.tags ?? [],
          defaultUnitId,
          unitOf: name => known.get(nameKey(name))?.unitId,
          find: name => onList.find(each => nameKey(each.name) === nameKey(name)),
          lookThrough() {},
          onTouched: () => () => {},
        }}
        onAdd={each => {
          const id = `new-${added.get().length}`
          added.set([...added.get(), { ...each, id }])
          list.set([...list.get(), { ...item(each.name), id }])
          return { durable: durable() }
        }}
        onAddMany={all => {
          const ids = all.map((each, place) => `many-${place}-${each.name}`)
          const made = all.map((each, place) => ({ ...each, id: ids[place] ?? '' }))
          added.set([...added.get(), ...made])
          list.set([...list.get(), ...made.map(({ id, name }) => ({ ...item(name), id }))])
          return { durable: durable(), undo: takeBack(ids) }
        }}
        onBringBack={(found, { quantity, unitId }) => {
          const back = { ...found, purchased: false, quantityToPurchase: quantity, unitId }
          list.set(list.get().map(each => (each.id === found.id ? back : each)))
          function undo(): UndoOutcome {
            list.set(list.get().map(each => (each.id === found.id ? found : each)))
            return { kind: 'undone', sentence: '' }
          }
          return { durable: durable(), undo }
        }}
        onRaise={(found, { quantity, unitId }) => {
          const raised = { ...found, quantityToPurchase: quantity, unitId }
          list.set(list.get().map(each => (each.id === found.id ? raised : each)))
        }}
        onForget={name => {
          const remember = store.forget(name)
          return () => act(() => remember())
        }}
      />
    )
  }
  function takeBack(ids: readonly string[]) {
    return (): UndoOutcome => {
      added.set(without(added.get(), ids))
      list.set(without(list.get(), ids))
      return { kind: 'undone', sentence: '' }
    }
  }

  render(<Harness />)
  return {
    user: userEvent.setup(),
    box: screen.getByRole('textbox', { name: 'Add an item' }),
    list: () => list.get(),
    names: () => list.get().map(each => each.name),
    added: () => added.get().map(pick),
  }
}

/** Nobody waits for a frame here. */
function atOnce(work: () => void): () => void {
  work()
  return () => {}
}

function pick({ name, quantity, unitId, tags }: Wanted): Wanted {
  return { name, quantity, unitId, tags }
}

function wanted(name: string, rest: Partial<Wanted> = {}): Wanted {
  return { name, quantity: null, unitId: null, tags: [], ...rest }
}

function item(name: string, rest: Partial<Found> = {}): Found {
  return { id: name, name, purchased: false, quantityToPurchase: null, unitId: null, ...rest }
}

function chips(): string[] {
  const bar = screen.queryByRole('toolbar', { name: 'Suggestions' })
  return bar ? [...bar.querySelectorAll('[data-chip]')].map(chip => chip.textContent) : []
}

function button(name: string): HTMLElement {
  return screen.getByRole('button', { name })
}
