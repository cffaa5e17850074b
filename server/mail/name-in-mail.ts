import { cleanName, cutTo, lengthOf } from '../../rules/text.ts'

/** Enough to know somebody by, too little for a message. */
const mostCharacters = 40

/**
 * Somebody's name as it stands in a mail to another person: at most 40 code points, and nothing that a mail program
 * turns into a link. Else anybody has this server write to any address, with a link of theirs in the first sentence.
 */
export function nameInMail(name: string): string {
  const unlinked = cleanName(name)
    .replaceAll('://', ': ')
    .replace(/www\./gi, 'www ')
    // Before all but blanks and signs: what cannot be seen may stand between the dot and its letter.
    .replace(/[.:@\u3002\uff0e\uff1a\uff20\uff61](?=[^\s\p{P}])/gu, '$& ')
  if (lengthOf(unlinked) <= mostCharacters) return unlinked
  return `${cutTo(unlinked, mostCharacters - 1).trimEnd()}…`
}
