/**
 * Leaves beside the app what it asks of the data first on a device that knows no lists, so that the server can
 * write the answer into the page (server/http/at-hand.ts).
 */
import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'
import { dataQuestionFile } from '../server/http/assets.ts'

const file = fileURLToPath(new URL('./first-data-call.ts', import.meta.url))

export function dataQuestion(): Plugin {
  return {
    name: 'aisle-data-question',
    apply: 'build',
    async generateBundle() {
      const { module } = await runnerImport<{ firstDataCall(): string }>(file, {
        configFile: false,
        logLevel: 'warn',
      })
      this.emitFile({ type: 'asset', fileName: dataQuestionFile, source: module.firstDataCall() })
    },
  }
}
