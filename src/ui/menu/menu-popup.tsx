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
        <Menu.Positioner anchor={anchor} align="end" sideOffset={4} className="z-50 outline-none">
          <Menu.Popup
            aria-label={label}
            finalFocus={() => (taken.current ? false : anchor.current)}
            className="max-h-(--available-height) max-w-(--available-width) min-w-[min(14rem,var(--available-width))] overflow-y-auto rounded-box border border-line scroll-hint p-1 text-ink shadow-lg outline-none"
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
            {entries.map(entry => (
              <Menu.Item
                key={entry.label}
                className={`${row} ${entry.danger === true ? 'text-error' : ''}`}
                onClick={() => {
                  taken.current = entry.takesFocus === true
                  entry.onChoose()
                }}
              >
                {entry.icon === undefined ? null : (
                  <span className="grid size-5 place-items-center">{entry.icon}</span>
                )}
                {entry.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
