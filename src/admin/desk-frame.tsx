/** The frame of everything under /admin: what there is on the left, or above on a phone. */
import { Link } from '@tanstack/react-router'
import { ChartColumn, Mail, MessageSquare, ScrollText, ShoppingBasket, Users } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { mayManageUsers, mayReadKeptMails, type Role } from '../../rules/people/roles.ts'
import type { Updates } from '../offline/worker/update.ts'
import { PageAnnouncement } from '../parts/page-announcement.tsx'
import { UpdatePrompt } from '../parts/update-prompt.tsx'
import { Logo } from '../ui/logo.tsx'
import { useBottomBar } from '../ui/use-bottom-bar.ts'
import { useTitle } from '../ui/use-title.ts'

interface DeskFrameProps {
  readonly role: Role
  readonly title: string
  readonly updates: Updates
  /** What stands beneath the pages where there is room. */
  readonly beneath?: ReactNode
  readonly children: ReactNode
}

const entryClass =
  'inline-flex min-h-12 flex-none items-center gap-1.5 rounded-box px-2 text-sm wide:gap-3 wide:px-3 wide:text-base hover:bg-tint aria-[current=page]:bg-tint aria-[current=page]:font-semibold aria-[current=page]:text-primary'

export function DeskFrame({ role, title, updates, beneath, children }: DeskFrameProps) {
  useTitle(title)
  const bar = useRef<HTMLDivElement>(null)
  useBottomBar('--bar-tools', bar)
  return (
    <div className="flex h-dvh flex-col pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)] wide:flex-row">
      <aside className="max-h-[40dvh] flex-none overflow-y-auto border-b border-line bg-surface wide:max-h-none wide:w-60 wide:border-r wide:border-b-0">
        <nav
          aria-label="Support"
          className="flex flex-wrap gap-x-1 px-2 py-1 wide:flex-nowrap wide:gap-1 wide:px-3 wide:flex-col wide:py-5"
        >
          <p className="hidden px-3 pb-4 wide:block">
            <Logo name="Support" />
          </p>
          <Link to="/admin/$" params={{ _splat: 'feedback' }} className={entryClass}>
            <MessageSquare aria-hidden size={18} /> Feedback
          </Link>
          <Link to="/admin/$" params={{ _splat: 'dashboard' }} className={entryClass}>
            <ChartColumn aria-hidden size={18} /> Dashboard
          </Link>
          {mayManageUsers(role) ? (
            <Link to="/admin/$" params={{ _splat: 'users' }} className={entryClass}>
              <Users aria-hidden size={18} /> Users
            </Link>
          ) : null}
          {mayReadKeptMails(role) ? (
            <Link to="/admin/$" params={{ _splat: 'mail' }} className={entryClass}>
              <Mail aria-hidden size={18} /> Mail
            </Link>
          ) : null}
          {mayManageUsers(role) ? (
            <Link to="/admin/$" params={{ _splat: 'log' }} className={entryClass}>
              <ScrollText aria-hidden size={18} /> Log
            </Link>
          ) : null}
          <Link to="/product" className={entryClass}>
            <ShoppingBasket aria-hidden size={18} /> My lists
          </Link>
        </nav>
        {beneath}
      </aside>
      <main className="flex min-h-0 min-w-0 flex-1 flex-col">
        <PageAnnouncement />
        {children}
        {/* At the bottom it pushes no row. */}
        <div ref={bar} className="flex-none">
          <UpdatePrompt
            updates={updates}
            className="border-t border-line bg-surface px-4 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
          />
        </div>
      </main>
    </div>
  )
}
