/** Beside Vite's manifest, and written last: a build that was cut short has none (build/finish.ts). */
export const builtFile = '.vite/built'
