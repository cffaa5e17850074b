/**
 * The data calls of this page, where the server's flag asks for them: in the console and on /inspect. Names,
 * kinds and times alone, nothing of what was sent.
 */
export interface OperationLog {
  /** `ms` from the call to its outcome. */
  note(name: string, outcome: string, ms: number): void
  /** Oldest first, at most 200. */
  read(): readonly string[]
}

interface OperationLogParts {
  readonly isOn: () => boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly print: (line: string) => void
}

const mostLines = 200

export function createOperationLog({ isOn, now, print }: OperationLogParts): OperationLog {
  let lines: readonly string[] = []
  return {
    note(name, outcome, ms) {
      if (!isOn()) return
      const line = `${new Date(now()).toISOString()} ${name} ${outcome} ${Math.round(ms)} ms`
      lines = [...lines, line].slice(-mostLines)
      print(line)
    },
    read: () => lines,
  }
}
