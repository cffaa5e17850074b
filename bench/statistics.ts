/** The middle one; the mean of the two middle ones where the count is even. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The smallest value that so large a share (0 to 1) of them does not exceed. NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** e in y ~ n^e between two points. */
export function growthExponent(n1: number, y1: number, n2: number, y2: number): number {
  return Math.log(y2 / y1) / Math.log(n2 / n1)
}

/** With as many decimals as say something: 0.12, 3.4, 56. */
export function rounded(value: number): number {
  const decimals = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0
  return Number(value.toFixed(decimals))
}

/** How far two means lie apart, in units of what chance alone would do. */
export function welchT(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [spread(one), spread(other)]
  return (a.mean - b.mean) / Math.sqrt(a.variance / one.length + b.variance / other.length)
}

function spread(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, variance: squares / (values.length - 1) }
}
