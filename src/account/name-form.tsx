import { useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import { checkPersonName, checkPhone } from '../../rules/people/account.ts'
import { fullName, splitFullName } from '../../rules/people/full-name.ts'
import { UpdateUserBasicsDocument } from '../generated/operations.ts'
import type { SessionUser } from '../network/session/session-user.ts'
import { issuesOf, useForm } from '../parts/account/use-form.ts'
import { type Asker, askServer, saidOf } from '../parts/perform/ask-server.ts'
import { TextField } from '../ui/form/field.tsx'
import { AccountForm } from './account-form.tsx'

interface NameFormProps {
  readonly user: SessionUser
  readonly network: Asker
  /** It is another name now. */
  readonly onSaved: () => void
}

const updateBasics = {
  document: UpdateUserBasicsDocument,
  note: defaultNotes.updating('User'),
}

export function NameForm({ user, network, onSaved }: NameFormProps) {
  const [said, setSaid] = useState('')
  const blank = {
    fullName: fullName(user.firstName, user.lastName),
    phone: user.phone ?? '',
  }
  const form = useForm({
    blank,
    check: ({ fullName, phone }) => {
      setSaid('')
      const { firstName, lastName } = splitFullName(fullName)
      return issuesOf<'fullName' | 'phone'>([
        asFullName(checkPersonName('name', firstName)),
        lastName === '' ? undefined : asFullName(checkPersonName('name', lastName)),
        checkPhone(phone),
      ])
    },
    keptAs: 'own-name',
    async send({ fullName, phone }) {
      // Another device may have changed the rest.
      const basics = {
        ...(fullName !== blank.fullName && splitFullName(fullName)),
        ...(phone !== blank.phone && { phone: phone.trim() === '' ? null : phone }),
      }
      const outcome = saidOf(await askServer(network, updateBasics, { id: user.id, ...basics }))
      if (outcome.kind !== 'refused' || !/^(first|last)Name$/.test(outcome.field ?? '')) {
        return outcome
      }
      return { ...outcome, field: 'fullName' }
    },
    onDone(_message, rest) {
      setSaid(Object.keys(rest).length === 0 ? 'Saved.' : '')
      onSaved()
    },
  })
  return (
    <AccountForm
      form={form}
      action="Save"
      doing="Saving…"
      look="primary"
      onChange={() => setSaid('')}
      said={{ name: 'Name and contact', text: said }}
    >
      <TextField
        label="Full name"
        autoComplete="name"
        hint="What comes before the first blank is your first name."
        {...form.field('fullName')}
      />
      <TextField label="Phone" type="tel" autoComplete="tel" {...form.field('phone')} />
    </AccountForm>
  )
}

function asFullName(issue: { readonly message: string } | undefined) {
  return issue && { ...issue, field: 'fullName' }
}
