import {
  GetByFilterUserConfigDocument,
  type UserConfigFieldsFragment,
} from '../../generated/operations.ts'
import { useRootQuery } from './use-root-query.ts'

/** One's own preferences; undefined until the server was heard once. */
export function useUserConfig(): UserConfigFieldsFragment | undefined {
  return useRootQuery(GetByFilterUserConfigDocument, 'UserConfig')?.getByFilterUserConfig[0]
}
