/** Programs of this machine that tests start beside them, each with all that it starts in turn. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { isExecutable } from '../../is-executable.ts'

export interface Program {
  readonly process: ChildProcess
  /** It and whatever it has started, at once. */
  kill(): Promise<void>
  /** Resolves when it has ended by itself; is killed where it takes longer than ten seconds. */
  ended(): Promise<void>
}

interface ProgramOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly stdio?: StdioOptions
}

/** The path that `variable` names, else that of the first of `names` in PATH; throws what to install. */
export function findProgram(names: readonly string[], variable?: string): string {
  const named = variable === undefined ? undefined : process.env[variable]
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = names.flatMap(name => folders.map(folder => join(folder, name)))
  const found = (named === undefined ? places : [named]).find(isExecutable)
  if (found !== undefined) return found
  const otherwise = variable === undefined ? '' : `, or name the program by ${variable}`
  throw new Error(
    `AISLE_ENGINES=1 needs ${named ?? names.join(' or ')}, which is not here: ` +
      `apt-get install firefox-esr webkit2gtk-driver xvfb${otherwise}.`,
  )
}

/** What it says goes nowhere: a pipe would stay open as long as the last of its children. */
export function startProgram(
  path: string,
  parameters: readonly string[],
  { environment = {}, stdio = 'ignore' }: ProgramOptions = {},
): Program {
  const started = spawn(path, parameters, {
    stdio,
    // A group of its own, which can be killed as one.
    detached: true,
    env: { ...process.env, ...environment },
  })
  const ended = new Promise<void>(resolve => started.once('exit', () => resolve()))

  async function kill(): Promise<void> {
    try {
      if (started.pid !== undefined) process.kill(-started.pid, 'SIGKILL')
    } catch {
      // None of them is left.
    }
    await ended
  }

  return {
    process: started,
    kill,
    async ended() {
      const late = setTimeout(kill, 10_000)
      await ended
      clearTimeout(late)
    },
  }
}

/** Until `ask` answers; `what` is said where it does not within half a minute, or `program` has ended. */
export async function untilThere<Answer>(
  what: string,
  program: Program,
  ask: () => Promise<Answer> | Answer,
): Promise<Answer> {
  for (let tries = 0; tries < 300 && program.process.exitCode === null; tries += 1) {
    try {
      return await ask()
    } catch {
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  throw new Error(`${what} did not start.`)
}
