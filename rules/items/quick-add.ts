import { cleanName } from '../text.ts'
import { checkQuantity, inPlainDigits, isThousands, parseQuantity } from './quantity.ts'
import { findUnit, type Unit } from './units.ts'

export interface QuickAdd {
  /** What is left once quantity and unit are taken out; never empty unless the text is. */
  readonly name: string
  readonly quantity?: number
  readonly unitId?: string
  /** Pieces are meant ("3x eggs", "eggs ×3", "½ cucumber"), so no unit may be thought up. */
  readonly counted?: true
}

/**
 * What a person means by one line: "2 kg apples", "milk 1,5 l", "3x eggs", "x3 eggs", "eggs 12",
 * "½ cucumber", "2kg apples", "1 1/2 l milk", "12 fl oz juice", "2 cans of tomatoes", "beer 6 x 330 ml", "٣ تفاح". The
 * quantity stands at the start or at the end, its unit right behind it. A guess, to be shown before it counts:
 * "7 up" is seven times "up".
 *
 * A number that is part of something else belongs to the name: "10 % cream", "apples 2 - 3", "soap 3 for 2",
 * "flour type 405", "Windeln Gr. 4", "2027 calendar", "9 V battery", "24/7 gum", "frame 10 x 15 cm",
 * "10 x 15 x 20 cm box", and "1,000 g flour" and "1 500 g flour", which are one to some and more to others.
 * "1 000 g flour" is a thousand to everybody, once its unit says that it is an amount: "20 000 mAh power bank" is a
 * name.
 *
 * A quantity that `checkQuantity` would refuse, or 0, belongs to the name, and so does everything where
 * nothing but digits and signs would be left for one: "7" is a name, "2 kg" and "1 ¼ lb" too.
 */
export function parseQuickAdd(text: string, units: readonly Unit[]): QuickAdd {
  const typed = cleanName(text).replace(/\s+/g, ' ')
  const line = inPlainDigits(typed)
  const reads = [atStart(line, units), inPacks(line, typed, units), atEnd(line, units)]
  const read = reads.find(isNamed) ?? { name: line }
  const at = line.indexOf(read.name)
  return at < 0 ? read : { ...read, name: typed.slice(at, at + read.name.length) }
}

function isNamed(read: QuickAdd | undefined): read is QuickAdd {
  return read !== undefined && /[\p{L}\p{Extended_Pictographic}]/u.test(read.name)
}

