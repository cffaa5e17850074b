/** The messages that are drawn, and how long each of them still has; that time can be held. */
import { toast } from 'sonner'
import type { ToastMessage } from './toast-message.ts'

export const shownAtMost = 2

const durationMs = 10_000
/** So that none goes in the very moment in which one sees it again. */
const atLeastMs = 1_000

type Id = ReturnType<typeof toast.dismiss>

interface Drawn {
  readonly message: ToastMessage
  readonly leftMs: number
  readonly since: number
}

export interface ToastPile {
  /** Draws one more; the oldest makes room for it, one that stays last: that one comes back as soon as there is room. */
  add(message: ToastMessage): void
  /** While held, no time passes. */
  hold(held: boolean): void
}

export function createToastPile(): ToastPile {
  const drawn = new Map<Id, Drawn>()
  /** Pushed out, and not closed by anybody. */
  const later: ToastMessage[] = []
  let held = false

  function draw({ message, leftMs }: Drawn, known?: Id): Id {
    const { text, type = 'error', title, action } = message
    const id: Id = toast[type](title ?? type.toUpperCase(), {
      ...(known === undefined ? {} : { id: known }),
      description: text,
      duration: held ? Number.POSITIVE_INFINITY : leftMs,
      onDismiss: () => forget(id),
      onAutoClose: () => forget(id),
      ...(action && {
        action: {
          label: action.label,
          onClick() {
            forget(id)
            action.onPress()
          },
        },
      }),
    })
    return id
  }

  function add(message: ToastMessage) {
    const one = {
      message,
      leftMs: message.stays ? Number.POSITIVE_INFINITY : durationMs,
      since: Date.now(),
    }
    drawn.set(draw(one), one)
    const before = [...drawn].slice(0, -1)
    before.sort(([, a], [, b]) => Number(!!a.message.stays) - Number(!!b.message.stays))
    for (const [id, { message }] of before.slice(0, 1 - shownAtMost)) {
      if (message.stays) later.push(message)
      drawn.delete(id)
      toast.dismiss(id)
    }
  }

  function forget(id: Id) {
    const next = drawn.delete(id) ? later.shift() : undefined
    if (next) add(next)
  }

  return {
    add,
    hold(hold) {
      if (hold === held) return
      held = hold
      const now = Date.now()
      for (const [id, { message, leftMs, since }] of drawn) {
        const one = {
          message,
          leftMs: held ? Math.max(leftMs - (now - since), atLeastMs) : leftMs,
          since: now,
        }
        drawn.set(id, one)
        draw(one, id)
      }
    },
  }
}
