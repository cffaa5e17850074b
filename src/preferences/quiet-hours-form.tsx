import { type FormEvent, use, useState } from 'react'
import { checkQuietHours } from '../../rules/people/quiet-hours.ts'
import {
  type NoticeSettingsFieldsFragment,
  SetQuietHoursDocument,
  type SetQuietHoursMutationVariables,
} from '../generated/account-operations.ts'
import { Button } from '../ui/form/button.tsx'
import { TextField } from '../ui/form/field.tsx'
import { KeptTexts, readDraft, useKeptDraft } from '../ui/form/kept-texts.ts'
import type { useNoticeSettings } from './use-notice-settings.ts'

interface QuietHoursFormProps {
  readonly settings: NoticeSettingsFieldsFragment
  readonly change: ReturnType<typeof useNoticeSettings>['change']
  readonly onSaid: (sentence: string) => void
}

interface Hours {
  readonly from?: string
  readonly to?: string
}

const draftKey = 'quiet-hours'

/** When there are to be no notices, on the clock of wherever this device is. */
export function QuietHoursForm({ settings, change, onSaid }: QuietHoursFormProps) {
  const { quietFrom, quietTo } = settings
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const isHere = settings.timeZone === null || canonical(settings.timeZone) === canonical(timeZone)
  const elsewhere = isHere ? '' : `, on the clock of ${settings.timeZone}`
  const texts = use(KeptTexts)
  const [busy, setBusy] = useState(false)
  const [draft, setDraft] = useKeptDraft<Hours>(draftKey)
  const { from, to } = { from: quietFrom ?? '22:00', to: quietTo ?? '07:00', ...draft }

  async function handleSet(event: FormEvent) {
    event.preventDefault()
    const hours = { from, to, timeZone }
    const issue = checkQuietHours(hours)
    if (issue) {
      onSaid(issue.message)
      return
    }
    if (!(await set(hours, `No notices from ${from} to ${to}. They come afterwards.`))) return
    // What was typed while it was on its way is not set yet.
    const now = { from, to, ...readDraft<Hours>(texts, draftKey) }
    setDraft({ ...(now.from !== from && { from: now.from }), ...(now.to !== to && { to: now.to }) })
  }

  async function set(hours: SetQuietHoursMutationVariables, done: string): Promise<boolean> {
    setBusy(true)
    const trouble = await change('setQuietHours', SetQuietHoursDocument, hours)
    setBusy(false)
    onSaid(trouble ?? done)
    return trouble === undefined
  }

  return (
    <form className="flex flex-col gap-2" onSubmit={event => void handleSet(event)}>
      <p className="text-sm text-quiet">
        {quietFrom && quietTo
          ? `Quiet hours on all your devices: ${quietFrom} to ${quietTo}${elsewhere}.`
          : 'Quiet hours on all your devices: none.'}
      </p>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Quiet from"
          type="time"
          value={from}
          onChange={event => setDraft({ ...draft, from: event.target.value })}
        />
        <TextField
          label="Quiet until"
          type="time"
          value={to}
          onChange={event => setDraft({ ...draft, to: event.target.value })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          Set quiet hours
        </Button>
        {quietFrom === null ? null : (
          <Button look="quiet" busy={busy} onClick={() => set({}, 'Notices come at any hour.')}>
            No quiet hours
          </Button>
        )}
      </div>
    </form>
  )
}

/** A zone has several names ("Asia/Kolkata", "Asia/Calcutta"), of which each browser gives another one. */
function canonical(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    // This browser is older than that name.
    return timeZone
  }
}
