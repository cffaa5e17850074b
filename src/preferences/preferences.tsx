/**
 * One's own preferences: what opens first, what new items count in, and what is asked before it is deleted. They are
 * the account's; whether single keys act is the device's.
 */

import type { FormEvent } from 'react'
import { useList } from '../cache/hooks/use-list.ts'
import { useListIds } from '../cache/hooks/use-list-views.ts'
import { useReadable } from '../cache/hooks/use-readable.ts'
import { useUnits } from '../cache/hooks/use-units.ts'
import { useUserConfig } from '../cache/hooks/use-user-config.ts'
import { useWhose } from '../cache/hooks/use-whose.ts'
import type { UserConfigFieldsFragment } from '../generated/operations.ts'
import { type ConfigChanges, useSaveConfig } from '../parts/perform/use-save-config.ts'
import type { DeviceChoice, KeysChoice } from '../ui/device-choice.ts'
import { Button } from '../ui/form/button.tsx'
import { Check } from '../ui/form/check.tsx'
import { SelectField } from '../ui/form/field.tsx'
import { useKeptDraft } from '../ui/form/kept-texts.ts'
import { Said, useSaid } from '../ui/said.tsx'

export function Preferences({ keys }: { readonly keys: DeviceChoice<KeysChoice> }) {
  const config = useUserConfig()
  const chosenKeys = useReadable(keys)
  return (
    <>
      {config === undefined ? (
        <p>
          Your preferences are not on this device yet. They come with the first contact to the
          server; then they can be changed without a network, too.
        </p>
      ) : (
        <PreferencesForm key={config.id} config={config} />
      )}
      <fieldset className="mt-6 max-w-md">
        <legend className="pb-1 text-sm text-quiet">Keys, on this device</legend>
        <Check
          label="Single keys: x ticks, ? shows them all"
          checked={chosenKeys === 'on'}
          onChange={on => keys.set(on ? 'on' : 'off')}
        />
        <p className="text-sm text-quiet">
          Turn them off if you control this device by voice: spoken words would trigger them.
        </p>
      </fieldset>
    </>
  )
}

function PreferencesForm({ config }: { readonly config: UserConfigFieldsFragment }) {
  const listIds = useListIds()
  const units = useUnits()
  const save = useSaveConfig()
  // Only what was touched: another device may change the rest meanwhile.
  const [touched, setDraft] = useKeptDraft<Draft>('preferences')
  const isGone = (id: string | null = null) => id !== null && !listIds.includes(id)
  const { shoppingListId, ...others } = touched
  // A list that went meanwhile is not chosen: what is shown is what is saved.
  const draft = isGone(shoppingListId) ? others : touched
  const shown = { ...config, ...draft }
  const [said, setSaid] = useSaid()

  function change(part: Draft) {
    setDraft({ ...draft, ...part })
    setSaid('')
  }

  function handleSave(event: FormEvent) {
    event.preventDefault()
    const changes = changesOf(config, draft)
    if (Object.keys(changes).length > 0 && !save(changes)) return
    setDraft({})
    setSaid('Your preferences are set.')
  }

  return (
    <form className="flex max-w-md flex-col gap-4" onSubmit={handleSave}>
      <SelectField
        label="List that opens first"
        value={shown.shoppingListId ?? ''}
        hint={
          isGone(shoppingListId) || isGone(shown.shoppingListId)
            ? 'The chosen list is not there any more.'
            : undefined
        }
        onChange={event => change({ shoppingListId: event.target.value || null })}
      >
        <option value="">The last one</option>
        {isGone(config.shoppingListId) ? (
          <option value={config.shoppingListId ?? ''}>A list that is gone</option>
        ) : null}
        {listIds.map(id => (
          <ListOption key={id} id={id} />
        ))}
      </SelectField>
      <SelectField
        label="Unit of new items"
        value={shown.unitId ?? ''}
        hint="For a number without a unit, where the item did not count otherwise before. “3x eggs” and “½ cucumber” stay pieces."
        onChange={event => change({ unitId: event.target.value || null })}
        options={[
          ['', 'None'],
          ...units.map(({ id, name, abbreviation }) => [id, `${name} (${abbreviation})`] as const),
        ]}
      />
      <fieldset>
        <legend className="pb-1 text-sm text-quiet">Ask before deleting</legend>
        <Check
          label="Lists"
          checked={shown.shoppingListConfirmDelete}
          onChange={shoppingListConfirmDelete => change({ shoppingListConfirmDelete })}
        />
        <Check
          label="Items"
          checked={shown.itemConfirmDelete}
          onChange={itemConfirmDelete => change({ itemConfirmDelete })}
        />
        <p className="text-sm text-quiet">
          Either way, Undo and the bin bring back what was deleted.
        </p>
      </fieldset>
      {config.itemFilters === null && config.shoppingListFilters === null ? null : (
        <fieldset>
          <legend className="pb-1 text-sm text-quiet">Filters and sorting</legend>
          <p className="pb-2">Kept for each list and for the overview, on all your devices.</p>
          <Button
            onClick={() => {
              if (save({ itemFilters: null, shoppingListFilters: null }))
                setSaid('All is shown again, in its own order.')
            }}
          >
            Forget them all
          </Button>
        </fieldset>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" look="primary" className="min-w-32">
          Save
        </Button>
        <Said name="Preferences">{said}</Said>
      </div>
    </form>
  )
}

function ListOption({ id }: { readonly id: string }) {
  const list = useList(id)
  const whose = useWhose(id)
  if (list === undefined) return null
  return <option value={id}>{whose ? `${list.name} (from ${whose})` : list.name}</option>
}

/** Updates carry only the fields that changed. */
function changesOf(config: UserConfigFieldsFragment, draft: Draft): ConfigChanges {
  const { shoppingListId, unitId, shoppingListConfirmDelete, itemConfirmDelete } = draft
  return {
    ...(differs(shoppingListId, config.shoppingListId) && { shoppingListId }),
    ...(differs(unitId, config.unitId) && { unitId }),
    ...(differs(shoppingListConfirmDelete, config.shoppingListConfirmDelete) && {
      shoppingListConfirmDelete,
    }),
    ...(differs(itemConfirmDelete, config.itemConfirmDelete) && { itemConfirmDelete }),
  }
}

function differs<T>(wanted: T | undefined, known: T): boolean {
  return wanted !== undefined && wanted !== known
}

type Draft = Partial<
  Pick<
    UserConfigFieldsFragment,
    'shoppingListId' | 'unitId' | 'shoppingListConfirmDelete' | 'itemConfirmDelete'
  >
>
