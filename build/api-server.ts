import { type ChildProcess, spawn } from 'node:child_process'
import type { Plugin } from 'vite'

/** `npm run dev` in one terminal: the API runs as a child at `port`, and starts again when its files change. */
export function apiServer(port: string): Plugin {
  let child: ChildProcess | undefined
  return {
    name: 'aisle-api-server',
    apply: 'serve',
    configureServer(server) {
      child = spawn(process.execPath, ['--watch', 'server/main.js'], {
        stdio: 'inherit',
        env: { ...process.env, PORT: port },
      })
      server.httpServer?.once('close', () => child?.kill())
      process.once('exit', () => child?.kill())
    },
  }
}
