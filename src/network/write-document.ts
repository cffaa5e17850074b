/** A document as text: what graphql's own printer writes, in a tenth of its code, and all in one line. */
import type { ASTNode } from 'graphql'

/** Knows what a request is made of, and nothing of a schema. */
export function writeDocument(node: ASTNode): string {
  switch (node.kind) {
    case 'Document':
      return all(node.definitions, ' ')
    case 'OperationDefinition':
      return `${node.operation} ${node.name?.value ?? ''}${within('(', node.variableDefinitions, ')')}${behind(node)}`
    case 'FragmentDefinition':
      return `fragment ${node.name.value} on ${node.typeCondition.name.value}${behind(node)}`
    case 'VariableDefinition': {
      const typed = `${writeDocument(node.variable)}:${writeDocument(node.type)}`
      return node.defaultValue ? `${typed} = ${writeDocument(node.defaultValue)}` : typed
    }
    case 'SelectionSet':
      return `{${all(node.selections, ' ')}}`
    case 'Field': {
      const alias = node.alias ? `${node.alias.value}:` : ''
      return `${alias}${node.name.value}${within('(', node.arguments, ')')}${behind(node)}`
    }
    case 'FragmentSpread':
      return `...${node.name.value}${behind(node)}`
    case 'InlineFragment':
      return `...${node.typeCondition ? ` on ${node.typeCondition.name.value}` : ''}${behind(node)}`
    case 'Directive':
      return ` @${node.name.value}${within('(', node.arguments, ')')}`
    case 'Argument':
    case 'ObjectField':
      return `${node.name.value}:${writeDocument(node.value)}`
    case 'Variable':
      return `$${node.name.value}`
    case 'NamedType':
      return node.name.value
    case 'ListType':
      return `[${writeDocument(node.type)}]`
    case 'NonNullType':
      return `${writeDocument(node.type)}!`
    case 'ListValue':
      return `[${all(node.values, ',')}]`
    case 'ObjectValue':
      return `{${all(node.fields, ',')}}`
    case 'StringValue':
      return JSON.stringify(node.value)
    case 'NullValue':
      return 'null'
    case 'IntValue':
    case 'FloatValue':
    case 'EnumValue':
    case 'BooleanValue':
      return String(node.value)
    default:
      throw new Error(`No request holds a ${node.kind}.`)
  }
}

type Nodes = readonly ASTNode[] | undefined

function all(nodes: Nodes = [], between: string): string {
  return nodes.map(writeDocument).join(between)
}

function within(open: string, nodes: Nodes, close: string): string {
  return nodes?.length ? open + all(nodes, ',') + close : ''
}

interface Ends {
  readonly directives?: Nodes
  readonly selectionSet?: ASTNode | undefined
}

function behind({ directives, selectionSet }: Ends): string {
  return all(directives, '') + (selectionSet ? writeDocument(selectionSet) : '')
}
