/**
 * Leaves beside the app what the server needs to show a list before the code is there: what the app asks of the
 * data first on a device that knows no lists (server/http/at-hand.ts), and the screen of a list, drawn once and cut
 * up (server/http/first-look.ts).
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Plugin, runnerImport } from 'vite'
import { firstLookFile } from '../../server/http/first-look.ts'

const file = fileURLToPath(new URL('./first-look-parts.ts', import.meta.url))

export function firstLook(): Plugin {
  return {
    name: 'aisle-first-look',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return
        const { module } = await runnerImport<typeof import('./first-look-parts.ts')>(file, {
          configFile: false,
          plugins: [react()],
          logLevel: 'warn',
        })
        await writeFile(join(dir, firstLookFile), JSON.stringify(await module.firstLookParts()))
      },
    },
  }
}
