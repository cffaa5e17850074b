/** One's own notices, which only the server knows: asked for when they are shown, changed at once. */
import type { TypedDocumentNode } from '@apollo/client'
import { useRef, useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import {
  NoticeSettingsDocument,
  type NoticeSettingsFieldsFragment,
} from '../generated/account-operations.ts'
import { type Asker, askServer, failureOf } from '../parts/perform/ask-server.ts'
import { useServerAnswer } from '../parts/perform/use-server-answer.ts'

export const noticeSettingsQuery = {
  document: NoticeSettingsDocument,
  note: defaultNotes.fetching('NoticeSettings'),
}

/** It may have been lost on the way here as well as on the way there. */
const noAnswer =
  'The server did not answer. It may have been done all the same: try again once there is a network.'

type Mutation<Field extends string, Variables extends object> = TypedDocumentNode<
  { readonly [Name in Field]: NoticeSettingsFieldsFragment },
  Variables
>

export function useNoticeSettings(network: Asker) {
  const { answer, again } = useServerAnswer(network, noticeSettingsQuery, {})
  const [changed, setChanged] = useState<NoticeSettingsFieldsFragment>()
  const before = useRef<Promise<unknown>>(Promise.resolve())

  /** Returns what went wrong, as a sentence; undefined if nothing did. */
  async function change<Field extends string, Variables extends object>(
    field: Field,
    document: Mutation<Field, Variables>,
    variables: Variables,
  ): Promise<string | undefined> {
    const call = { document, note: defaultNotes.updating('NoticeSettings') }
    // One after the other: each answer tells all settings, and knows those that were changed before it.
    const asked = before.current.then(() => askServer(network, call, variables))
    before.current = asked
    const ended = await asked
    if (ended.kind === 'answer') {
      setChanged(ended.data[field])
      return undefined
    }
    return ended.kind === 'offline' ? noAnswer : failureOf(ended)
  }

  const asked = answer.kind === 'answer' ? answer.data.noticeSettings : undefined
  return { answer, again, settings: changed ?? asked, change }
}
