/** Another provider's sign-in: linked to the account, and taken away. */
import { useEffect, useRef, useState } from 'react'
import type { Ways, WaysIn } from '../../network/session/ways-in.ts'
import { providerFailure } from '../../parts/account/provider-failure.ts'
import { useFragment } from '../../parts/use-fragment.ts'
import { Button } from '../../ui/form/button.tsx'
import { momentTitle } from '../../ui/moment.ts'
import { Said } from '../../ui/said.tsx'
import { leadTo } from '../section.tsx'
import type { Confirming } from './use-confirming.tsx'

interface ProviderLinkProps {
  readonly provider: NonNullable<Ways['provider']>
  readonly waysIn: Pick<WaysIn, 'linkProvider' | 'unlinkProvider'>
  readonly confirming: Confirming
  /** Leaves the app for the provider's pages. */
  readonly leaveTo: (url: string) => void
  readonly onChanged: () => void
}

export function ProviderLink(props: ProviderLinkProps) {
  const { provider, waysIn, confirming, leaveTo, onChanged } = props
  const { name, since } = provider
  const returned = useFragment()
  const failure = returned.get('failure')
  const [said, setSaid] = useState(
    failure === null
      ? returned.has('linked')
        ? `${name} signs you in from now on.`
        : ''
      : providerFailure(failure, name),
  )

  const outcome = useRef<HTMLDivElement>(null)
  const isBack = returned.size > 0
  useEffect(() => (isBack ? leadTo(outcome.current) : undefined), [isBack])

  async function link() {
    const outcome = await confirming(waysIn.linkProvider)
    if (outcome.kind === 'success' && outcome.message !== undefined) return leaveTo(outcome.message)
    setSaid(outcome.message ?? '')
  }

  async function unlink() {
    const outcome = await confirming(waysIn.unlinkProvider)
    setSaid(outcome.message ?? '')
    onChanged()
  }

  return (
    <div className="flex flex-col gap-3">
      <p>
        {since === undefined
          ? `${name} does not sign you in yet.`
          : `${name} signs you in, since ${momentTitle(Date.parse(since), Date.now())}.`}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {since === undefined ? (
          <Button onClick={link}>Sign in with {name}, too</Button>
        ) : (
          <Button onClick={unlink}>Stop signing in with {name}</Button>
        )}
        <div ref={outcome} tabIndex={isBack ? -1 : undefined}>
          <Said name={name}>{said}</Said>
        </div>
      </div>
    </div>
  )
}
