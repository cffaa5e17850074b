import { createContext } from 'react'

/** Loads the page again, with a newer version that waits, and keeps what was typed on it; on a page made at build time nothing is. */
export const Reload = createContext(() => globalThis.location.reload())
