/** A noisy test is a failing test: whoever expects an error says so with `vi.spyOn(console, 'error')`. */
import { format } from 'node:util'
import { afterEach } from 'vitest'

const noise: string[] = []

console.error = (...parts: unknown[]) => {
  noise.push(format(...parts))
}

afterEach(() => {
  const said = noise.splice(0)
  if (said.length > 0) throw new Error(`console.error was called:\n${said.join('\n')}`)
})
