import { GetAllUnitDocument, type UnitFieldsFragment } from '../../generated/operations.ts'
import { useRootQuery } from './use-root-query.ts'

/** All units, sorted by name; empty until the server was heard once. */
export function useUnits(): readonly UnitFieldsFragment[] {
  return useRootQuery(GetAllUnitDocument, 'Unit')?.getAllUnit ?? none
}

const none: readonly UnitFieldsFragment[] = []
