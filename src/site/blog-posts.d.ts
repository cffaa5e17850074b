/** Made from docs/blog by build/pages/blog.ts. */
declare module 'virtual:blog' {
  export const posts: readonly {
    readonly slug: string
    readonly title: string
    readonly date: string
    readonly summary: string
    readonly html: string
  }[]
}
