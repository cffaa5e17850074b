/** What this browser can do about notices, and what its person has allowed. */
import { createNoticedPerson, type NoticedPerson } from './noticed-person.ts'
import { openPage, pathOf } from './notices.ts'

/**
 * `unasked`: nobody has allowed them yet, or the browser took that back. `blocked`: the person has said no, and only they
 * can say otherwise, in the browser's own settings. `uninstalled`: on iPhones and iPads what was added to the Home Screen
 * has them, and no page in a tab. `insecure`: no browser has them at an address without https.
 */
export type PushAbility =
  | 'able'
  | 'unasked'
  | 'blocked'
  | 'uninstalled'
  | 'insecure'
  | 'unsupported'

/** Base64url, as the browser hands it out. */
export interface PushSubscriptionKeys {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface PushBrowser {
  ability(): PushAbility
  /**
   * Asks the person, whose number `userId` is, where nobody has; undefined if they say no, or the push service is not
   * reached.
   */
  subscribe(publicKey: string, userId: number): Promise<PushSubscriptionKeys | undefined>
  unsubscribe(): Promise<void>
  /** Whether it still has what it subscribed to: browsers drop that by themselves, and tell nobody. */
  isSubscribed(): Promise<boolean>
  /**
   * The person has left: what was shown goes, and what still comes shows nothing of theirs, whether the browser
   * unsubscribes at once or not.
   */
  leave(userId: number): Promise<void>
  /** Calls back with the path that a tapped notice leads to; answers with what ends it. */
  onOpen(open: (path: string) => void): () => void
  /** The number on the app's icon; 0 is none. Does nothing if there are no badges. */
  badge(count: number): void
}

interface PushWindow {
  /** `standalone` is of iPhones and iPads alone: whether the page was opened from the Home Screen. */
  readonly navigator: Navigator & { readonly standalone?: boolean }
  readonly isSecureContext?: boolean
  /** Absent where the browser has no notices, or the page is not on https. */
  readonly Notification?: Pick<typeof Notification, 'permission' | 'requestPermission'>
  readonly PushManager?: unknown
}

/** Where there is nobody who could send notices. */
export const noPush: PushBrowser = {
  ability: () => 'unsupported',
  subscribe: async () => undefined,
  unsubscribe: async () => {},
  isSubscribed: async () => false,
  leave: async () => {},
  onOpen: () => () => {},
  badge: () => {},
}

const abilities = { granted: 'able', default: 'unasked', denied: 'blocked' } as const

export function createPushBrowser(
  window: PushWindow,
  noticed: NoticedPerson = createNoticedPerson(),
): PushBrowser {
  const { navigator } = window
  const container = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined

  async function subscription() {
    return (await container?.getRegistration())?.pushManager?.getSubscription()
  }

  async function unsubscribe() {
    await (await subscription())?.unsubscribe().catch(() => false)
  }

  async function closeShown() {
    const registration = await container?.getRegistration()
    for (const notice of (await registration?.getNotifications?.()) ?? []) notice.close()
  }

  function badge(count: number) {
    const done = count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count)
    // Not installed, or not allowed.
    done?.catch(() => {})
  }

  return {
    ability() {
      const { Notification } = window
      if (window.isSecureContext === false) return 'insecure'
      if (!container || !Notification || !window.PushManager) {
        return navigator.standalone === false ? 'uninstalled' : 'unsupported'
      }
      return abilities[Notification.permission]
    },
    async subscribe(publicKey, userId) {
      const permission = await window.Notification?.requestPermission()
      const registration = await container?.getRegistration()
      if (permission !== 'granted' || !registration) return undefined
      try {
        // One that was made for other keys stands in the way of the new one.
        await (await registration.pushManager.getSubscription())?.unsubscribe()
        await noticed.set(userId)
        const made = await registration.pushManager.subscribe({
          userVisibleOnly: true,
          applicationServerKey: publicKey,
        })
        const { endpoint, keys } = made.toJSON()
        const { p256dh, auth } = keys ?? {}
        return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : undefined
      } catch {
        return undefined
      }
    },
    unsubscribe,
    isSubscribed: async () => Boolean(await subscription()),
    async leave(userId) {
      const person = await noticed.get()
      if (person !== userId && typeof person === 'number') return
      await noticed.set('left')
      if (person === userId) badge(0)
      // Without a network they may take their time, and whatever they do nobody is kept here by it.
      for (const one of [closeShown(), unsubscribe()]) one.catch(() => {})
    },
    onOpen(open) {
      function handle({ data }: MessageEvent) {
        if (data?.type === openPage) open(pathOf(data.url))
      }
      container?.addEventListener('message', handle)
      return () => container?.removeEventListener('message', handle)
    },
    badge,
  }
}
