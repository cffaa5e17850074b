/** What gets the focus where a part of a page goes with what had it. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepFocus } from '../../../src/ui/dialog/kept-focus.ts'

const part = (title: string, ...names: readonly string[]) => `
  <section aria-label="${title}">
    <h2>${title}</h2>
    <ul>${names.map(name => `<li><button type="button">Remove ${name}</button></li>`).join('')}</ul>
  </section>`

async function focusAfter(gone: string): Promise<string | null | undefined> {
  // Nothing has a place in jsdom.
  const rects = vi.spyOn(HTMLElement.prototype, 'getClientRects')
  rects.mockReturnValue([new DOMRect()] as unknown as DOMRectList)
  document.body.innerHTML = `<main>${part('Friends', 'Anna', 'Ben')}${part('Asked', 'Eva')}${part('Blocked', 'Jan')}</main>`
  const stop = keepFocus(document)
  onTestFinished(() => {
    stop()
    rects.mockRestore()
    document.body.innerHTML = ''
  })
  const section = document.querySelector(`[aria-label=${gone}]`)
  section?.querySelector('button')?.focus()
  section?.remove()
  await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body))
  return document.activeElement?.textContent
}

test('the next part is read from its heading', async () => {
  expect(await focusAfter('Asked')).toBe('Blocked')
})

test('of the part before, what stands right above: its heading may be out of sight', async () => {
  expect(await focusAfter('Blocked')).toBe('Remove Eva')
})

test('a dialog that goes after what led to it leaves the focus on the title', async () => {
  document.body.innerHTML = `<main><h1>Lists</h1><button type="button" id="pill">1 to look at</button></main>
    <div role="dialog" tabindex="-1"><button type="button">Discard</button></div>`
  const stop = keepFocus(document)
  onTestFinished(() => {
    stop()
    document.body.innerHTML = ''
  })
  const dialog = document.querySelector<HTMLElement>('[role=dialog]')
  const pill = document.querySelector<HTMLElement>('#pill')
  pill?.focus()
  dialog?.querySelector('button')?.focus()
  // Where what was pressed in it goes first, the dialog has the focus itself.
  dialog?.querySelector('button')?.remove()
  pill?.remove()
  await Promise.resolve()
  dialog?.focus()
  await Promise.resolve()
  dialog?.remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('h1')))
})

test('what lies beside the page leaves the focus on its title, not on the link that skips to it', async () => {
  const rects = vi.spyOn(HTMLElement.prototype, 'getClientRects')
  rects.mockReturnValue([new DOMRect()] as unknown as DOMRectList)
  document.body.innerHTML = `<div><div><a href="#page">To the page</a><main><h1>Lists</h1></main></div>
    <section aria-label="Messages"><ol><li><button type="button">Undo</button></li></ol></section></div>`
  const stop = keepFocus(document)
  onTestFinished(() => {
    stop()
    rects.mockRestore()
    document.body.innerHTML = ''
  })
  document.querySelector('button')?.focus()
  document.querySelector('ol')?.remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('h1')))
})

test('a row that goes within a dialog hands the focus to the next one, though the dialog takes it, and again', async () => {
  const rects = vi.spyOn(HTMLElement.prototype, 'getClientRects')
  rects.mockReturnValue([new DOMRect()] as unknown as DOMRectList)
  document.body.innerHTML = `<main><h1>Shop</h1></main><div role="dialog" tabindex="-1">
    <button type="button">Close</button>${part('Bin', 'Anna', 'Ben', 'Eva')}</div>`
  const stop = keepFocus(document)
  onTestFinished(() => {
    stop()
    rects.mockRestore()
    document.body.innerHTML = ''
  })
  const dialog = document.querySelector<HTMLElement>('[role=dialog]')
  const row = document.querySelectorAll('li')[1]
  row?.querySelector('button')?.focus()
  row?.remove()
  // As Base UI does, in a microtask and in the next frame.
  dialog?.focus()
  requestAnimationFrame(() => dialog?.focus())
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Remove Eva'))
})

test('a dialog that outlives its fields and the row beneath it keeps the focus', async () => {
  const rects = vi.spyOn(HTMLElement.prototype, 'getClientRects')
  rects.mockReturnValue([new DOMRect()] as unknown as DOMRectList)
  document.body.innerHTML = `<main><h1>Shop</h1><ul>
      <li id="apples"><button type="button">Edit Apples</button></li>
      <li><button type="button">Edit Rice</button></li>
    </ul></main>
    <div role="dialog"><h2>Edit item</h2><form><input /></form></div>`
  const stop = keepFocus(document)
  onTestFinished(() => {
    stop()
    rects.mockRestore()
    document.body.innerHTML = ''
  })
  const row = document.querySelector('#apples')
  const form = document.querySelector('form')
  row?.querySelector('button')?.focus()
  form?.querySelector('input')?.focus()
  row?.remove()
  const close = document.createElement('button')
  form?.replaceWith(close)
  await vi.waitFor(() => expect(document.activeElement).toBe(close))
})
