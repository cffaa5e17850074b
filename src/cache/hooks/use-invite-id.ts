import { inviteCacheId, inviteFields } from '../records/local-records.ts'
import { useRecord } from './use-record.ts'

/** What stands in the person's own invitation; undefined until the server was heard once. */
export function useInviteId(): string | undefined {
  return useRecord(inviteCacheId, inviteFields)?.inviteId
}
