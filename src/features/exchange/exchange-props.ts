export type ExchangeDialog = 'text' | 'export' | 'import' | 'print'

export interface ExchangeProps {
  /** The open list; undefined if a file can only become a new list. */
  readonly listId?: string
  readonly dialog: ExchangeDialog | undefined
  readonly onClose: () => void
  /** The list that got the items, new or not: a good moment to open it. */
  readonly onImported: (listId: string) => void
}
