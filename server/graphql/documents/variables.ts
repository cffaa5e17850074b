/** Variables of the wrong kind, in sentences for the person who filled in the field. */
import {
  coerceInputValue,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  visit,
} from 'graphql'
import { fieldTitle } from '../../../rules/validation-issue.ts'

export type Variables = Readonly<Record<string, unknown>>

const errorsAtOnce = 10

/** One error a variable that does not fit, with the argument it is for as `field`; empty if all fit. */
export function checkVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
): GraphQLError[] {
  const errors: GraphQLError[] = []
  for (const definition of operation.variableDefinitions ?? []) {
    if (errors.length >= errorsAtOnce) break
    const type = typeOf(schema, definition)
    // Anything else was refused by validation.
    if (!isInputType(type)) continue
    const message = checkVariable(definition, type, variables)
    if (message === undefined) continue
    const field = fieldOf(operation, definition.variable.name.value)
    errors.push(
      new GraphQLError(message(field), {
        nodes: definition,
        extensions: { code: 'BAD_INPUT', field },
      }),
    )
  }
  return errors
}

/** Of documents that are kept, and belong to one schema. */
const types = new WeakMap<VariableDefinitionNode, GraphQLType | undefined>()

function typeOf(schema: GraphQLSchema, definition: VariableDefinitionNode) {
  if (!types.has(definition)) types.set(definition, typeFromAST(schema, definition.type))
  return types.get(definition)
}

type Sentence = (field: string) => string

function checkVariable(
  definition: VariableDefinitionNode,
  type: GraphQLInputType,
  variables: Variables,
): Sentence | undefined {
  const name = definition.variable.name.value
  if (!Object.hasOwn(variables, name)) {
    if (definition.defaultValue || !isNonNullType(type)) return undefined
    return field => `${fieldTitle(field)} is missing.`
  }
  if (variables[name] === null && isNonNullType(type)) {
    return field => `${fieldTitle(field)} cannot be left without a value.`
  }
  if (hasNul(variables[name])) {
    return field =>
      `${fieldTitle(field)} contains a character that cannot be shown. Type it again without it.`
  }
  let sentence: Sentence | undefined
  try {
    coerceInputValue(variables[name], type, (path, _value, error) => {
      sentence = field =>
        `${[field, ...path].map(titleOf).join(', ')}: ${wanted(type, path, error)}`
      throw error
    })
  } catch (error) {
    // The first is told and no other looked for: a megabyte of wrong numbers is half a million errors.
    if (sentence === undefined) throw error
  }
  return sentence
}

function titleOf(step: string | number): string {
  return typeof step === 'number' ? `number ${step + 1}` : fieldTitle(step)
}

/** What should have been at that place of the value. */
function wanted(
  type: GraphQLInputType,
  path: readonly (string | number)[],
  error: GraphQLError,
): string {
  let named = getNamedType(type)
  for (const step of path) {
    if (typeof step === 'number') continue
    if (isInputObjectType(named)) named = getNamedType(named.getFields()[step]?.type ?? named)
  }
  if (isEnumType(named)) {
    const values = named.getValues().map(value => value.name)
    return `this must be one of ${values.join(', ')}.`
  }
  return kinds.get(named.name) ?? error.message
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['String', 'this must be a text.'],
  ['ID', 'this must be an id, which is a text.'],
  ['Boolean', 'this must be true or false.'],
  ['Int', 'this must be a whole number from -2,147,483,648 to 2,147,483,647.'],
  ['Float', 'this must be a number.'],
])

/** The argument that takes the variable; the variable's own name where none does directly. */
function fieldOf(operation: OperationDefinitionNode, variable: string): string {
  let field = variable
  visit(operation, {
    Argument(node) {
      if (node.value.kind === Kind.VARIABLE && node.value.name.value === variable) {
        field = node.name.value
      }
    },
  })
  return field
}

/** PostgreSQL takes no text with it, and nobody types it. */
function hasNul(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0')
  // What nests deeper than any input is refused for that.
  if (typeof value !== 'object' || value === null || depth > 16) return false
  return Object.values(value).some(inner => hasNul(inner, depth + 1))
}
