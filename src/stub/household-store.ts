/** Where the household is kept between two requests: one at a time reads it, changes it and writes it back. */
import { openDB } from 'idb'
import type { HouseholdState } from './home.ts'

/** Undefined if there is none yet, or none any more. */
interface Changed<Result> {
  readonly state: HouseholdState | undefined
  readonly result: Result
}

export interface HouseholdStore {
  change<Result>(
    work: (state: HouseholdState | undefined) => Promise<Changed<Result>>,
  ): Promise<Result>
}

interface Place {
  read(): Promise<HouseholdState | undefined>
  write(state: HouseholdState | undefined): Promise<void>
}

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Of one page, and gone with it. */
export function createMemoryHousehold(): HouseholdStore {
  let kept: HouseholdState | undefined
  const place: Place = {
    read: async () => kept,
    async write(state) {
      kept = state
    },
  }
  return createHouseholdStore(place, oneAfterTheOther())
}

const storeName = 'household'
const lockName = 'aisle-demo-household'

/** Of the browser, for all tabs; of this page alone where nothing can be stored. */
export function createBrowserHousehold(): HouseholdStore {
  const opening = openDB('aisle-demo', 1, { upgrade: db => void db.createObjectStore(storeName) })
  const memory = createMemoryHousehold()
  const turn = oneAfterTheOther()
  const inTurn: InTurn = work =>
    'locks' in navigator ? navigator.locks.request(lockName, work) : turn(work)
  const stored = createHouseholdStore(
    {
      async read() {
        const state: unknown = await (await opening).get(storeName, 1)
        return isHousehold(state) ? state : undefined
      },
      async write(state) {
        const db = await opening
        if (state === undefined) await db.delete(storeName, 1)
        else await db.put(storeName, state, 1)
      },
    },
    inTurn,
  )
  return {
    async change(work) {
      const canStore = await opening.then(
        () => true,
        () => false,
      )
      return (canStore ? stored : memory).change(work)
    },
  }
}

function createHouseholdStore(place: Place, inTurn: InTurn): HouseholdStore {
  return {
    change: work =>
      inTurn(async () => {
        const before = await place.read()
        const { state, result } = await work(before)
        if (state !== before) await place.write(state)
        return result
      }),
  }
}

function oneAfterTheOther(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}

/** One of another version is made anew. */
function isHousehold(value: unknown): value is HouseholdState {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'format') === 1
}