function atStart(line: string, units: readonly Unit[]): QuickAdd | undefined {
  const match = new RegExp(`^([x×*])? ?(${number})(.*)$`, 'iu').exec(line)
  const [, sign, typed, rest = ''] = match ?? []
  const quantity = readQuantity(typed)
  if (quantity === undefined || measureAhead.test(line)) return undefined

  const times = /^ ?[x×*] (.+)$/iu.exec(rest)
  if (times?.[1]) return { name: times[1], quantity, counted: true }

  for (const words of [2, 1]) {
    const spelling = new RegExp(`^ ?(${unitWords(words)})[:;,]?(?: (.*))?$`, 'u').exec(rest)
    const unit = findUnit(spelling?.[1] ?? '', units)
    // "x3 can opener" counts openers, while the "*" of a list says nothing.
    if (!unit || (sign && sign !== '*' && unit.name === spelling?.[1])) continue
    const name = (spelling?.[2] ?? '').replace(/^(?:[Oo][Ff] |d[ei] |d['’] ?)(?=.)/, '')
    if (spanBehindUnit.test(name)) return undefined
    // "2 Head & Shoulders": the word is the first half of a name, which the "g" of "500 g + salt" is not.
    const isWord = unit.abbreviation !== spelling?.[1] || unit.abbreviation === unit.name
    if (isWord && /^[&+/] ?\D/.test(name)) continue
    return name === '' ? undefined : { name: plainName(name), quantity, unitId: unit.id }
  }
  const name = rest.trim()
  const isOneWord = !rest.startsWith(' ')
  if (isOneWord || name === '' || isTimes(name) || goesOnWithNumber(name)) return undefined
  if (isNoAmount(typed) || (!sign && isGrouped(typed, name))) return undefined
  if (isYear(typed) && (!sign || sign === '*')) return undefined
  return { name, quantity, ...((sign || isPart(typed)) && { counted: true as const }) }
}

/**
 * So many of a size: "beer 6 x 330 ml" is six times "beer 330 ml", as is "6 x beer 330 ml". The name is put together
 * from what was `typed`, of which `line` is the plain form.
 */
function inPacks(line: string, typed: string, units: readonly Unit[]): QuickAdd | undefined {
  const size = `(?:${number}) ?(${unitWords(2)}|${unitWords(1)})`
  const match = new RegExp(`^(.*[^ ]) (${number}) ?[x×*] ?(${size})$`, 'iu').exec(line)
  const quantity = readQuantity(match?.[2])
  const [, before = '', , amount = '', unit = ''] = match ?? []
  if (quantity === undefined || !findUnit(unit, units) || measureBehind.test(line)) return undefined
  const name = `${typed.slice(0, before.length)} ${typed.slice(-amount.length)}`
  return { name, quantity, counted: true }
}

function atEnd(line: string, units: readonly Unit[]): QuickAdd | undefined {
  const match = new RegExp(
    `^(.*?[^ ]) ([x×*] ?)?(${number})(?: ?(${unitWords(2)}|${unitWords(1)}))?$`,
    'iu',
  ).exec(line)
  const quantity = readQuantity(match?.[3])
  const before = match?.[1]
  if (quantity === undefined || before === undefined || isTimes(before)) return undefined
  // "eggs 12 x 2" counts nothing that could be told.
  if (match?.[2] !== undefined && / [\d.,]+$/.test(before)) return undefined
  const words = match?.[4]
  const unit = findUnit(words ?? '', units)
  if (measureBehind.test(line) || goesBeforeNumber(before, unit, units)) return undefined
  if (isGrouped(before, match?.[3])) return undefined
  const isBare = words === undefined && match?.[2] === undefined
  const isNumberOnly = isNoAmount(match?.[3]) || isYear(match?.[3]) || designation.test(before)
  if (isBare && isNumberOnly) return undefined
  const name = plainName(before)
  const isCount =
    match?.[2] !== undefined || (words !== undefined && isTimes(words)) || isPart(match?.[3])
  if (words === undefined || isTimes(words)) {
    return { name, quantity, ...(isCount && { counted: true as const }) }
  }
  return unit && { name, quantity, unitId: unit.id }
}

function readQuantity(text: string | undefined): number | undefined {
  const quantity =
    text === undefined || isThousands(text)
      ? undefined
      : parseQuantity(text.replaceAll(' 000', '000'))
  if (quantity === undefined || quantity === 0) return undefined
  return checkQuantity('quantity', quantity) ? undefined : quantity
}

/** Without the sign that parts it from the amount: "apples:", "eggs -", "– milk". */
function plainName(name: string): string {
  return name.replace(/^[:;,=–—-]+ | ?[:;,=–—-]+$/g, '')
}

/** A share, a price, a measure, a span or a sum: "% cream", "€ voucher", "V battery", "- 3 apples", "to 4 carrots". */
function goesOnWithNumber(rest: string): boolean {
  return spanAhead.test(rest)
}

/** Half a span or a sum is left in the name: "apples 2 -", "milk 1 l +", "carrots 3 kg -" before so many kg. */
function goesBeforeNumber(name: string, unit: Unit | undefined, units: readonly Unit[]): boolean {
  const before = halfSpan.exec(name)
  // A dash may part a size from its amount, too: "cola 1 l - 6".
  if (!before?.[1] || !before[2]) return before !== null
  return unit !== undefined && findUnit(before[1], units) === unit
}

/** "1 500" and "12 500": the number is parted by a blank. "flour 405 500 g" is flour of a type. */
function isGrouped(before: string | undefined, behind: string | undefined): boolean {
  return /(?:^\d{1,3}| \d\d?)$/.test(before ?? '') && /^\d{3}(?!\d)/.test(behind ?? '')
}

/** Thousands alone, and a fraction alone that is no part of a piece: "24/7", "030/1234", shrimps of "16/20". */
function isNoAmount(typed: string | undefined): boolean {
  if (typed?.endsWith(' 000')) return true
  const [, above, below] = /^(\d+) ?[/⁄] ?(\d+)$/.exec(typed ?? '') ?? []
  if (above === undefined || below === undefined) return false
  return !/^[1-9]$/.test(above) || !/^[23458]$/.test(below) || Number(above) >= Number(below)
}

/** "2027 calendar", and 2,000 nails are "2000x nails". */
function isYear(typed: string | undefined): boolean {
  return /^(?:19|20)\d\d$/.test(typed ?? '')
}

function isTimes(text: string): boolean {
  return /^[x×*]$/iu.test(text)
}

/** A fraction is one of a piece: half a cucumber. */
function isPart(typed: string | undefined): boolean {
  return /[^\d., ]/u.test(typed ?? '')
}

/** The words of a unit: "kg", "fl oz". */
function unitWords(count: number): string {
  return Array.from({ length: count }, () => '[^ \\d:;,]+').join(' ')
}

/** From one number to another, or one for another, in the languages that people mix. */
const joint = '(?:to|or|in|for|für|bis|oder|à|ou)'

const vulgar = '[\\u00bc-\\u00be\\u2150-\\u215e]'
const thousands = '[1-9]\\d{0,2}(?: 000)+(?! ?[\\d.,])'
/** "1 1/2", "1/2", "1 / 2", "1½", "1 ½", "½", "1 000", "1,5", ",5", "2"; the longest first. */
const number = `(?:\\d+ )?\\d+ ?[/⁄] ?\\d+|\\d+ ?${vulgar}|${vulgar}|${thousands}|\\d*[.,]\\d+|\\d+`

const spanAhead = new RegExp(`^(?:[%‰€$£+&:–—-]|(?:V|W|mm) |${joint} \\d)`, 'iu')
const spanBehindUnit = new RegExp(`^(?:[+&/–—-]|${joint}) ?\\d`, 'iu')
const halfSpan = new RegExp(
  `(?:^| )(?:${number})(?: ?(${unitWords(1)}))?(?: ?[+&/]|( ?[–—-]| :)| ${joint})$`,
  'iu',
)

/** What a number behind it tells the kind of: "Mehl Typ 405", "Omega 3", but not "Snickers king size 2". */
const designation =
  /(?:type?|omega|grö(?:ß|ss)e|n[or]\.|(?<!\p{L})n[or]|(?<!\p{L}|\d ?)gr\.?|taille|stufe|spf|lsf|(?<!(?:king|queen|family|travel|fun|max)[ -])(?:\bsize|fa[ck]tor))$/iu

/** Not what its last unit makes of it: a generation of networks, pounds with ounces, sides; 3M is a brand, "cable 3M" long. */
const sides = '[\\d.,Xx×*]+ ?[Xx×*] ?[\\d.,]+ ?[CMcm]{2}'
/** Alike between them: "10 x 15 x 20 cm box", while "2 x 20x30 cm pan" is two of a size. */
const threeSides = '[\\d.,]+(?<by> ?[Xx×*] ?)[\\d.,]+\\k<by>[\\d.,]+ ?[CMcm]{2}'
const measure = `(?:[2-6]G|(?:\\d+ ?lbs?\\.? \\d+ ?oz|${sides}|${threeSides})\\.?)`
const measureAhead = new RegExp(`^\\W*(?:3M|${measure})\\b`)
const measureBehind = new RegExp(`(?:^| )${measure}$`)
