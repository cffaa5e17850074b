/** What other nouns do when something happens to an account, in its transaction. */
import type { Kysely } from 'kysely'
import type { Writer } from '../changes/changes.ts'
import type { Schema } from '../db/schema.ts'

/** What a sign-up brought along from an invitation; both may be empty. */
export interface Invitation {
  /** `inviteId` of a person or an invitation's token, as the link had it. */
  readonly inviteId: string
  /** Whether the person wishes to be friends with who invited them. */
  readonly addFriend: boolean
}

export const noInvitation: Invitation = { inviteId: '', addFriend: false }

export interface AccountHooks {
  /** Whether this invitation lets somebody make an account where sign-up is closed. */
  isInvited(db: Kysely<Schema>, invitation: Invitation): Promise<boolean>
  /**
   * Locks what following the invitation locks besides the account, whose own lock may not come first: call it before
   * that one is taken.
   */
  lockInvited(db: Kysely<Schema>, userId: number, invitation: Invitation): Promise<void>
  /**
   * An account can be used from now on: at sign-up, or once the address is proven where mail is configured; or it is
   * one of before, with which somebody signed up by an invitation.
   * `writer.viewer` is its person. What it throws undoes the sign-up, so an invitation that is void is passed over.
   */
  onAccountOpened(writer: Writer, invitation: Invitation): Promise<void>
}
