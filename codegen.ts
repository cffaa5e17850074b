import { readdirSync, readFileSync } from 'node:fs'
import type { CodegenConfig } from '@graphql-codegen/cli'
import { GraphQLError, parse, Source } from 'graphql'
import { validateSDL } from 'graphql/validation/validate.js'

// The generator says of what it cannot read neither the line nor, of operations, the file, and of a type that is
// nowhere not the line.
const operations = readdirSync('operations').map(name => `operations/${name}`)
for (const file of ['schema.graphql', ...operations]) {
  try {
    const document = parse(new Source(readFileSync(file, 'utf8'), file))
    const [fault] = file === 'schema.graphql' ? validateSDL(document) : []
    if (fault) throw fault
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    process.stderr.write(`${error}\n`)
    process.exit(1)
  }
}

const scalars = { ID: 'string', DateTime: 'string' }
const shared = { scalars, useTypeImports: true, enumsAsTypes: true, immutableTypes: true }
const documentParts = {
  plugins: ['typescript-operations', 'typed-document-node'],
  config: { ...shared, skipTypename: false, nonOptionalTypename: true, avoidOptionals: false },
}

const config: CodegenConfig = {
  schema: './schema.graphql',
  generates: {
    './src/generated/operations.ts': {
      documents: ['./operations/*.graphql', '!./operations/{api-token,desk,notices}.graphql'],
      ...documentParts,
    },
    // Of the account's own settings, which no device keeps.
    './src/generated/account-operations.ts': {
      documents: './operations/{api-token,notices}.graphql',
      ...documentParts,
    },
    // The support team's alone: it comes with their code, to nobody else.
    './src/generated/desk-operations.ts': {
      documents: './operations/desk.graphql',
      ...documentParts,
    },
    './server/generated/schema.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        ...shared,
        contextType: '../graphql/engine/context.ts#Context',
        useIndexSignature: true,
        optionalResolveType: true,
      },
    },
  },
}

export default config
