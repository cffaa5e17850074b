/** Settings that are a number, a word or a secret. Each throws a `SettingError` that names the setting. */
import { SettingError } from './setting-error.ts'

export function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new SettingError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`)
}

export function flag(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'false' || text === '0') return false
  if (text === 'true' || text === '1') return true
  throw new SettingError(`${name} must be true or false, not "${text}".`)
}

export function oneOf<T extends string>(name: string, text: string, values: readonly T[]): T {
  const found = values.find(value => value === text)
  if (found) return found
  throw new SettingError(`${name} must be one of ${values.join(', ')}, not "${text}".`)
}

const secretLength = 32

export function secret(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text.length >= secretLength) return text
  throw new SettingError(`${name} must have at least ${secretLength} characters.`)
}

export function trustProxy(text: string | undefined): number {
  if (text === undefined || text === 'false') return 0
  if (text === 'true') return 1
  if (/^\d$/.test(text)) return Number(text)
  throw new SettingError(
    `TRUST_PROXY must be true, false, or the number of proxies in front of Aisle (up to 9), not "${text}".`,
  )
}
