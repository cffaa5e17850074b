import type { ReactNode } from 'react'

export interface MenuEntry {
  readonly label: string
  readonly icon?: ReactNode
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
