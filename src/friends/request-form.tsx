/** Asks somebody by their address; without a network the request waits like everything else. */
import { type FormEvent, useState } from 'react'
import { checkEmail, cleanEmail } from '../../rules/account.ts'
import { sendFriendRequest } from '../cache/edits/friend-edits.ts'
import { usePerform } from '../parts/perform/use-perform.ts'
import { Button } from '../ui/form/button.tsx'
import { TextField } from '../ui/form/field.tsx'

export function RequestForm() {
  const perform = usePerform()
  const [email, setEmail] = useState('')
  const [issue, setIssue] = useState<string>()
  const [said, setSaid] = useState('')

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const found = checkEmail('email', email)?.message
    setIssue(found)
    setSaid('')
    if (found !== undefined) return
    perform(sendFriendRequest, { email })
    setSaid(`Your request to ${cleanEmail(email)} is on its way. They see it once they are here.`)
    setEmail('')
  }

  return (
    <form className="flex flex-col gap-1" onSubmit={handleSubmit} noValidate>
      <div className="flex flex-col gap-2 sm:flex-row sm:items-start">
        <TextField
          label="Friend's email"
          type="email"
          inputMode="email"
          autoComplete="off"
          value={email}
          issue={issue}
          onChange={event => {
            setEmail(event.target.value)
            setIssue(undefined)
          }}
        />
        <Button type="submit" className="self-start sm:mt-7">
          Send request
        </Button>
      </div>
      <p role="status" className="text-sm text-quiet empty:hidden">
        {said}
      </p>
    </form>
  )
}
