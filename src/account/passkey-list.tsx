/** Passkeys by which the person signs in instead of the password: made and removed with the server, never kept for later. */
import { useCallback, useEffect, useId, useState } from 'react'
import { checkName } from '../../rules/text.ts'
import type { Passkey, Passkeys } from '../network/passkeys.ts'
import { issuesOf, useForm } from '../parts/use-form.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { momentTitle } from '../ui/moment.ts'
import { Said } from './section.tsx'

export function PasskeyList({ passkeys }: { readonly passkeys: Passkeys }) {
  const [known, setKnown] = useState<readonly Passkey[]>([])
  const [failure, setFailure] = useState<string>()
  const [said, setSaid] = useState('')

  const ask = useCallback(async () => {
    const answer = await passkeys.list()
    if (answer.kind === 'passkeys') setKnown(answer.passkeys)
    setFailure(answer.kind === 'failed' ? answer.message : undefined)
  }, [passkeys])

  useEffect(() => {
    void ask()
  }, [ask])

  async function remove({ id, name }: Passkey) {
    const outcome = await passkeys.remove(id)
    setSaid(outcome.kind === 'success' ? `“${name}” is removed.` : outcome.message)
    await ask()
  }

  return (
    <div className="flex flex-col gap-4">
      <p>
        A passkey signs you in with your finger, your face or the code of your device, without the
        password.
      </p>
      {failure === undefined ? null : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-quiet">{failure}</p>
          <Button onClick={ask}>Try again</Button>
        </div>
      )}
      {known.length === 0 ? null : (
        <ul aria-label="Passkeys" className="flex flex-col divide-y divide-line">
          {known.map(passkey => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => remove(passkey)} />
          ))}
        </ul>
      )}
      {passkeys.works ? (
        <PasskeyForm
          passkeys={passkeys}
          onAdded={name => {
            setSaid(`“${name}” is added.`)
            void ask()
          }}
        />
      ) : (
        <p className="text-quiet">This browser cannot make a passkey at this address.</p>
      )}
      <Said name="Your passkeys">{said}</Said>
    </div>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly onRemove: () => void
}

function PasskeyRow({ passkey: { name, usedAt }, onRemove }: PasskeyRowProps) {
  const id = useId()
  return (
    <li className="flex items-center gap-3 py-1">
      <div id={id} className="min-w-0 flex-1">
        <p className="break-words">{name}</p>
        <p className="text-sm text-quiet">
          {usedAt === undefined
            ? 'Never used'
            : `Last used ${momentTitle(Date.parse(usedAt), Date.now())}`}
        </p>
      </div>
      <Button aria-describedby={id} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

interface PasskeyFormProps {
  readonly passkeys: Passkeys
  readonly onAdded: (name: string) => void
}

function PasskeyForm({ passkeys, onAdded }: PasskeyFormProps) {
  const form = useForm({
    blank: { name: '' },
    check: ({ name }) => issuesOf<'name'>([checkName('name', name)]),
    async send({ name }) {
      const outcome = await passkeys.add(name)
      return outcome.kind === 'success' ? { kind: 'success', message: name.trim() } : outcome
    },
    onDone(name) {
      form.reset()
      onAdded(name ?? '')
    },
  })
  return (
    <form
      ref={form.ref}
      className="flex max-w-md flex-col gap-4"
      onSubmit={form.handleSubmit}
      noValidate
    >
      <FormError>{form.error}</FormError>
      <TextField
        label="Name of the passkey"
        hint="Such as the device that keeps it."
        {...form.field('name')}
      />
      <Button type="submit" className="self-start" disabled={form.busy}>
        {form.busy ? 'Adding…' : 'Add a passkey'}
      </Button>
    </form>
  )
}
