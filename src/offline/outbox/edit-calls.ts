/** The call of each edit (spec section 4): from when it is done until the server answered, over all its tries. */
import type { Call, CallStates } from '../sync/call-states.ts'
import type { Entry, TrayEntry } from './edit.ts'
import { takenBy } from './tray.ts'

export interface EditCalls {
  begin(entry: Entry): void
  completed(id: string): void
  /** The refused edit and those that followed it. */
  refused(refused: TrayEntry): void
  /** It left without an answer that this tab heard: folded into another, dropped as pointless, lost. */
  left(id: string): void
}

export function createEditCalls(calls: CallStates): EditCalls {
  const underWay = new Map<string, Call>()

  function end(id: string, how: (call: Call) => void): void {
    const call = underWay.get(id)
    if (!call) return
    underWay.delete(id)
    how(call)
  }

  return {
    begin: ({ id, name }) => void underWay.set(id, calls.begin(name)),
    completed: id => end(id, call => call.completed()),
    refused(one) {
      for (const id of takenBy(one)) end(id, call => call.failed(one.refusal.message))
    },
    left: id => end(id, call => call.withdrawn()),
  }
}
