/** What no rule of axe looks at: room for a finger, and everything in reach however large the letters are. */
import type { Page } from '@playwright/test'

/** Sentences; none where all is well. The page is as a phone of 360 px with a touch screen draws it. */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  const plain = await page.evaluate(readFaults, { leastPx: 48 })
  await setTextSize(page, '200%')
  const large = await page.evaluate(readFaults, { leastPx: 0 })
  await setTextSize(page, '')
  return [...plain, ...large.map(fault => `at 200 %: ${fault}`)]
}

async function setTextSize(page: Page, size: string): Promise<void> {
  await page.evaluate(async fontSize => {
    document.documentElement.style.fontSize = fontSize
    await new Promise(requestAnimationFrame)
  }, size)
}

function readFaults({ leastPx }: { readonly leastPx: number }): readonly string[] {
  const controls = 'a[href], button, input, select, textarea, summary, [role=menuitem]'
  const width = document.documentElement.clientWidth
  // Two, one above the other at the bottom.
  const messagesPx = 160
  const faults: string[] = []
  // What lies beneath an open dialog or menu is judged without it.
  const grounds = document.querySelectorAll('[role=dialog], [role=menu]')
  const ground = grounds.item(grounds.length - 1) ?? document.body
  for (const control of ground.querySelectorAll<HTMLElement>(controls)) {
    if (control.closest('[inert], [aria-hidden=true]') || control.tabIndex < -1) continue
    // The picture of a file field is its label.
    const drawn = control.matches('input:is([type=checkbox], [type=radio], [type=file])')
      ? (control.closest('label') ?? control)
      : control
    const box = drawn.getBoundingClientRect()
    if (box.width < 2 || getComputedStyle(drawn).visibility !== 'visible') continue
    const name = `${control.getAttribute('aria-label') ?? drawn.textContent.trim().slice(0, 40)} (${Math.round(box.width)}×${Math.round(box.height)})`
    const isInText = getComputedStyle(control).display === 'inline'
    if (!isInText && (box.width < leastPx || box.height < leastPx)) faults.push(`small: ${name}`)
    if ((box.left < -1 || box.right > width + 1) && !isInScroller(control)) {
      faults.push(`beyond the edge: ${name}`)
    }
  }
  for (const words of ground.querySelectorAll<HTMLElement>(
    'h1, h1 span, h2, p, [data-item] label > span',
  )) {
    const text = words.textContent.trim()
    const { width: room } = words.getBoundingClientRect()
    const letterPx = Number.parseFloat(getComputedStyle(words).fontSize)
    const isForEars =
      words.closest('.sr-only') !== null || getComputedStyle(words).display === 'none'
    if (
      text.length > 6 &&
      !isForEars &&
      words.getClientRects().length > 0 &&
      room < letterPx * 2.5
    ) {
      faults.push(`squeezed: ${text.slice(0, 40)}`)
    }
  }
  // A screen reader says what comes into a region that is there: one that is not drawn while it is empty is not.
  for (const region of ground.querySelectorAll('[role=status], [aria-live=polite]')) {
    const isHidden = region.parentElement?.closest('[hidden]') !== null
    if (!isHidden && getComputedStyle(region).display === 'none') {
      faults.push(`silent: ${region.getAttribute('aria-label') ?? region.outerHTML.slice(0, 80)}`)
    }
  }
  for (const words of ground.querySelectorAll<HTMLElement>('button, a[href], h1, h2')) {
    const broken = brokenWord(words)
    if (broken !== undefined) faults.push(`broken: ${broken}`)
  }
  const { scrollWidth, scrollHeight, clientHeight } = document.documentElement
  if (scrollWidth > width) faults.push('the page scrolls sideways')
  // What is for ears alone lies where it would be seen: outside what scrolls, it makes the page longer. With large
  // letters a page that is too short for its bars may scroll.
  const isLarge = leastPx === 0
  if (!isLarge && document.querySelector('main#page') && scrollHeight > clientHeight) {
    faults.push('the page scrolls beside what it holds')
  }
  let page: HTMLElement | undefined
  for (const holder of ground.querySelectorAll<HTMLElement>('*')) {
    const { overflowY, overflowX } = getComputedStyle(holder)
    const scrollsDown = overflowY === 'auto' || overflowY === 'scroll'
    if (holder.matches('[role=toolbar]')) continue
    const isTall = holder.closest('main') !== null && holder.clientHeight > innerHeight / 2
    // What scrolls within the page may end where it likes.
    if (scrollsDown && isTall && !isLarge && page?.contains(holder) !== true) {
      page = holder
      if (roomBeneath(page) < messagesPx) {
        faults.push(`beneath messages: ${page.innerText.trim().slice(-40)}`)
      }
    }
    if (scrollsDown && overflowX !== 'hidden' && holder.scrollWidth > holder.clientWidth + 1) {
      faults.push(`scrolls sideways: ${holder.className.slice(0, 60)}`)
    }
  }
  return faults

  /** At its end, beneath the last of what can be pressed. */
  function roomBeneath(scroller: HTMLElement): number {
    const bottoms = [...scroller.querySelectorAll(controls)]
      .map(control => control.getBoundingClientRect())
      .flatMap(({ width, bottom }) => (width < 2 ? [] : [bottom]))
    const end = scroller.getBoundingClientRect().top + scroller.scrollHeight - scroller.scrollTop
    return end - Math.max(...bottoms)
  }

  /** A word that fits into a line, and is torn all the same. */
  function brokenWord(element: HTMLElement): string | undefined {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest('.sr-only')) continue
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]{2,10}/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) return word
      }
    }
    return undefined
  }

  function isInScroller(control: HTMLElement): boolean {
    return control.closest('[role=toolbar]') !== null
  }
}
