/**
 * Everything of a person that lies on this device, as one text: for the day when the app cannot show it, or
 * cannot send it. It reads memory alone, so that it works while all else fails.
 */
import type { Offline } from '../offline/offline.ts'
import { dayName } from '../ui/moment.ts'
import { saveFile } from './save-file.ts'

type Kept = Pick<Offline, 'cache' | 'tray' | 'waiting'>

/** Hands it to the browser's downloads, and answers with the sentence that says so. `now` in ms since 1970. */
export function saveRescue(kept: Kept, now: number): string {
  saveFile(rescueText(kept, now), rescueFileName(now), 'application/json')
  return 'Saved to your downloads.'
}

/** JSON with what waits and what was refused, whole, and the records as they are seen. */
function rescueText({ cache, tray, waiting }: Kept, now: number): string {
  const rescued = {
    app: 'Aisle',
    savedAt: new Date(now).toISOString(),
    waiting: waiting.get(),
    couldNotBeSaved: tray.get(),
    records: cache.extract(true),
  }
  return JSON.stringify(rescued, null, 2)
}

/** "aisle-rescue-2026-11-21.json" */
function rescueFileName(now: number): string {
  return `aisle-rescue-${dayName(now)}.json`
}
