import type { Plugin } from 'vite'

/**
 * Of Apollo Client there is the cache alone, which uses RxJS for one method that nothing calls (`watchFragment`);
 * that would be 20 kB of what a list waits for.
 */
export function withoutRxjs(): Plugin {
  const used = [
    'distinctUntilChanged',
    'map',
    'ReplaySubject',
    'share',
    'shareReplay',
    'tap',
    'timer',
  ]
  const stub = [
    "const none = () => { throw new Error('RxJS is not part of this app.') }",
    // Two of them are made, and never subscribed to.
    'export class Observable { subscribe() { none() } }',
    'export const EMPTY = new Observable()',
    ...used.map(name => `export const ${name} = none`),
  ].join('\n')
  return {
    name: 'aisle-without-rxjs',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, from) =>
      id === 'rxjs' && /@apollo.client.(cache|utilities)\b/.test(from ?? '') ? '\0rxjs' : undefined,
    load: id => (id === '\0rxjs' ? stub : uncalled(id)),
  }

  /** What that method alone calls of Apollo's own. */
  function uncalled(id: string): string | undefined {
    const [, name] =
      /@apollo.client.utilities.internal.(combineLatestBatched|equalByQuery|mapObservableFragment)\.js$/.exec(
        id,
      ) ?? []
    if (name === undefined) return undefined
    const exported = name === 'mapObservableFragment' ? `${name}Memoized` : name
    return `export const ${exported} = () => { throw new Error('${name} is not part of this app.') }`
  }
}
