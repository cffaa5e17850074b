/** Tokens by which scripts reach the person's lists: made and ended with the server, never kept for later. */
import { useId, useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import { checkName } from '../../rules/text.ts'
import { newId } from '../cache/records/new-id.ts'
import {
  type ApiTokenFieldsFragment,
  type ApiTokenScope,
  CreateApiTokenDocument,
  DeleteByIdApiTokenDocument,
  GetAllApiTokenDocument,
} from '../generated/operations.ts'
import { issuesOf, useForm } from '../parts/use-form.ts'
import { type Asker, useServerAnswer } from '../parts/use-server-answer.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { momentTitle } from '../ui/moment.ts'
import { Said } from './section.tsx'
import { said as saidOf } from './user-calls.ts'

export const apiTokensQuery = {
  document: GetAllApiTokenDocument,
  note: defaultNotes.fetching('ApiToken'),
}

export function ApiTokenList({ network }: { readonly network: Asker }) {
  const { answer, again } = useServerAnswer(network, apiTokensQuery, {})
  const [made, setMade] = useState<string>()
  const [said, setSaid] = useState('')

  async function end({ id, name }: ApiTokenFieldsFragment) {
    const options = {
      note: defaultNotes.deleting('ApiToken'),
      requestToken: newId(),
      waitedFor: true,
    }
    const outcome = await saidOf(network.send(DeleteByIdApiTokenDocument, { id }, options))
    setSaid(outcome.kind === 'success' ? `“${name}” has ended.` : outcome.message)
    again()
  }

  const tokens = answer.kind === 'answer' ? answer.data.getAllApiToken : []
  return (
    <div className="flex flex-col gap-4">
      <p>
        A token lets a script or your home automation reach your lists without your password.
        Whoever has it can use it until you end it.
      </p>
      {answer.kind === 'asking' || answer.kind === 'answer' ? null : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-quiet">
            {answer.kind === 'failed'
              ? answer.message
              : 'The server could not be reached, so your tokens are not shown.'}
          </p>
          <Button onClick={again}>Try again</Button>
        </div>
      )}
      {tokens.length === 0 ? null : (
        <ul aria-label="API tokens" className="flex flex-col divide-y divide-line">
          {tokens.map(token => (
            <TokenRow key={token.id} token={token} onEnd={() => end(token)} />
          ))}
        </ul>
      )}
      {made === undefined ? null : <MadeToken token={made} />}
      <TokenForm
        network={network}
        onMade={token => {
          setMade(token)
          setSaid('')
          again()
        }}
      />
      <Said name="Access for scripts">{said}</Said>
    </div>
  )
}

interface TokenRowProps {
  readonly token: ApiTokenFieldsFragment
  readonly onEnd: () => void
}

function TokenRow({ token: { name, scope, usedAt }, onEnd }: TokenRowProps) {
  const id = useId()
  const used =
    usedAt === null ? 'Never used' : `Last used ${momentTitle(Date.parse(usedAt), Date.now())}`
  return (
    <li className="flex items-center gap-3 py-1">
      <div id={id} className="min-w-0 flex-1">
        <p className="break-words">{name}</p>
        <p className="text-sm text-quiet">
          {scopeTitles[scope]} · {used}
        </p>
      </div>
      <Button aria-describedby={id} onClick={onEnd}>
        End
      </Button>
    </li>
  )
}

const scopeTitles: Readonly<Record<ApiTokenScope, string>> = {
  READ: 'Reads',
  READ_WRITE: 'Reads and changes lists',
}

function MadeToken({ token }: { readonly token: string }) {
  const [said, setSaid] = useState('')
  return (
    <div className="flex max-w-md flex-col gap-2">
      <TextField
        label="Your new token"
        hint="Copy it now: it is not shown again."
        readOnly
        value={token}
        onFocus={event => event.target.select()}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          onClick={async () =>
            setSaid((await copyText(token)) ? 'Copied.' : 'Select the token and copy it yourself.')
          }
        >
          Copy
        </Button>
        <Said name="Your new token">{said}</Said>
      </div>
    </div>
  )
}

interface TokenFormProps {
  readonly network: Asker
  readonly onMade: (token: string) => void
}

function TokenForm({ network, onMade }: TokenFormProps) {
  const form = useForm({
    blank: { name: '', scope: 'READ' },
    check: ({ name }) => issuesOf<'name' | 'scope'>([checkName('name', name)]),
    async send({ name, scope }) {
      const options = {
        note: defaultNotes.creating('ApiToken'),
        requestToken: newId(),
        waitedFor: true,
      }
      const variables = { name, scope: scope === 'READ' ? 'READ' : 'READ_WRITE' } as const
      const sent = network.send(CreateApiTokenDocument, variables, options)
      const outcome = await saidOf(sent)
      if (outcome.kind !== 'success') return outcome
      const answer = await sent
      const token = answer.kind === 'answer' ? answer.data.createApiToken.token : null
      return { kind: 'success', message: token ?? undefined }
    },
    onDone(token) {
      form.reset()
      if (token !== undefined) onMade(token)
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
      <TextField label="What it is for" {...form.field('name')} />
      <SelectField label="It may" {...form.field('scope')}>
        <option value="READ">Read my lists</option>
        <option value="READ_WRITE">Read and change my lists</option>
      </SelectField>
      <Button type="submit" className="self-start" disabled={form.busy}>
        {form.busy ? 'Making…' : 'Make a token'}
      </Button>
    </form>
  )
}
