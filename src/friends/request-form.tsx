/** Asks somebody by their address; without a network the request waits like everything else. */

import { type FormEvent, useState } from 'react'
import { checkEmail, cleanEmail } from '../../rules/account.ts'
import { sendFriendRequest } from '../cache/edits/friend-edits.ts'
import { usePerform } from '../parts/perform/use-perform.ts'
import { Button } from '../ui/form/button.tsx'
import { TextField } from '../ui/form/field.tsx'
import { useCheckedText } from '../ui/form/use-checked-text.ts'
import { Said } from '../ui/said.tsx'

export function RequestForm() {
  const perform = usePerform()
  const email = useCheckedText('', text => checkEmail('email', text))
  const [said, setSaid] = useState('')

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setSaid('')
    if (!email.passes()) return
    perform(sendFriendRequest, { email: email.text })
    const address = cleanEmail(email.text)
    setSaid(`Your request to ${address} is on its way. They see it once they are here.`)
    email.setText('')
  }

  return (
    <form className="flex flex-col gap-1" onSubmit={handleSubmit} noValidate>
      <div className="flex flex-col gap-2 sm:flex-row sm:items-start">
        <TextField label="Friend's email" type="email" inputMode="email" {...email.field} />
        <Button type="submit" className="self-start sm:mt-7">
          Send request
        </Button>
      </div>
      <Said className="empty:hidden text-sm">{said}</Said>
    </form>
  )
}
