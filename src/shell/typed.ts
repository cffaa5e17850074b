/**
 * What was typed on this page and not sent yet, by the screen. It ends with the account, and outlives each reload and
 * each way to another site and back that the app itself begins: what lies in the tab's storage meanwhile is given back
 * to the same person alone.
 */
import { jsonIn } from '../../rules/json-in.ts'
import type { KeyValue } from '../network/key-value.ts'
import type { Session } from '../network/session/session.ts'
import type { PageReload } from '../offline/worker/page-reload.ts'

interface TypedParts {
  readonly session: Pick<Session, 'state'>
  readonly tab: Pick<KeyValue, 'get' | 'set' | 'remove'>
  readonly isReloading: PageReload['isReloading']
  readonly window: Pick<Window, 'addEventListener'>
}

/** To be asked when a screen opens: what one that goes writes still is of whoever left. */
export function createTyped({ session, tab, isReloading, window }: TypedParts) {
  const userNow = () => session.state.get().user?.id
  let writer = userNow()
  let typed = readTyped(tab.get(keyOf(writer)))
  forgetTyped(tab, writer)
  session.state.subscribe(() => {
    const user = userNow()
    // Who signs in only now goes on with what was typed before.
    if (writer !== undefined && writer !== user) typed = new Map()
    writer = user
  })
  function keep(): void {
    if (isReloading()) tab.set(keyOf(writer), JSON.stringify(Object.fromEntries(typed)))
  }
  window.addEventListener('pagehide', keep)
  // Comes next: the box of a list is read when the page goes, and hears of that later than this does.
  window.addEventListener('visibilitychange', keep)
  // The page that left comes back as it was, with what was typed: the next one in this tab is another matter.
  window.addEventListener('pageshow', () => forgetTyped(tab, writer))
  return (): Map<string, string> => typed
}

function readTyped(text: string | undefined): Map<string, string> {
  const texts = Object.entries(Object(jsonIn(text)))
  return new Map(texts.filter((one): one is [string, string] => typeof one[1] === 'string'))
}

/** To be called when this person signs out. */
export function forgetTyped(tab: Pick<KeyValue, 'remove'>, userId: number | undefined): void {
  tab.remove(keyOf(userId))
}

function keyOf(userId: number | undefined): string {
  return `aisle.typed.${userId}`
}
