/** How soon a password would be guessed, in words. Comes late: its dictionary is large. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'

const words = [
  'Guessed at once. Add a few words that have nothing to do with each other.',
  'Guessed soon. Add a word or two.',
  'Fair. Another word makes it good.',
  'Good.',
  'Very good.',
] as const

export type PasswordStrength = (password: string, known: readonly string[]) => string

/** `known` is what others know of the person, such as the address: it adds nothing to a password. */
export function createPasswordStrength(): PasswordStrength {
  const zxcvbn = new ZxcvbnFactory({
    dictionary: common.dictionary,
    graphs: common.adjacencyGraphs,
  })
  return (password, known) => {
    const { score } = zxcvbn.check(password.slice(0, 64), known.filter(Boolean))
    return words[score] ?? ''
  }
}
