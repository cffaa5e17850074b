import type { LucideProps } from 'lucide-react'
import type { ComponentType, RefObject } from 'react'

export interface MenuEntry {
  readonly label: string
  /** The heading that it stands under. */
  readonly section?: string
  readonly icon: ComponentType<LucideProps>
  readonly danger?: boolean
  /** What it opens takes the focus, so that it does not go back to the button of the menu. */
  readonly takesFocus?: boolean
  readonly onChoose: () => void
}

export interface MenuChoice {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** What a menu's own code is told of its button. */
export interface MenuPlace {
  readonly label: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}
