/**
 * Remembers apart from the databases that one was made: browsers clear databases alone when room runs short,
 * and begin a new one if they cannot read the old.
 */
export interface CreationMarker {
  isSet(): boolean
  set(): void
  remove(): void
}

/** If there is no localStorage, it is never set. */
export function createCreationMarker(databaseName: string): CreationMarker {
  const key = `${databaseName}.made`

  function attempt<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch {
      return undefined
    }
  }

  return {
    isSet: () => typeof attempt(() => localStorage.getItem(key)) === 'string',
    set: () => attempt(() => localStorage.setItem(key, 'yes')),
    remove: () => attempt(() => localStorage.removeItem(key)),
  }
}
