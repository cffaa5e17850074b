/**
 * The tables, as Kysely sees them; the same on SQLite and PostgreSQL.
 *
 * Times are ISO 8601 text in UTC, booleans 0 or 1, JSON is text: what both engines hand back alike.
 * Texts that are words of the contract have its types: nothing else is ever written there.
 * A list is the unit of order (docs/decisions/004-revision-per-list.md): every write to it or its items locks its
 * row, raises its `revision` and stamps what changed with it. An account is another such unit.
 */
import type { Generated } from 'kysely'
import type { ListType } from '../../rules/items/stock.ts'
import type { SavedFilterKind } from '../../rules/lists/saved-filters.ts'
import type { FeedbackStatus } from '../../rules/people/feedback.ts'
import type { FriendStatus } from '../../rules/people/friends.ts'
import type { Permission } from '../../rules/people/permissions.ts'
import type { ActivityKind } from '../generated/schema.ts'

export interface Schema {
  user: UserTable
  session: SessionTable
  push_subscription: PushSubscriptionTable
  attempt: AttemptTable
  setting: SettingTable
  shopping_list: ShoppingListTable
  membership: MembershipTable
  friend: FriendTable
  share_link: ShareLinkTable
  item_tag: ItemTagTable
  item: ItemTable
  item_gone: ItemGoneTable
  activity: ActivityTable
  unit: UnitTable
  user_config: UserConfigTable
  saved_filter: SavedFilterTable
  request: RequestTable
  job: JobTable
  lease: LeaseTable
  single_use_token: SingleUseTokenTable
  feedback: FeedbackTable
  audit: AuditTable
  api_token: ApiTokenTable
  identity: IdentityTable
  passkey: PasskeyTable
}

export interface UserTable {
  id: Generated<number>
  email: string
  /** The address in lower case; unique. */
  email_key: string
  first_name: string
  last_name: string
  phone: string | null
  password_hash: string
  role: string
  invite_id: string
  /** The account's own unit of order: list order, favourites, preferences. */
  revision: Generated<number>
  /** The account's revision at which each part of it last changed. */
  preferences_revision: Generated<number>
  filters_revision: Generated<number>
  friends_revision: Generated<number>
  feedback_revision: Generated<number>
  /** When the address was proven by a mailed link; null while nobody proved it. */
  verified_at: string | null
  /** 1 where mail was configured at sign-up: without the mailed link nobody signs in. */
  must_verify: Generated<number>
  /** 1 where nothing but a passkey signs in: its person asked for that. */
  second_step: Generated<number>
  created_at: string
  updated_at: string
}

export interface SessionTable {
  /** SHA-256 of the opaque token, in hex; the token itself is never stored. */
  hash: string
  user_id: number
  created_at: string
  seen_at: string
  expires_at: string
  /** The browser in words ("Chrome on Android"); null for sessions from before it was kept. */
  browser: string | null
  /** When its person last proved to be themselves, after the sign-in; null if they did not. */
  confirmed_at: string | null
}

/** A browser that wants notices (server/notices); it goes with its session. */
export interface PushSubscriptionTable {
  id: string
  user_id: number
  /** One a session. */
  session_hash: string
  /** Where its push service takes messages; whoever knows it may try to send there. */
  endpoint: string
  /** The browser's own keys, base64url: what is sent can be read there alone. */
  p256dh: string
  auth: string
  created_at: string
}

/** How often somebody tried something within a window; limits hold across processes. */
export interface AttemptTable {
  key: string
  count: number
  window_ends_at: string
}

export interface SettingTable {
  key: string
  value: string
}

export interface ShoppingListTable {
  id: string
  user_id: number
  name: string
  /** The name case-folded, for the unique-name rule. */
  name_key: string
  list_type: ListType
  notes: string | null
  revision: number
  /** The revision at which the list's own fields or tags last changed. */
  self_revision: number
  /** Tombstones up to this revision were purged: an older reader gets a snapshot. */
  purged_revision: Generated<number>
  deleted_at: string | null
  /** The id under which a deleted list was brought back from the bin. */
  restored_as: string | null
  created_at: string
  updated_at: string
  /** Who changed the list itself then; null once they do not have it any more. */
  updated_by: number | null
}

