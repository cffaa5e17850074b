import type { CodegenConfig } from '@graphql-codegen/cli'

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
      documents: ['./operations/*.graphql', '!./operations/desk.graphql'],
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
