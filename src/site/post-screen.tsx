/** One post of the blog. */

import { posts } from 'virtual:blog'
import { Link } from '@tanstack/react-router'
import { Article } from './article.tsx'
import { BlogScreen } from './blog-screen.tsx'
import { postDate } from './post-date.ts'
import { SiteFrame } from './site-frame.tsx'

export function PostScreen({ slug }: { readonly slug: string }) {
  const post = posts.find(one => one.slug === slug)
  if (post === undefined) return <BlogScreen />
  return (
    <SiteFrame key={slug} title={post.title}>
      <Article title={post.title}>
        <p className="text-sm text-quiet">{postDate(post.date)}</p>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made when the app is built, from files of the repository, with all HTML in them shown as text. */}
        <div dangerouslySetInnerHTML={{ __html: post.html }} />
        <p>
          <Link to="/blog">All posts</Link>
        </p>
      </Article>
    </SiteFrame>
  )
}
