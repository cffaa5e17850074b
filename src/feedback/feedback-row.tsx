import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { feedbackStatusTitles } from '../../rules/people/feedback.ts'
import { deleteFeedback } from '../cache/edits/feedback-edits.ts'
import { useMark } from '../cache/hooks/sync/use-mark.ts'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { feedbackCacheId } from '../cache/records/cache-ids.ts'
import type { OwnFeedbackFieldsFragment } from '../generated/operations.ts'
import { usePerform } from '../parts/perform/use-perform.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { IconButton } from '../ui/form/icon-button.tsx'
import { Stars } from '../ui/form/stars.tsx'
import { momentTitle } from '../ui/moment.ts'

export function FeedbackRow({ feedback: one }: { readonly feedback: OwnFeedbackFieldsFragment }) {
  const { userId } = useOffline()
  const text = useId()
  const perform = usePerform()
  const mark = useMark(feedbackCacheId(one.id))
  const [isAsked, setAsked] = useState(false)
  return (
    <li className="flex flex-col gap-2 rounded-box border border-line p-4">
      <div className="flex items-center gap-3 text-sm text-quiet">
        {one.rating === null ? null : <Stars count={5} filled={one.rating} size={16} />}
        <span className="min-w-0 flex-1">
          {momentTitle(Date.parse(one.createdAt), Date.now())}
          {/* Until it is on the disk it neither waits nor is it anywhere else. */}
          {mark === 'saving'
            ? ''
            : ` · ${mark === 'waiting' ? 'Waiting to be sent' : feedbackStatusTitles[one.status]}`}
          {one.fixedIn === null ? '' : ` · In version ${one.fixedIn}`}
          {mark === 'refused' ? ' · not saved' : ''}
        </span>
        <IconButton
          label="Delete this feedback"
          aria-describedby={text}
          onClick={() => setAsked(true)}
        >
          <Trash2 aria-hidden size={18} />
        </IconButton>
        <ConfirmDialog
          title="Delete this feedback?"
          action="Delete"
          open={isAsked}
          onConfirm={() => perform(deleteFeedback, { id: one.id, userId })}
          onClose={() => setAsked(false)}
        >
          It disappears for the team, too, and with it what they replied. There is no way back.
        </ConfirmDialog>
      </div>
      <p id={text} className="break-words whitespace-pre-wrap">
        {one.feedback}
      </p>
      {one.reply === null ? null : (
        <blockquote className="rounded-box bg-surface p-3 break-words whitespace-pre-wrap">
          <span className="block pb-1 text-sm text-quiet">The Aisle team</span>
          {one.reply}
        </blockquote>
      )}
    </li>
  )
}
