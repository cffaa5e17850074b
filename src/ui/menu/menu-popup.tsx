import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useLayer } from '../dialog/layers.tsx'
import type { MenuChoice, MenuEntry, MenuPlace } from './menu-entry.ts'

interface MenuPopupProps extends MenuPlace {
  readonly entries: readonly MenuEntry[]
  readonly choice?: MenuChoice | undefined
}

const row =
  'flex min-h-12 cursor-default items-center gap-3 rounded-box px-3 -outline-offset-2 data-highlighted:bg-surface'

export function MenuPopup({ label, anchor, entries, choice, onClose }: MenuPopupProps) {
  // Within the landmark of its button: somebody who goes from landmark to landmark finds it there.
  const landmark = useMemo(
    () => anchor.current?.closest<HTMLElement>('main, aside') ?? undefined,
    [anchor],
  )
  const taken = useRef(false)
  useLayer(true, { kind: 'popup', onClose })
  return (
    <Menu.Root
      open
      onOpenChange={next => {
        if (!next) onClose()
      }}
    >
      <Menu.Portal container={landmark}>
        <Menu.Backdrop className="fixed inset-0 z-40 bg-shade wide:hidden" />
        <Menu.Positioner
          anchor={anchor}
          align="end"
          sideOffset={4}
          className="z-50 outline-none max-wide:fixed! max-wide:inset-[auto_0_0]! max-wide:transform-none!"
        >
          <Menu.Popup
            aria-label={label}
            finalFocus={() => (taken.current ? false : anchor.current)}
            onKeyDown={event => {
              // Else it would stay, and the focus go on beneath it.
              if (event.key !== 'Tab') return
              event.preventDefault()
              onClose()
            }}
            className="max-h-[85dvh] overflow-y-auto rounded-t-box border border-line scroll-hint p-1 pr-[max(0.25rem,env(safe-area-inset-right))] pb-[max(0.25rem,env(safe-area-inset-bottom))] pl-[max(0.25rem,env(safe-area-inset-left))] text-ink lifted outline-none wide:max-h-(--available-height) wide:max-w-(--available-width) wide:min-w-[min(14rem,var(--available-width))] wide:rounded-box wide:p-1"
          >
            {choice === undefined ? null : (
              <>
                <Menu.RadioGroup
                  aria-label={choice.label}
                  value={choice.value}
                  onValueChange={(value: unknown) => choice.onChange(String(value))}
                >
                  <p aria-hidden className="px-3 pt-2 text-sm text-quiet">
                    {choice.label}
                  </p>
                  {choice.options.map(option => (
                    <Menu.RadioItem key={option.value} value={option.value} className={row}>
                      <span className="grid size-5 place-items-center">
                        <Menu.RadioItemIndicator>
                          <Check aria-hidden size={18} />
                        </Menu.RadioItemIndicator>
                      </span>
                      {option.label}
                    </Menu.RadioItem>
                  ))}
                </Menu.RadioGroup>
                <Menu.Separator className="my-1 h-px bg-line" />
              </>
            )}
            {sectionsOf(entries).map(({ title, entries }) =>
              title === undefined ? (
                <Entries key="" entries={entries} onTake={() => (taken.current = true)} />
              ) : (
                <Menu.Group key={title}>
                  <Menu.GroupLabel className="px-3 pt-2 text-sm text-quiet">
                    {title}
                  </Menu.GroupLabel>
                  <Entries entries={entries} onTake={() => (taken.current = true)} />
                </Menu.Group>
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface EntriesProps {
  readonly entries: readonly MenuEntry[]
  /** What was chosen takes the focus. */
  readonly onTake: () => void
}

function Entries({ entries, onTake }: EntriesProps) {
  return entries.map(({ label, icon: Icon, danger, takesFocus, onChoose }) => (
    <Menu.Item
      key={label}
      className={`${row} ${danger === true ? 'text-error' : ''}`}
      onClick={() => {
        if (takesFocus === true) onTake()
        onChoose()
      }}
    >
      <span className="grid size-5 place-items-center">
        <Icon aria-hidden size={18} />
      </span>
      {label}
    </Menu.Item>
  ))
}

/** Neighbours of one section stand together. */
function sectionsOf(entries: readonly MenuEntry[]) {
  const titles = [...new Set(entries.map(({ section }) => section))]
  return titles.map(title => ({ title, entries: entries.filter(one => one.section === title) }))
}
