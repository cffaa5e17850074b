import { peopleFields } from '../records/local-records.ts'
import { type People, peopleCacheId } from '../records/people.ts'
import { useRecord } from './use-record.ts'

/** Who has a list; undefined if that was never told, as of one that waits to be made. */
export function usePeople(listId: string): People | undefined {
  return useRecord(peopleCacheId(listId), peopleFields)
}
