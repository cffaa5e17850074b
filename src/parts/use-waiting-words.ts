import { useSync } from '../cache/hooks/sync/use-sync.ts'

/** What is said of a change that waits: "saved" only where the device keeps it over this page. */
export function useWaitingWords(): string {
  const isDurable = useSync(sync => sync.storage === 'durable')
  return isDurable ? 'Saved on this device, will be sent' : 'Will be sent'
}
