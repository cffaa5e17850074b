/**
 * The public pages as HTML, made when the app is built (build/pages/prerender.ts), so that they are there before any
 * script and without one. No browser loads this file.
 */

import { posts } from 'virtual:blog'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Readable } from '../offline/readable.ts'
import { startTitle } from '../ui/use-title.ts'
import { AboutScreen } from './about-screen.tsx'
import { BlogScreen } from './blog-screen.tsx'
import { ContactScreen } from './contact-screen.tsx'
import { LandingScreen } from './landing-screen.tsx'
import { PostScreen } from './post-screen.tsx'
import { PrivacyScreen } from './privacy-screen.tsx'

export interface StaticPage {
  /** "/about" */
  readonly path: string
  readonly title: string
  readonly description: string
  /** What stands within #root. */
  readonly html: string
}

interface Page {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly screen: ReactNode
}

function still<Value>(value: Value): Readable<Value> {
  return { get: () => value, subscribe: () => () => {} }
}

const pages: readonly Page[] = [
  {
    path: '/',
    title: startTitle,
    description:
      'Shared shopping lists on your phone, with and without a network. Nothing gets lost. On a server of your own.',
    screen: <LandingScreen theme={still('system')} />,
  },
  {
    path: '/about',
    title: 'About – Aisle',
    description: 'What Aisle is, what it promises, and how to run it on a machine of your own.',
    screen: <AboutScreen />,
  },
  {
    path: '/blog',
    title: 'Blog – Aisle',
    description: 'What is new in Aisle.',
    screen: <BlogScreen />,
  },
  ...posts.map(({ slug, title, summary }) => ({
    path: `/blog/${slug}`,
    title: `${title} – Aisle`,
    description: summary,
    screen: <PostScreen slug={slug} />,
  })),
  {
    path: '/contact',
    title: 'Contact – Aisle',
    description: 'Write to the people who run this server, with or without an account.',
    screen: <ContactScreen send={async () => ({ kind: 'no-answer', message: '' })} />,
  },
  {
    path: '/privacy',
    title: 'Privacy – Aisle',
    description: 'What is kept where, how long, and who sees it.',
    screen: <PrivacyScreen />,
  },
]

export async function renderPages(): Promise<readonly StaticPage[]> {
  return Promise.all(
    pages.map(async ({ screen, ...page }) => ({ ...page, html: await render(page.path, screen) })),
  )
}

/** Links need a router around them; this one has no other page. */
async function render(path: string, screen: ReactNode): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => screen, notFoundComponent: () => screen }),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  return renderToStaticMarkup(<RouterProvider router={router} />)
}
