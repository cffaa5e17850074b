/** Whether this browser tells what others did to the lists, of which lists, and when not. Off until asked for. */

import { useEffect, useId, useState } from 'react'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { useList } from '../cache/hooks/use-list.ts'
import { useListIds } from '../cache/hooks/use-list-views.ts'
import { useWhose } from '../cache/hooks/use-whose.ts'
import {
  type NoticeSettingsFieldsFragment,
  SetListNoticesDocument,
  SubscribeToNoticesDocument,
  UnsubscribeFromNoticesDocument,
} from '../generated/account-operations.ts'
import type { PushAbility, PushBrowser } from '../offline/worker/push-browser.ts'
import type { Asker, ServerAnswer } from '../parts/perform/ask-server.ts'
import { Button } from '../ui/form/button.tsx'
import { Check } from '../ui/form/check.tsx'
import { Said, useSaid } from '../ui/said.tsx'
import { QuietHoursForm } from './quiet-hours-form.tsx'
import { useNoticeSettings } from './use-notice-settings.ts'

interface NoticesProps {
  readonly network: Asker
  readonly push: PushBrowser
}

export function Notices({ network, push }: NoticesProps) {
  const id = useId()
  const { userId } = useOffline()
  const { answer, again, settings, change } = useNoticeSettings(network)
  const [said, setSaid] = useSaid()
  const [ability, setAbility] = useState(push.ability)
  const [isDropped, setDropped] = useState(false)

  // Whoever comes back may have allowed in the settings what was blocked.
  useEffect(() => {
    const look = async () => {
      setAbility(push.ability())
      if (settings?.subscribed) setDropped(!(await push.isSubscribed().catch(() => true)))
    }
    void look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [push, settings?.subscribed])

  async function handleOn({ publicKey }: NoticeSettingsFieldsFragment) {
    setSaid('')
    const keys = await push.subscribe(publicKey, userId)
    const now = push.ability()
    setAbility(now)
    if (!keys) {
      setSaid(
        now === 'blocked'
          ? ''
          : now === 'able'
            ? 'This browser could not turn on notices. Try again later.'
            : 'The browser did not allow notices. You can ask again.',
      )
      return
    }
    const trouble = await change('subscribeToNotices', SubscribeToNoticesDocument, keys)
    if (trouble !== undefined) await push.unsubscribe()
    else setDropped(false)
    setSaid(trouble ?? 'This browser gets notices now.')
  }

  async function handleOff() {
    const trouble = await change('unsubscribeFromNotices', UnsubscribeFromNoticesDocument, {})
    if (trouble === undefined) await push.unsubscribe()
    setSaid(trouble ?? 'This browser gets no more notices.')
  }

  return (
    <section aria-labelledby={id} className="flex max-w-md flex-col gap-4">
      <h3 id={id} className="pt-4 font-semibold">
        Notices
      </h3>
      {settings === undefined ? (
        <NotThereYet answer={answer} onAgain={again} />
      ) : (
        <>
          <ThisBrowser
            ability={ability}
            on={settings.subscribed && ability === 'able' && !isDropped}
            onToggle={on => void (on ? handleOn(settings) : handleOff())}
          />
          <fieldset>
            <legend className="pb-1 text-sm text-quiet">Lists that you hear of</legend>
            <ListChecks
              silentIds={settings.silentListIds}
              onChange={async (shoppingListId, on) => {
                const wish = { shoppingListId, on }
                setSaid((await change('setListNotices', SetListNoticesDocument, wish)) ?? '')
              }}
            />
          </fieldset>
          <QuietHoursForm settings={settings} change={change} onSaid={setSaid} />
        </>
      )}
      <Said className="empty:absolute" name="Notices">
        {said}
      </Said>
    </section>
  )
}

interface NotThereYetProps {
  readonly answer: ServerAnswer<unknown>
  readonly onAgain: () => void
}

function NotThereYet({ answer, onAgain }: NotThereYetProps) {
  const asking = answer.kind === 'asking'
  return (
    <>
      <p role="status" className={asking ? 'text-quiet' : ''}>
        {asking
          ? 'Asking the server…'
          : answer.kind === 'failed'
            ? answer.message
            : 'What you chose lies on the server. It can be seen and changed with a network.'}
      </p>
      {asking && !answer.again ? null : (
        <Button className="self-start" busy={asking} onClick={onAgain}>
          Try again
        </Button>
      )}
    </>
  )
}

interface ThisBrowserProps {
  readonly ability: PushAbility
  readonly on: boolean
  readonly onToggle: (on: boolean) => void
}

const unable: { readonly [Ability in PushAbility]?: string } = {
  unsupported: 'This browser cannot show notices here.',
  uninstalled:
    'iPhones and iPads show notices of apps on the home screen alone. Add Aisle to the home screen, and turn them on there.',
  insecure:
    'Without https, browsers show no notices. Ask whoever runs this server for an address with https.',
}

function ThisBrowser({ ability, on, onToggle }: ThisBrowserProps) {
  const why = unable[ability]
  if (why !== undefined) {
    return <p>{why} The overview tells what others did since you last looked.</p>
  }
  if (ability === 'blocked') {
    return (
      <p>
        This browser blocks notices of Aisle. Allow them in its settings for this page, then come
        back. Until then the overview tells what others did.
      </p>
    )
  }
  return (
    <>
      <p>
        {on
          ? 'This browser tells you when others changed your lists.'
          : 'This browser can tell you when others changed your lists: one notice for each list, once they pause. It asks you first whether it may.'}
      </p>
      <Button className="self-start" onClick={() => onToggle(!on)}>
        {on ? 'Turn off notices' : 'Turn on notices'}
      </Button>
    </>
  )
}

interface ListChecksProps {
  readonly silentIds: readonly string[]
  readonly onChange: (listId: string, on: boolean) => void
}

function ListChecks({ silentIds, onChange }: ListChecksProps) {
  const listIds = useListIds()
  if (listIds.length === 0) return <p>You have no lists yet.</p>
  return listIds.map(id => (
    <ListCheck
      key={id}
      id={id}
      checked={!silentIds.includes(id)}
      onChange={on => onChange(id, on)}
    />
  ))
}

interface ListCheckProps {
  readonly id: string
  readonly checked: boolean
  readonly onChange: (on: boolean) => void
}

function ListCheck({ id, checked, onChange }: ListCheckProps) {
  const list = useList(id)
  const whose = useWhose(id)
  return list === undefined ? null : (
    <Check
      label={
        <span className="min-w-0 wrap-anywhere">
          {list.name}
          {whose && ` (from ${whose})`}
        </span>
      }
      checked={checked}
      onChange={onChange}
    />
  )
}
