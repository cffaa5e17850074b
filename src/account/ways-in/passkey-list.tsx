/** Passkeys by which the person signs in instead of the password: made and removed with the server, never kept for later. */
import { useState } from 'react'
import { checkName } from '../../../rules/text.ts'
import type { Passkey, Passkeys } from '../../network/session/passkeys.ts'
import { issuesOf, useForm } from '../../parts/account/use-form.ts'
import { TextField } from '../../ui/form/field.tsx'
import { usedTitle } from '../../ui/moment.ts'
import { Said } from '../../ui/said.tsx'
import { AccountForm } from '../account-form.tsx'
import { NotRead } from '../not-read.tsx'
import { OwnRow, OwnRows } from '../own-rows.tsx'
import type { useOwn } from '../use-own.ts'
import type { Confirming } from './use-confirming.tsx'

interface PasskeyListProps {
  readonly passkeys: Passkeys
  readonly own: ReturnType<typeof useOwn<readonly Passkey[]>>
  readonly confirming: Confirming
}

export function PasskeyList({ passkeys, own, confirming }: PasskeyListProps) {
  const { known = [], answer, again } = own
  const [said, setSaid] = useState('')
  const [removals, setRemovals] = useState(0)

  async function remove({ id, name }: Passkey) {
    setRemovals(count => count + 1)
    const outcome = await confirming(() => passkeys.remove(id))
    setSaid(outcome.kind === 'success' ? `“${name}” is removed.` : outcome.message)
    again()
  }

  return (
    <div className="flex flex-col gap-4">
      <p>
        A passkey signs you in with your finger, your face or the code of your device, without the
        password.
      </p>
      <NotRead answer={answer} onAgain={again} />
      <OwnRows label="Passkeys">
        {known.map(passkey => (
          <OwnRow
            key={passkey.id}
            title={passkey.name}
            about={usedTitle(passkey.usedAt)}
            action="Remove"
            touches={`You no longer sign in with “${passkey.name}”.`}
            onEnd={() => remove(passkey)}
          />
        ))}
      </OwnRows>
      {passkeys.works ? (
        <PasskeyForm
          // What was wrong before goes with the next thing done; what was typed is kept.
          key={removals}
          onBegun={() => setSaid('')}
          passkeys={passkeys}
          confirming={confirming}
          onUnanswered={again}
          onAdded={name => {
            setSaid(`“${name}” is added.`)
            again()
          }}
        />
      ) : (
        <p className="text-quiet">This browser cannot make a passkey at this address.</p>
      )}
      <Said name="Your passkeys">{said}</Said>
    </div>
  )
}

interface PasskeyFormProps {
  readonly passkeys: Passkeys
  readonly confirming: Confirming
  readonly onBegun: () => void
  /** It may be there all the same, and a browser makes no second one. */
  readonly onUnanswered: () => void
  readonly onAdded: (name: string) => void
}

function PasskeyForm({ passkeys, confirming, onBegun, onUnanswered, onAdded }: PasskeyFormProps) {
  const form = useForm({
    blank: { name: '' },
    check: ({ name }) => {
      onBegun()
      return issuesOf<'name'>([checkName('name', name)])
    },
    keptAs: 'new-passkey',
    async send({ name }) {
      const outcome = await confirming(() => passkeys.add(name))
      if (outcome.kind === 'no-answer') onUnanswered()
      return outcome.kind === 'success' ? { kind: 'success', message: name.trim() } : outcome
    },
    onDone(name) {
      form.reset()
      onAdded(name ?? '')
    },
  })
  return (
    <AccountForm form={form} action="Add a passkey" doing="Adding…">
      <TextField
        label="Name of the passkey"
        hint="Such as the device that keeps it."
        {...form.field('name')}
      />
    </AccountForm>
  )
}
