import { type UnitFieldsFragment, UnitFieldsFragmentDoc } from '../../generated/operations.ts'
import { useRootRecords } from './use-root-records.ts'

/** All units, sorted by name; empty until the server was heard once. */
export function useUnits(): readonly UnitFieldsFragment[] {
  return useRootRecords('getAllUnit', 'Unit', UnitFieldsFragmentDoc) ?? none
}

const none: readonly UnitFieldsFragment[] = []
