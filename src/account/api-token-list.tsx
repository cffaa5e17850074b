/** Tokens by which scripts reach the person's lists: made and ended with the server, never kept for later. */
import { useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import { checkName } from '../../rules/text.ts'
import {
  type ApiTokenFieldsFragment,
  type ApiTokenScope,
  CreateApiTokenDocument,
  DeleteByIdApiTokenDocument,
  GetAllApiTokenDocument,
} from '../generated/account-operations.ts'
import { issuesOf, useForm } from '../parts/account/use-form.ts'
import { type Asker, askServer, failureOf, saidOf } from '../parts/perform/ask-server.ts'
import { useServerAnswer } from '../parts/perform/use-server-answer.ts'
import { SelectField, TextField } from '../ui/form/field.tsx'
import { ShownOnce } from '../ui/form/shown-once.tsx'
import { usedTitle } from '../ui/moment.ts'
import { Said, useSaid } from '../ui/said.tsx'
import { AccountForm } from './account-form.tsx'
import { NotRead } from './not-read.tsx'
import { OwnRow, OwnRows } from './own-rows.tsx'
import { useOwn } from './use-own.ts'

export const apiTokensQuery = {
  document: GetAllApiTokenDocument,
  note: defaultNotes.fetching('ApiToken'),
}

const createApiToken = {
  document: CreateApiTokenDocument,
  note: defaultNotes.creating('ApiToken'),
}

const deleteApiToken = {
  document: DeleteByIdApiTokenDocument,
  note: defaultNotes.deleting('ApiToken'),
}

export function ApiTokenList({ network }: { readonly network: Asker }) {
  const { known, answer, again } = useOwn(useServerAnswer(network, apiTokensQuery, {}))
  const [made, setMade] = useState<{ readonly id: string; readonly token: string }>()
  const [said, setSaid] = useSaid()

  async function end({ id, name }: ApiTokenFieldsFragment) {
    const ended = await askServer(network, deleteApiToken, { id })
    if (ended.kind === 'answer') setMade(was => (was?.id === id ? undefined : was))
    setSaid(ended.kind === 'answer' ? `“${name}” has ended.` : failureOf(ended))
    again()
  }

  return (
    <div className="flex flex-col gap-4">
      <p>
        A token lets a script or your home automation reach your lists without your password.
        Whoever has it can use it until you end it.
      </p>
      <NotRead answer={answer} onAgain={again} />
      <OwnRows label="API tokens">
        {(known?.getAllApiToken ?? []).map(token => (
          <OwnRow
            key={token.id}
            title={token.name}
            about={`${scopeTitles[token.scope]} · ${usedTitle(token.usedAt)}`}
            action="End"
            touches={`Scripts that use “${token.name}” get in no more.`}
            onEnd={() => end(token)}
          />
        ))}
      </OwnRows>
      {made === undefined ? null : (
        <ShownOnce
          key={made.id}
          label="Your new token"
          hint="Copy it now: it is not shown again."
          value={made.token}
        />
      )}
      <TokenForm
        network={network}
        onUnmade={again}
        onMade={(id, token) => {
          setMade({ id, token })
          setSaid('The token is made. Copy it now: it is not shown again.')
          again()
        }}
      />
      <Said name="Access for scripts">{said}</Said>
    </div>
  )
}

const scopeTitles: Readonly<Record<ApiTokenScope, string>> = {
  READ: 'Reads',
  READ_WRITE: 'Reads and changes lists',
}

const scopes = [
  ['READ', 'Read my lists'],
  ['READ_WRITE', 'Read and change my lists'],
] as const

interface TokenFormProps {
  readonly network: Asker
  readonly onMade: (id: string, token: string) => void
  /** Where the answer was lost there is a token now that nobody has: it can be ended once it is listed. */
  readonly onUnmade: () => void
}

function TokenForm({ network, onMade, onUnmade }: TokenFormProps) {
  const form = useForm({
    blank: { name: '', scope: 'READ' },
    check: ({ name }) => issuesOf<'name' | 'scope'>([checkName('name', name)]),
    keptAs: 'new-token',
    async send({ name, scope }) {
      const variables = { name, scope: scope === 'READ' ? 'READ' : 'READ_WRITE' } as const
      const answer = await askServer(network, createApiToken, variables)
      if (answer.kind !== 'answer') {
        onUnmade()
        return saidOf(answer)
      }
      const { apiToken, token } = answer.data.createApiToken
      if (token) onMade(apiToken.id, token)
      return { kind: 'success', message: undefined }
    },
    onDone: () => form.reset(),
  })
  return (
    <AccountForm form={form} action="Make a token" doing="Making…">
      <TextField label="Name of the token" hint="What it is for." {...form.field('name')} />
      <SelectField label="It may" options={scopes} {...form.field('scope')} />
    </AccountForm>
  )
}
