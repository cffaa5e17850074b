/**
 * What the service worker does with a message of the server: shows it, and opens its page when it is tapped. It
 * knows no more of it than title, text and address.
 */
import { jsonIn } from '../../../rules/json-in.ts'
import { isOwnPath } from '../../../rules/own-path.ts'

export interface Notice {
  readonly title: string
  readonly body: string
  /** A path of the app. */
  readonly url: string
  /** A notice with the same tag takes the place of the one before. */
  readonly tag: string
}

/** With what TypeScript does not know yet. */
export interface ShownOptions extends NotificationOptions {
  /** In the place of another one it is heard as that was; without it nobody looks. Only with a tag. */
  readonly renotify?: boolean
}

interface NoticesParts {
  /** Whether the person whose notices they are has left this browser. */
  readonly isLeft: () => Promise<boolean>
  readonly show: (title: string, options: ShownOptions) => Promise<void>
  readonly clients: {
    /** All windows of the app. */
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly AppWindow[]>
    openWindow(url: string): Promise<unknown>
  }
}

export interface AppWindow {
  readonly url: string
  readonly visibilityState?: string
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}

/** A page that gets it goes to `url`. */
export const openPage = 'OPEN_PAGE'

export function createNotices({ isLeft, show, clients }: NoticesParts) {
  return {
    /** `text` is what the server sent. A browser takes the right away from whoever shows nothing. */
    async show(text: string | undefined): Promise<void> {
      const { title, body, url, tag } = readNotice((await isLeft()) ? undefined : text)
      const renotify = tag !== '' && { renotify: true }
      await show(title, { body, tag, ...renotify, icon: '/icons/icon-192.png', data: { url } })
    },
    /** In a window that is open already, the one in sight first; else in a new one. */
    async open(data: unknown): Promise<void> {
      const url = pathOf(Object(data).url)
      const all = await clients.matchAll({ type: 'window', includeUncontrolled: true })
      // A demo knows nothing of this person's lists.
      const windows = all.filter(one => !new URL(one.url).pathname.startsWith('/demo/'))
      const window = windows.find(one => one.visibilityState === 'visible') ?? windows[0]
      if (window === undefined) {
        await clients.openWindow(url)
        return
      }
      window.postMessage({ type: openPage, url })
      await window.focus()
    },
  }
}

const start = '/product'

function readNotice(text: string | undefined): Notice {
  // Shown without its words rather than not at all.
  const { title, body, url, tag }: Record<string, unknown> = Object(jsonIn(text))
  return {
    title: typeof title === 'string' && title !== '' ? title : 'Something changed',
    body: typeof body === 'string' ? body : '',
    url: pathOf(url),
    tag: typeof tag === 'string' ? tag : '',
  }
}

/** Only a path of this app. */
export function pathOf(url: unknown): string {
  return isOwnPath(url) ? url : start
}
