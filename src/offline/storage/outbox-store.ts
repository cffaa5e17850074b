/** Where waiting and refused edits lie on the device: one such store per account. */

export interface StoredOutbox {
  /** As found: of any format, perhaps damaged. `readEntry` decides. */
  readonly entries: readonly unknown[]
  readonly tray: readonly unknown[]
  /** It was made anew while the second copy could not be read: what lies there is still to be taken in. */
  readonly lacksCopy?: boolean
}

export interface OutboxChanges {
  readonly put?: readonly StoredRecord[]
  /** Ids of entries. */
  readonly remove?: readonly string[]
  readonly putTray?: readonly StoredRecord[]
  /** Ids of tray entries. */
  readonly removeTray?: readonly string[]
  /** With it, the outbox lacks nothing that the second copy had. */
  readonly takesCopy?: boolean
}

export interface StoredRecord {
  readonly id: string
}

export interface OutboxStore {
  /** There was one on this device, and this is not it: the browser cleared its storage, or could not read it. */
  readonly replacesLost?: boolean
  /** Nothing lay there before. */
  readonly isNew?: boolean
  /** It took the place of one that is lost, and has what the second copy had. */
  readonly isRescued?: boolean
  load(): Promise<StoredOutbox>
  /** All of it or nothing, and on the disk when it resolves (`durability: 'strict'`; of the second copy, with the operating system). */
  write(changes: OutboxChanges): Promise<void>
  close(): void
}
