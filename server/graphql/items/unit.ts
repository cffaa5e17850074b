/** Units: the same for everybody, made by the migrations. */
import type { MutationResolvers, QueryResolvers } from '../../generated/schema.ts'
import { forbidden } from '../../refusal.ts'

export const unitQueries: Pick<
  Required<QueryResolvers>,
  'getAllUnit' | 'getByIdUnit' | 'getByFilterUnit'
> = {
  getAllUnit: (_, _args, { units }) => [...units],
  getByIdUnit: (_, { id }, { units }) => units.find(unit => unit.id === id) ?? null,
  getByFilterUnit() {
    throw forbidden('There are few units: ask for all of them.')
  },
}

export const unitMutations: Pick<
  Required<MutationResolvers>,
  'createUnit' | 'updateUnit' | 'deleteByIdUnit' | 'deleteByIdsUnit'
> = {
  createUnit: refuseChange,
  updateUnit: refuseChange,
  deleteByIdUnit: refuseChange,
  deleteByIdsUnit: refuseChange,
}

function refuseChange(): never {
  throw forbidden('Units are the same for everybody and cannot be changed.')
}
