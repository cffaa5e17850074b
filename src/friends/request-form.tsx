/** Asks somebody by their address; without a network the request waits like everything else. */

import type { FormEvent } from 'react'
import { checkEmail } from '../../rules/people/account.ts'
import { cleanEmail, emailKey } from '../../rules/people/email.ts'
import { areFriends, isRefusal } from '../../rules/people/friends.ts'
import { sendFriendRequest } from '../cache/edits/friend-edits.ts'
import { useFriends } from '../cache/hooks/use-friends.ts'
import { friendName, standingOf } from '../cache/records/friends.ts'
import { usePerform } from '../parts/perform/use-perform.ts'
import { Button } from '../ui/form/button.tsx'
import { TextField } from '../ui/form/field.tsx'
import { useCheckedText } from '../ui/form/use-checked-text.ts'
import { Said, useSaid } from '../ui/said.tsx'

export function RequestForm({ ownEmail = '' }: { readonly ownEmail?: string | undefined }) {
  const perform = usePerform()
  const check = (text: string) =>
    text.trim() !== '' && emailKey(text) === emailKey(ownEmail)
      ? { message: 'This is your own address.' }
      : checkEmail('email', text)
  const email = useCheckedText('', check, 'friend-email')
  const friends = useFriends()
  const [{ text: asked, times }, setAsked] = useSaid()
  // What the server refuses is taken back, and told of by itself.
  const friend = asked
    ? friends?.find(
        ({ friendUser, myStatus }) =>
          !isRefusal(myStatus) && emailKey(friendUser.email ?? '') === emailKey(asked),
      )
    : undefined

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setAsked('')
    if (!email.passes()) return
    perform(sendFriendRequest, { email: email.text })
    setAsked(cleanEmail(email.text))
    email.setText('')
  }

  return (
    <form className="flex flex-col gap-1" onSubmit={handleSubmit} noValidate>
      <div className="flex flex-col gap-2 sm:flex-row sm:items-start">
        <TextField label="Friend's email" type="email" inputMode="email" {...email.field} />
        <Button type="submit" className="self-start sm:mt-6.5">
          Send request
        </Button>
      </div>
      <Said className="empty:absolute text-sm">
        {{
          text:
            friend === undefined
              ? ''
              : areFriends(standingOf(friend))
                ? `You and ${friendName(friend)} are friends.`
                : `Your request to ${asked} is listed below. They see it once it is sent and they are here.`,
          times,
        }}
      </Said>
    </form>
  )
}