/** Who may see a list; the owner has a row too. Order and favourite belong to the person. */
export interface MembershipTable {
  id: string
  list_id: string
  user_id: number
  permission: Permission
  ord: number
  favourite: number
  /** The account's revision at which the person last gave it a place or made it a favourite. */
  place_revision: Generated<number>
  /** Who shared it; null on the owner's own row. */
  shared_by_user_id: number | null
  /** Set when the person left or was removed; such a row only explains a NOT_FOUND. */
  ended_at: string | null
  /**
   * 1 once the list lies in the bin, out of which none comes back under its id. A process of the version before leaves
   * it 0: the list's own `deleted_at` is what counts.
   */
  in_bin: Generated<number>
  /** The list's revision at which the person joined; 0 if nobody kept it. */
  joined_revision: Generated<number>
  /** The list's revision at which the person left or was removed; null while they have it. */
  left_revision: number | null
  /**
   * The `left_revision` with which the person left, and nobody took the list from them; another one otherwise. Who
   * leaves one that lies in the bin has neither.
   */
  left_by_self: Generated<number>
  /** The list's revision at which the permission last changed, and what it was before. */
  permission_revision: Generated<number>
  previous_permission: Permission | null
  /** Whether the person came by a link. */
  by_link: Generated<number>
  /** 0 if the person wants no notices of this list. */
  notices: Generated<number>
  /** What others did up to this revision was told, or nobody wanted to be told of it. */
  noticed_revision: Generated<number>
}

/** One person's record of another: each of the two has one (rules/people/friends.ts). */
export interface FriendTable {
  /** Follows from the two people, or from the person and the address. */
  id: string
  /** Whose record it is. */
  user_id: number
  /** The other person; null if nobody has the address. */
  friend_user_id: number | null
  /** Whether the person may know who it is: 0 of an address that was asked, until it accepts. */
  is_known: number
  /** Whether the person was told the other's name: 0 of a bare userId that was asked, until it answers. */
  is_told: number
  /** The address that was asked, as it was written. */
  email: string | null
  /** The same in lower case. */
  email_key: string | null
  /** What the person has answered. */
  my_status: FriendStatus
  /** What the person is shown of the other's answer. */
  friend_status: FriendStatus
  created_at: string
  updated_at: string
}

/** An invitation to one list: whoever has the token becomes a friend and gets the list. */
export interface ShareLinkTable {
  /** SHA-256 of the token, in hex; the token itself is never stored. */
  hash: string
  list_id: string
  /** Who invites. */
  user_id: number
  permission: Permission
  /** The list's revision at which it was made; no later one, where nobody kept it. */
  list_revision: Generated<number>
  created_at: string
  expires_at: string
}

export interface ItemTagTable {
  /** Unique on its list, and says nothing on any other. */
  id: string
  list_id: string
  name: string
  color: string
  ord: number
  /** The list's revision at which it joined. */
  joined_revision: number
  /** The list's revision at which it left; null while it is one of the list's tags. */
  left_revision: number | null
  /** When that was, ISO 8601. */
  left_at: string | null
}

export interface ItemTable {
  id: string
  list_id: string
  /** Who made it: a second create of the same id by the same person answers with the first. */
  created_by: number
  name: string
  quantity_in_stock: number
  quantity_to_purchase: number | null
  unit_id: string | null
  purchased: number
  /** JSON: [{"id": tag id, "joined": revision, "left": revision or null}]. */
  tags: string
  notes: string | null
  ord: number
  /** The list's revision at which it last changed. */
  revision: number
  created_at: string
  updated_at: string
  /** Who changed it then; null once they do not have its list any more. */
  updated_by: number | null
}

/** An item that left a list: deleted, or moved to another. Kept for 90 days. */
export interface ItemGoneTable {
  list_id: string
  item_id: string
  revision: number
  /** DELETED or MOVED. */
  reason: string
  gone_at: string
  /** What was deleted, as JSON (server/graphql/items/deleted-item.ts); null once the bin was emptied. */
  content: string | null
}

/** One thing that somebody did to a list; kept for 90 days, the last 500 of each list. */
export interface ActivityTable {
  id: string
  list_id: string
  /** The list's revision that it made. */
  revision: number
  /** Who did it; null once the account is gone. */
  user_id: number | null
  /** The request-token under which it was done. */
  token: string | null
  /** An ActivityKind of the contract. */
  kind: ActivityKind
  /** The list's name as it was afterwards. */
  list_name: string
  /** JSON: at most ten names of items as they were then. */
  item_names: string
  item_count: number
  /** JSON: names of the fields that were changed. */
  fields: string
  at: string
  /** JSON: values before and after it (server/graphql/lists/activity-undo.ts); null if none are kept. */
  undo: string | null
}

export interface UnitTable {
  id: string
  name: string
  abbreviation: string
}

