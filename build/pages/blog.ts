/**
 * The blog: Markdown files of docs/blog, made into HTML when the app is built, so that no browser loads what
 * does it. HTML in a file is shown as text.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import type { Plugin } from 'vite'

export interface Post {
  /** The last part of its address. */
  readonly slug: string
  readonly title: string
  /** YYYY-MM-DD. */
  readonly date: string
  readonly summary: string
  readonly html: string
}

const moduleId = 'virtual:blog'
const resolvedId = `\0${moduleId}`

/** `folder` holds one file a post: `title`, `date` and `summary` between two lines of `---`, then Markdown. */
export function blog(folder: string): Plugin {
  return {
    name: 'aisle-blog',
    resolveId: id => (id === moduleId ? resolvedId : undefined),
    load(id) {
      if (id !== resolvedId) return undefined
      return `export const posts = ${JSON.stringify(readPosts(folder))}`
    },
  }
}

/** Newest first; of one day, the last name first. */
export function readPosts(folder: string): readonly Post[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .map(name => readPost(name, readFileSync(join(folder, name), 'utf8')))
    .sort((a, b) => (`${a.date} ${a.slug}` < `${b.date} ${b.slug}` ? 1 : -1))
}

/** Throws where a file lacks one of its three lines. */
export function readPost(name: string, text: string): Post {
  const [, head = '', body = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? []
  function value(key: string): string {
    const [, found] = new RegExp(`^${key}: (.+)$`, 'm').exec(head) ?? []
    if (found === undefined) throw new Error(`${name} has no line "${key}: …" at its head.`)
    return found.trim()
  }
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
  return {
    slug: name.replace(/\.md$/, ''),
    title: value('title'),
    date: value('date'),
    summary: value('summary'),
    html: markdown.render(body),
  }
}
