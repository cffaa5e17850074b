/** Units hardly ever change: they are asked for once a session, at the first contact, and kept with the rest. */

import { GetAllUnitDocument } from '../generated/operations.ts'
import type { Network } from '../offline/network.ts'
import type { Offline } from '../offline/offline.ts'
import { unitsByName } from './units-by-name.ts'

export function loadUnits(offline: Offline, network: Network, newId: () => string): Offline {
  let asked = false
  const ask = async () => {
    if (asked || !offline.sync.get().initialised) return
    asked = true
    const outcome = await network.send(GetAllUnitDocument, {}, { requestToken: newId() })
    if (outcome.kind !== 'answer') {
      asked = false
      return
    }
    offline.cache.writeQuery({
      query: GetAllUnitDocument,
      data: { ...outcome.data, getAllUnit: unitsByName(outcome.data.getAllUnit) },
    })
  }
  const end = offline.sync.subscribe(() => {
    void ask().then(() => {
      if (asked) end()
    })
  })
  void ask()
  return offline
}
