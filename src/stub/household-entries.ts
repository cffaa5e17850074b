/** What stands in the lists that an edit brings: tags, items, people. Refused by the name of the list. */
import { checkQuantity } from '../../rules/items/quantity.ts'
import { isColor } from '../../rules/lists/tags.ts'
import { permissions } from '../../rules/people/permissions.ts'
import { checkName, checkNotes } from '../../rules/text.ts'
import { fieldTitle, type ValidationIssue } from '../../rules/validation-issue.ts'

type Check = (field: string, value: unknown) => ValidationIssue | undefined

interface Part {
  readonly check: Check
  readonly isNeeded?: boolean
}

/** Checks a list of such entries; undefined where all may be kept, or where it is a list of something else. */
export function checkEntries(
  field: string,
  entries: readonly unknown[],
  type: string,
): ValidationIssue | undefined {
  const parts = inputs.get(type)
  if (parts === undefined) return undefined
  for (const entry of entries) {
    if (typeof entry !== 'object' || entry === null) {
      return { field, message: `${fieldTitle(field)}: each must be an object.` }
    }
    const given: Readonly<Record<string, unknown>> = { ...entry }
    for (const [part, { check, isNeeded = false }] of Object.entries(parts)) {
      const value = given[part] ?? undefined
      if (value === undefined && !isNeeded && !(part === 'name' && part in given)) continue
      const issue = check(part, value)
      if (issue) return { ...issue, field }
    }
  }
  return undefined
}

function textOf(rule: (field: string, value: string) => ValidationIssue | undefined): Check {
  return (field, value) =>
    typeof value === 'string' ? rule(field, value) : wrong(field, 'be a text')
}

const anyText = textOf(() => undefined)
const name: Part = { check: textOf(checkName), isNeeded: true }

const quantity: Part = {
  check: (field, value) =>
    typeof value === 'number' ? checkQuantity(field, value) : wrong(field, 'be a number'),
}

const tag = {
  id: { check: anyText },
  name,
  color: {
    check: textOf((field, value) =>
      isColor(value)
        ? undefined
        : {
            field,
            message: 'The colour of a tag is written as # and six digits, such as #2b8a3e.',
          },
    ),
  },
}

const item = {
  notes: { check: textOf(checkNotes) },
  purchased: {
    check: (field: string, value: unknown) =>
      typeof value === 'boolean' ? undefined : wrong(field, 'be true or false'),
  },
  itemTags: {
    check: (field: string, value: unknown) =>
      Array.isArray(value) ? checkEntries(field, value, 'ItemTagInput') : wrong(field, 'be a list'),
  },
  unitId: { check: anyText },
  quantityInStock: quantity,
  quantityToPurchase: quantity,
}

const person = {
  friendId: {
    check: (field: string, value: unknown) =>
      typeof value === 'number' ? undefined : wrong(field, 'be a number'),
    isNeeded: true,
  },
  permission: {
    check: (field: string, value: unknown) =>
      permissions.some(one => one === value)
        ? undefined
        : wrong(field, `be one of ${permissions.join(', ')}`),
    isNeeded: true,
  },
}

const inputs: ReadonlyMap<string, Readonly<Record<string, Part>>> = new Map<
  string,
  Readonly<Record<string, Part>>
>([
  ['ItemTagInput', tag],
  ['NewItemInput', { ...item, name, id: { check: anyText } }],
  [
    'ItemChangeInput',
    {
      ...item,
      itemTagsBefore: item.itemTags,
      name: { check: name.check },
      id: { check: anyText, isNeeded: true },
    },
  ],
  ['ShoppingListFriendInput', person],
])

function wrong(field: string, what: string): ValidationIssue {
  return { field, message: `${fieldTitle(field)} must ${what}.` }
}
