/** What was looked at: well, or with what mends it. */
export interface Finding {
  readonly about: string
  /** A sentence. */
  readonly says: string
  /** The command that mends it; absent if all is well. */
  readonly mend?: string
}
