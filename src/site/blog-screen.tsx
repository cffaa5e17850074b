/** What is new: one line a post, newest first. */

import { posts } from 'virtual:blog'
import { Link } from '@tanstack/react-router'
import { Article } from './article.tsx'
import { postDate } from './post-date.ts'
import { SiteFrame } from './site-frame.tsx'

export function BlogScreen() {
  return (
    <SiteFrame title="Blog">
      <Article title="Blog">
        {posts.map(({ slug, title, date, summary }) => (
          <section key={slug}>
            <h2>
              <Link
                to="/blog/$post"
                params={{ post: slug }}
                className="inline-flex min-h-12 items-center"
              >
                {title}
              </Link>
            </h2>
            <p className="text-sm text-quiet">{postDate(date)}</p>
            <p>{summary}</p>
          </section>
        ))}
      </Article>
    </SiteFrame>
  )
}
