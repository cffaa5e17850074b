/**
 * Where the app is: a path and what stands behind its question mark, kept in step with the browser's history.
 * Which screen that is, `src/routes.tsx` says.
 */
import type { RouterHistory } from '@tanstack/history'
import { createReadable, type Readable } from '../../offline/readable.ts'

/** What stands behind the question mark; undefined and false leave their name out. */
export type Search = Readonly<Record<string, string | boolean | undefined>>

/** Within the app; it may bring its own question mark and what stands behind it. */
export type Path = `/${string}`

export interface Target {
  readonly to: Path
  readonly search?: Search | undefined
}

export interface Navigation extends Target {
  /** In the place of the page that is left, which "back" finds no more. */
  readonly replace?: boolean
  /** False: what is shown stays as far down as it is. */
  readonly resetScroll?: boolean
}

export interface Location {
  readonly pathname: Path
  readonly search: Readonly<Record<string, string>>
  /** All of it, without where the app itself lies. */
  readonly href: string
}

export interface Router {
  readonly history: RouterHistory
  readonly location: Readable<Location>
  /** Answers once the page is shown. */
  navigate(navigation: Navigation): Promise<void>
  /** As the browser knows it. */
  hrefOf(target: Target): string
  /** Whether this is the page; what is searched for on top of it does not count. */
  isAt(target: Target): boolean
  /** After each page that was shown, and once after the first. */
  onShown(listener: (location: Location) => void): void
  /** What draws the page says so; `toTop` is how all of it is scrolled to its top. */
  shown(location: Location, toTop: () => void): void
}

/** `basepath` is where all of this lies: "/demo/" for the demo. */
export function createRouter(history: RouterHistory, basepath = '/'): Router {
  const base = basepath.replace(/\/$/, '')
  const location = createReadable(read())
  const listeners = new Set<(location: Location) => void>()
  const waiting: (() => void)[] = []
  // The first page may stand where it was left.
  let keepsScroll = true

  // For as long as the page lives.
  history.subscribe(() => location.set(read()))

  function read(): Location {
    const { pathname, search, hash } = history.location
    const inside = `/${pathname.slice(base.length + 1)}` as const
    return {
      pathname: inside,
      search: Object.fromEntries(new URLSearchParams(search)),
      href: `${inside}${search}${hash}`,
    }
  }

  function hrefOf({ to, search = {} }: Target): string {
    const entries = Object.entries(search).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [[name, String(value)]],
    )
    return `${base}${to}${entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''}`
  }

  return {
    history,
    location,
    hrefOf,
    async navigate({ replace = false, resetScroll = true, ...target }) {
      const href = hrefOf(target)
      if (href === `${base}${location.get().href}`) return
      keepsScroll = !resetScroll
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      if (replace) history.replace(href)
      else history.push(href)
      await promise
    },
    isAt({ to, search = {} }) {
      const { pathname, search: here } = location.get()
      const wanted = Object.entries(search).filter(([, value]) => value !== undefined)
      return (
        pathname.replace(/(?<=.)\/$/, '') === to &&
        wanted.every(([name, value]) => here[name] === String(value))
      )
    },
    onShown(listener) {
      listeners.add(listener)
    },
    shown(now, toTop) {
      if (!keepsScroll) toTop()
      keepsScroll = false
      for (const resolve of waiting.splice(0)) resolve()
      for (const listener of listeners) listener(now)
    },
  }
}
