/** Where the device does not keep what is changed: said at once, not only to those who look. */
import { useSync } from '../cache/use-sync.ts'
import { storageSentence } from './storage-sentence.ts'

export function StorageNotice() {
  const { storage } = useSync()
  const sentence = storageSentence(storage)
  return (
    // Always there, so that a screen reader says what comes into it.
    <div role="status" aria-label="Storage" className="flex-none">
      {sentence === undefined ? null : (
        <p className="aside-safe border-b border-line bg-tint py-2 text-sm">{sentence}</p>
      )}
    </div>
  )
}
