/**
 * How much of what is random or long runs: enough for every day, or all of it where AISLE_DEEP=1 says so, as
 * `.ci/run` does. CONTRIBUTING.md lists the variables that set one number alone.
 */
export const isDeep = process.env.AISLE_DEEP === '1'

/** The number that `variable` sets, else the one for every day or the deep one. */
export function howMany(variable: string, everyDay: number, deep: number): number {
  const set = process.env[variable]
  if (set !== undefined) return Number(set)
  return isDeep ? deep : everyDay
}

/** Where random histories begin, and whether one that fails is made shorter: as AISLE_SEED and AISLE_SHRINK say. */
export function chance(usualSeed: number, shard = 0) {
  const { AISLE_SEED = usualSeed, AISLE_SHRINK } = process.env
  return { seed: Number(AISLE_SEED) + shard, endOnFailure: AISLE_SHRINK === undefined }
}

/** The time-out, in ms, of a test that does something `times` times: 20 s, and `secondsEach` for each of them. */
export function budget(times: number, secondsEach: number): number {
  return 20_000 + times * secondsEach * 1_000
}
