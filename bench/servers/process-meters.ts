/** What the processes of one browser hold and write, as the kernel counts it. Linux alone. */
import { readdirSync, readFileSync } from 'node:fs'

/** All processes of the browser that keeps its profile in this folder. */
export function processesOf(folder: string): readonly number[] {
  const all = readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? [Number(name)] : []))
  const parents = new Map(all.map(pid => [pid, parentOf(pid)]))
  const found = new Set(
    all.filter(pid => textOf(`/proc/${pid}/cmdline`).includes(`--user-data-dir=${folder}`)),
  )
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

/** Those that hold pages, their workers and what waits for the next page. */
export function pageProcesses(pids: readonly number[]): readonly number[] {
  return pids.filter(pid => textOf(`/proc/${pid}/cmdline`).includes('--type=renderer'))
}

/** Memory that they share with nobody, in bytes. */
export function privateBytes(pids: readonly number[]): number {
  return sumOf(pids, 'smaps_rollup', /^Private_(?:Clean|Dirty):\s+(\d+) kB/gm) * 1_024
}

/** Bytes that they handed to the disk since they began. */
export function writtenBytes(pids: readonly number[]): number {
  return sumOf(pids, 'io', /^write_bytes: (\d+)/gm)
}

function sumOf(pids: readonly number[], file: string, figure: RegExp): number {
  const figures = pids.flatMap(pid => [...textOf(`/proc/${pid}/${file}`).matchAll(figure)])
  return figures.reduce((sum, [, value]) => sum + Number(value), 0)
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0)
}

/** Empty where the process ended meanwhile. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
