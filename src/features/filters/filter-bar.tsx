/** What is shown of a list, and in which order. */
import { Filter, X } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { counted, countTitle } from '../../../rules/validation-issue.ts'
import { Button } from '../../ui/form/button.tsx'
import { Check } from '../../ui/form/check.tsx'
import { IconButton } from '../../ui/form/icon-button.tsx'
import { readPortableItems, wordsOfItems, writePortableItems } from './portable-view.ts'
import { SavedFiltersButton } from './saved-filters-button.tsx'
import { type ItemView, narrowsOrSorts, withAllItems } from './views.ts'

export interface FilterBarProps {
  readonly view: ItemView
  readonly tags: readonly { readonly id: string; readonly name: string }[]
  /** STOCK lists can be asked for what is running low. */
  readonly stock: boolean
  /** How many rows are shown, and of how many. */
  readonly shown: number
  readonly all: number
  readonly onChange: (view: ItemView) => void
  /** How often it was asked for since it was closed: its first choice takes the focus each time. */
  readonly asked: number
  /** Unfolds it: until it is asked for it says only that there is one, so that a phone has room for the rows. */
  readonly onOpen: () => void
  /** Folds it, or closes it where all is shown. */
  readonly onClose: () => void
}

export function FilterBar(props: FilterBarProps) {
  const { view, tags, stock, shown, all, asked, onChange, onOpen, onClose } = props
  const first = useRef<HTMLSelectElement>(null)

  useEffect(() => {
    if (asked > 0) first.current?.focus()
  }, [asked])

  return (
    <fieldset
      className="aside-safe relative flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line py-2 short:max-h-30 short:overflow-y-auto"
      onKeyDown={event => {
        const { key, target, currentTarget } = event
        // A dialog that was opened from here closes alone, and the bar before what the page is in.
        const isWithin = target instanceof Node && currentTarget.contains(target)
        if (key !== 'Escape' || !isWithin) return
        event.preventDefault()
        onClose()
      }}
    >
      <legend className="sr-only">Filter and sort</legend>
      {asked > 0 ? (
        <>
          <Choice
            box={first}
            label="Show"
            value={view.purchased === undefined ? '' : String(view.purchased)}
            options={[
              ['', 'All'],
              ['false', 'To buy'],
              ['true', 'In the trolley'],
            ]}
            onChange={value =>
              onChange(withField(view, 'purchased', value === '' ? undefined : value === 'true'))
            }
          />
          {tags.length === 0 ? null : (
            <Choice
              label="Tag"
              value={tags.some(tag => tag.id === view.tagId) ? (view.tagId ?? '') : ''}
              options={[['', 'Any'], ...tags.map(tag => [tag.id, tag.name] as const)]}
              onChange={value => onChange(withField(view, 'tagId', value || undefined))}
            />
          )}
          <Choice
            label="Sort by"
            value={view.sort ?? ''}
            options={[
              ['', 'Own order'],
              ['name', 'Name'],
              ['tag', 'Tag'],
              ['changed', 'Last changed'],
            ]}
            onChange={value =>
              onChange(
                withField(
                  view,
                  'sort',
                  value === 'name' || value === 'tag' || value === 'changed' ? value : undefined,
                ),
              )
            }
          />
          {tags.length === 0 ? null : (
            <Check
              label="Group by tag"
              checked={view.grouped !== false}
              onChange={on => onChange(withField(view, 'grouped', on ? undefined : false))}
            />
          )}
          {stock ? (
            <Check
              label="Running low"
              checked={view.low ?? false}
              onChange={on => onChange(withField(view, 'low', on || undefined))}
            />
          ) : null}
          <SavedItemFilters view={view} tags={tags} stock={stock} onChange={onChange} />
        </>
      ) : (
        <IconButton label="Filter and sort" className="-ml-3" data-once onClick={onOpen}>
          <Filter aria-hidden size={18} />
        </IconButton>
      )}
      {narrowsOrSorts(view) ? (
        <Button
          look="quiet"
          data-once
          onClick={() => {
            onChange(withAllItems(view))
            // The bar goes with what it said, and this button with it.
            if (asked === 0) onClose()
          }}
        >
          <X aria-hidden size={18} />
          Show all
        </Button>
      ) : null}
      {asked > 0 ? (
        <Button look="quiet" data-once onClick={onClose}>
          Close
        </Button>
      ) : null}
      <p
        data-lasting
        role="status"
        className={`${asked > 0 ? 'basis-full' : 'min-h-12 flex-1 content-center'} text-sm text-quiet empty:absolute`}
      >
        {shown === all && asked > 0 ? '' : `${countTitle(shown)} of ${counted(all, 'item')} shown`}
      </p>
    </fieldset>
  )
}

function SavedItemFilters({
  view,
  tags,
  stock,
  onChange,
}: Pick<FilterBarProps, 'view' | 'tags' | 'stock' | 'onChange'>) {
  const list = { tags, stock }
  return (
    <SavedFiltersButton
      kind="ITEMS"
      present={writePortableItems(view, list)}
      words={wordsOfItems}
      issue={filter => {
        const read = readPortableItems(filter, list)
        return 'issue' in read ? read.issue : undefined
      }}
      onChoose={filter => {
        const read = readPortableItems(filter, list)
        if ('view' in read) onChange(read.view)
      }}
    />
  )
}

interface ChoiceProps {
  readonly box?: RefObject<HTMLSelectElement | null>
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

function Choice({ box, label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex min-w-28 flex-1 flex-col gap-0.5 sm:flex-none">
      <label htmlFor={id} className="text-sm text-quiet">
        {label}
      </label>
      <select
        ref={box}
        id={id}
        className="box py-1 pr-1"
        value={value}
        onChange={event => onChange(event.target.value)}
      >
        {options.map(([option, title]) => (
          <option key={option} value={option}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}

function withField<Field extends keyof ItemView>(
  view: ItemView,
  field: Field,
  value: ItemView[Field] | undefined,
): ItemView {
  const { [field]: _, ...rest } = view
  return value === undefined ? rest : { ...rest, [field]: value }
}
