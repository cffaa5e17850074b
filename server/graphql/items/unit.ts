/** Units: the same for everybody, made by the migrations. */

import { forbidden } from '../../refusal.ts'
import type { Mutations, Queries } from '../engine/context.ts'

export const unitQueries = {
  getAllUnit: (_, _args, { units }) => [...units],
  getByIdUnit: (_, { id }, { units }) => units.find(unit => unit.id === id) ?? null,
  getByFilterUnit() {
    throw forbidden('There are few units: ask for all of them.')
  },
} satisfies Queries

export const unitMutations = {
  createUnit: refuseChange,
  updateUnit: refuseChange,
  deleteByIdUnit: refuseChange,
  deleteByIdsUnit: refuseChange,
} satisfies Mutations

function refuseChange(): never {
  throw forbidden('Units are the same for everybody and cannot be changed.')
}
