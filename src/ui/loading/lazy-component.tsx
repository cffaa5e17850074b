/**
 * A part of the screen whose code loads when it is first shown. If the code cannot be had, a sentence
 * stands in its place with a way to try again; nothing around it is lost. A chunk that failed for one is
 * asked for anew by the next.
 */
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useState,
} from 'react'
import { useBackOnline } from './back-online.ts'
import { loadChunk } from './load-chunk.ts'
import { PartFailed } from './part-failed.tsx'

export interface LoadFailure {
  /** It failed again after the person had tried again. */
  readonly again: boolean
  readonly retry: () => void
}

interface LateLook<Props> {
  /** Meanwhile; nothing if it is absent. */
  readonly waiting?: (props: Props) => ReactNode
  /** If the code cannot be had. */
  readonly failed?: (failure: LoadFailure, props: Props) => ReactNode
  /** Told of each failure. */
  readonly onFailed?: () => void
}

/**
 * `preload` loads the code ahead: what is drawn after it shows at once, with nothing in its place meanwhile. It never
 * rejects: the router, which calls it too, would take the whole page down. The part says so itself when it is drawn.
 */
export type LatePart<Props> = ((props: Props) => ReactNode) & {
  readonly preload: () => Promise<void>
}

interface PartProps<Props> extends LoadFailure {
  readonly props: Props
}

export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting, failed = failure => <PartFailed {...failure} />, onFailed }: LateLook<Props> = {},
): LatePart<Props> {
  function Failed({ props, again, retry }: PartProps<Props>) {
    // For the next to open it. Not as it fails: a first drawing that React begins anew would ask once more each time.
    useEffect(() => {
      latest.attempt = attempt()
    }, [])
    useBackOnline(true, retry)
    return failed({ again, retry }, props)
  }

  const attempt = () =>
    lazy<ComponentType<PartProps<Props>>>(async () => {
      try {
        const Part = await loadChunk(load)
        return { default: ({ props }) => <Part {...props} /> }
      } catch {
        onFailed?.()
        return { default: Failed }
      }
    })
  const latest: {
    attempt: ReturnType<typeof attempt>
    ready?: ComponentType<Props> | undefined
  } = {
    attempt: attempt(),
  }

  function Late(props: Props) {
    const [Ready] = useState(() => latest.ready)
    return Ready === undefined ? <Coming {...props} /> : <Ready {...props} />
  }

  function Coming(props: Props) {
    const [{ Part, again }, setPart] = useState(() => ({ Part: latest.attempt, again: false }))
    // A transition: the sentence stays until the part is there.
    const [retry] = useState(() => () => {
      latest.attempt = attempt()
      startTransition(() => setPart({ Part: latest.attempt, again: true }))
    })
    return (
      <Suspense fallback={waiting?.(props) ?? null}>
        <Part props={props} again={again} retry={retry} />
      </Suspense>
    )
  }

  return Object.assign(Late, {
    async preload() {
      latest.ready = await loadChunk(load).catch(() => undefined)
    },
  })
}
