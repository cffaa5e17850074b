/** The lines of a pasted text as they are meant: bullets, checkboxes and numbering of other programs go. */

/** So many can be looked through in a preview; more is a file to import. */
export const pastedLinesLimit = 500

/** Empty lines are left out; a numbering goes only where every line has one. */
export function pastedLines(text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n|\u2028|\u2029/)
    .map(line => line.trim())
    .filter(line => line !== '')
  const numbered = lines.length > 1 && lines.every(line => numbering.test(line))
  return lines
    .map(line => (numbered ? line.replace(numbering, '') : line).replace(bullet, '').trim())
    .filter(line => line !== '')
}

const numbering = /^\d+(?:\.\)|[.)])\s+/
/** An emoji is followed by how it is drawn: "☑️" is two characters. */
const bullet =
  /^(?:[-*+•·●○◦▪▫■‣–—]\p{Variation_Selector}?\s+)?(?:\[[ xX]?\]\s+|[☐☑☒✓✔✅⬜□▢◻]\p{Variation_Selector}?\s*)?/u
