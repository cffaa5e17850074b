import type { CodegenConfig } from '@graphql-codegen/cli'

const scalars = { ID: 'string', DateTime: 'string' }
const shared = { scalars, useTypeImports: true, enumsAsTypes: true, immutableTypes: true }

const config: CodegenConfig = {
  schema: './schema.graphql',
  generates: {
    './src/generated/operations.ts': {
      documents: './operations/*.graphql',
      plugins: ['typescript-operations', 'typed-document-node'],
      config: { ...shared, skipTypename: false, nonOptionalTypename: true, avoidOptionals: false },
    },
    './server/generated/schema.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        ...shared,
        contextType: '../graphql/context.ts#Context',
        useIndexSignature: true,
        optionalResolveType: true,
      },
    },
  },
}

export default config
