/**
 * Beside Vite's manifest, and written last: a build that was cut short has none (build/finish.ts). In it is the digest
 * of what the build was made of.
 */
export const builtFile = '.vite/built'

/** What it is called until then: where it lies, a build has emptied the folder before. */
export const begunFile = '.vite/begun'

/** Vite's own list of what it made; every version of Aisle left it there. */
export const manifestFile = '.vite/manifest.json'