export interface UserConfigTable {
  id: string
  user_id: number
  shopping_list_id: string | null
  unit_id: string | null
  shopping_list_filters: string | null
  item_filters: string | null
  shopping_list_confirm_delete: number
  item_confirm_delete: number
  /** "22:00" in the zone: no notices from then on. All three are null if there are no quiet hours. */
  quiet_from: string | null
  quiet_to: string | null
  /** As the IANA names it, "Europe/Berlin". */
  quiet_zone: string | null
  created_at: string
  updated_at: string
}

/** A filter that a person saved under a name. */
export interface SavedFilterTable {
  id: string
  user_id: number
  /** LISTS or ITEMS. */
  kind: SavedFilterKind
  name: string
  /** The client's own text. */
  filter: string
  /** A dead one is kept for 90 days, so that its id is not used anew. */
  deleted_at: string | null
}

/** The answer to one request-token, stored in the transaction of its effect; kept for 90 days. */
export interface RequestTable {
  user_id: number
  token: string
  operation_hash: string
  /** Empty where it is told anew by its trace: it was long, or what it told was deleted. */
  answer: string
  /** JSON: ids of what it told (server/graphql/engine/answer-trace.ts); null if the answer stands for good. */
  trace: string | null
  /** The list whose content the answer holds; null if it holds none. */
  list_id: string | null
  created_at: string
}

/** Work to be done after a commit (server/jobs/jobs.ts); deleted once it is done. */
export interface JobTable {
  id: string
  /** Which handler does it. */
  kind: string
  /** JSON, as the handler reads it; no secrets. */
  payload: string
  /** Of two jobs with one key that wait the first alone is kept; null if each counts, or it failed for good. */
  key: string | null
  /** Whose it is: it goes with the account. */
  user_id: number | null
  created_at: string
  /** Not before this moment. */
  run_at: string
  tries: Generated<number>
  /** Set when the last try failed; such a job is kept for 30 days, to be looked at. */
  failed_at: string | null
  /** What the log says of the last failure, as JSON: no names, addresses or texts. */
  failure: string | null
}

/** What one process at a time may do, and until when it may. */
export interface LeaseTable {
  name: string
  holder: string
  ends_at: string
}

/** A token that works once (server/tokens/tokens.ts): mailed, or handed to a browser that comes back. */
export interface SingleUseTokenTable {
  /** SHA-256 of the token, in hex; the token itself is never stored. */
  hash: string
  purpose: string
  /** Null where no account exists yet. */
  user_id: number | null
  /** JSON: what the token is good for, such as the new address. */
  payload: string | null
  created_at: string
  expires_at: string
  used_at: string | null
  /** Where a code belongs to it: how often it was wrong. */
  wrong_codes: Generated<number>
}

export interface FeedbackTable {
  id: string
  /** Null where it came from somebody without an account, who left name and address. */
  user_id: number | null
  sender_name: string | null
  sender_email: string | null
  feedback: string
  rating: number | null
  status: FeedbackStatus
  reply: string | null
  /** For staff alone. */
  note: string | null
  /** The version that has the fix. */
  fixed_in: string | null
  device_log: string | null
  created_at: string
  updated_at: string
}

/** By which name another provider knows the person of an account. */
export interface IdentityTable {
  issuer: string
  /** The provider's own name for the person, which never changes. */
  subject: string
  user_id: number
  created_at: string
  /** When its person took it away from the account; null if it signs in. */
  ended_at: string | null
}

/** What staff did, for whoever has to look into it. */
export interface AuditTable {
  id: string
  user_id: number
  action: string
  /** What it was done to: "feedback …", "user 7". */
  subject: string
  detail: string | null
  at: string
}

/** A token by which a person's scripts reach their lists (server/tokens/api-tokens.ts). */
export interface ApiTokenTable {
  id: string
  user_id: number
  /** SHA-256 of the token, in hex; the token itself is never stored. */
  hash: string
  name: string
  /** READ or READ_WRITE. */
  scope: string
  created_at: string
  /** To the hour; null if it never was. */
  used_at: string | null
}

/** A key that signs its person in (server/auth/sign-in/passkeys.ts); only its public half is known here. */
export interface PasskeyTable {
  id: string
  user_id: number
  /** What the authenticator calls it, base64url. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** How often it signed, as a decimal number: 32 bits without a sign, which no integer of PostgreSQL's is. */
  counter: string
  name: string
  created_at: string
  /** Null if it never signed in. */
  used_at: string | null
}
