import type { PushGuard } from './push-guard.ts'
import type { VapidKeys } from './vapid-keys.ts'

/** What a browser needs to ask for notices, and what is asked of its answer. */
export type PushAddress = Pick<VapidKeys, 'publicKey'> & Pick<PushGuard, 'allows'>
