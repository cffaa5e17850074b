import { SentForm, type SentFormProps } from '../parts/account/sent-form.tsx'
import { Said } from '../ui/said.tsx'

interface AccountFormProps<Name extends string> extends Omit<SentFormProps<Name>, 'beside'> {
  /** What it has done; absent if something else says it. `name` is what that is about. */
  readonly said?: { readonly name: string; readonly text: string }
}

/** A form of the account settings, which says beside its button what it has done. */
export function AccountForm<Name extends string>({ said, ...form }: AccountFormProps<Name>) {
  const beside = said ? <Said name={said.name}>{said.text}</Said> : null
  return <SentForm look="secondary" className="max-w-md" beside={beside} {...form} />
}
