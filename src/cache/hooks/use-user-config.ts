import {
  type UserConfigFieldsFragment,
  UserConfigFieldsFragmentDoc,
} from '../../generated/operations.ts'
import { useRootRecords } from './use-root-records.ts'

/** One's own preferences; undefined until the server was heard once. */
export function useUserConfig(): UserConfigFieldsFragment | undefined {
  return useRootRecords('getByFilterUserConfig', 'UserConfig', UserConfigFieldsFragmentDoc)?.[0]
}
