/** The top of a page that is no list: the way back, its title, what has reached the server. */
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { iconButtonClass } from '../../ui/form/button.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { AccountMenu } from '../account/account-menu.tsx'
import { ConnectionLine } from '../sync/connection-line.tsx'
import { useFrame } from './product-frame.tsx'

export function PageHeader({ title }: { readonly title: string }) {
  const { wide } = useFrame()
  useTitle(title)
  return (
    <header className="flex-none border-b border-line pt-[env(safe-area-inset-top)]">
      <div className="aside-safe mx-auto w-full max-w-[720px] py-2 wide:pt-5">
        <div className="flex flex-wrap items-center gap-1">
          <Link
            to="/product"
            aria-label="Back to the lists"
            title="Back to the lists"
            className={`${iconButtonClass} -ml-3`}
          >
            <ArrowLeft aria-hidden size={22} />
          </Link>
          <h1 className="max-w-full flex-1 text-[1.375rem] leading-tight font-bold break-words text-primary">
            {title}
          </h1>
          <div className="-mr-3 ml-auto flex-none">{wide ? null : <AccountMenu look="icon" />}</div>
        </div>
        <ConnectionLine />
      </div>
    </header>
  )
}
