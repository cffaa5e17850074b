import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Context } from '../graphql/engine/context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A moment in UTC, ISO 8601 with milliseconds: 2026-11-21T09:30:00.000Z. */
  DateTime: { input: string; output: string; }
};

/** An invitation that was accepted. */
export type AcceptedInvite = {
  readonly __typename?: 'AcceptedInvite';
  /** Who invited. */
  readonly friend: Friend;
  /** The list that came with it; null where none did. */
  readonly shoppingList?: Maybe<ShoppingList>;
};

/** All that belongs to the person alone, but the friends only where they changed. */
export type AccountChanges = {
  readonly __typename?: 'AccountChanges';
  /** All friends, where one of them changed since the known revision; else null. */
  readonly friends?: Maybe<ReadonlyArray<Friend>>;
  /** What stands in the person's own invitation, /invite?inviteId=; FORBIDDEN to an API token. */
  readonly inviteId: Scalars['ID']['output'];
  /** Every visible list with the person's own order and favourite. */
  readonly lists: ReadonlyArray<ListPlace>;
  /** The new revision of the account. */
  readonly revision: Scalars['Int']['output'];
  /** The preferences. */
  readonly userConfig: UserConfig;
};

/** One thing that somebody did to a list. Kept for 90 days, the last 500 of each list. */
export type Activity = {
  readonly __typename?: 'Activity';
  /** When, by the server's clock. */
  readonly at: Scalars['DateTime']['output'];
  /** Names of the fields that were changed. */
  readonly fields: ReadonlyArray<Scalars['String']['output']>;
  /** Opaque id. */
  readonly id: Scalars['ID']['output'];
  /** How many items were concerned; 0 where it was the list itself. */
  readonly itemCount: Scalars['Int']['output'];
  /** Names of the items concerned as they were then, at most ten. */
  readonly itemNames: ReadonlyArray<Scalars['String']['output']>;
  /** What was done. */
  readonly kind: ActivityKind;
  /** The list's name as it was afterwards. */
  readonly listName: Scalars['String']['output'];
  /** The request-token under which the caller did it; null for what others did. */
  readonly requestToken?: Maybe<Scalars['String']['output']>;
  /** The list. */
  readonly shoppingListId: Scalars['ID']['output'];
  /** To the caller, of what they did: the values before and after it, as JSON, so that any of their devices can undo it. Null where it cannot be undone so (a deletion, see the bin; a move; a new order), past 200 items or 30,000 characters. */
  readonly undo?: Maybe<Scalars['String']['output']>;
  /** Who did it; null where that account is gone. */
  readonly userId?: Maybe<Scalars['Int']['output']>;
  /** First and last name of who did it; null where that account is gone. */
  readonly userName?: Maybe<Scalars['String']['output']>;
};

/** What somebody did to a list. */
export type ActivityKind =
  /** Changed the order of the items. */
  | 'ITEMS_ORDERED'
  /** Added items. */
  | 'ITEM_ADDED'
  /** Changed an item; `fields` says what. */
  | 'ITEM_CHANGED'
  /** Deleted items. */
  | 'ITEM_DELETED'
  /** Moved items to this list from another. */
  | 'ITEM_MOVED_IN'
  /** Moved items from this list to another. */
  | 'ITEM_MOVED_OUT'
  /** Ticked an item. */
  | 'ITEM_TICKED'
  /** Unticked an item. */
  | 'ITEM_UNTICKED'
  /** Changed the list itself; `fields` says what. */
  | 'LIST_CHANGED'
  /** Made the list, as a new one, a copy or the sample. */
  | 'LIST_CREATED'
  /** Deleted the list. */
  | 'LIST_DELETED'
  /** Handed the list over to a new owner. */
  | 'LIST_HANDED_OVER'
  /** Joined the list by a link. */
  | 'LIST_JOINED'
  /** Left the list. */
  | 'LIST_LEFT'
  /** Reset the list. */
  | 'LIST_RESET'
  /** Brought the list back from the bin. */
  | 'LIST_RESTORED'
  /** Changed who has the list and what they may do; `fields` says shoppingListFriends. */
  | 'LIST_SHARED';

/** A token by which scripts of the person reach their lists. */
export type ApiToken = {
  readonly __typename?: 'ApiToken';
  /** When it was made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Opaque id. */
  readonly id: Scalars['ID']['output'];
  /** What it is for: 1 to 200 characters. */
  readonly name: Scalars['String']['output'];
  /** What it may do. */
  readonly scope: ApiTokenScope;
  /** When it was last used, to the hour; null where it never was. */
  readonly usedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** What a script may do by an API token. */
export type ApiTokenScope =
  /** Ask, and hear what changes. */
  | 'READ'
  /** Change lists besides; nothing of the account itself, nor who is on a list. */
  | 'READ_WRITE';

/** One thing that staff did. */
export type AuditEntry = {
  readonly __typename?: 'AuditEntry';
  /** What was done, as updateFeedback. */
  readonly action: Scalars['String']['output'];
  /** When. */
  readonly at: Scalars['DateTime']['output'];
  /** What changed, in short. */
  readonly detail?: Maybe<Scalars['String']['output']>;
  /** Opaque id; for `after`, to go on behind this entry. */
  readonly id: Scalars['ID']['output'];
  /** To what, as user 7. */
  readonly subject: Scalars['String']['output'];
  /** First and last name of the person that it was done to; null where it was no person, or that account is gone. */
  readonly subjectName?: Maybe<Scalars['String']['output']>;
  /** Who did it. */
  readonly userId: Scalars['Int']['output'];
  /** First and last name; null where that account is gone. */
  readonly userName?: Maybe<Scalars['String']['output']>;
};

/** Says that something moved; the truth comes from `changes`, here or asked for. */
export type ChangedHint = {
  readonly __typename?: 'ChangedHint';
  /** What changed of a list since the revision before, as the query answers it; null where it is to be asked for. */
  readonly changes?: Maybe<Changes>;
  /** The id of the list, or `account`. */
  readonly id: Scalars['ID']['output'];
  /** Its new revision; null where the caller may no longer see it. */
  readonly revision?: Maybe<Scalars['Int']['output']>;
  /** Who else is in a store with the list by now, nobody where all left; null where the hint says nothing of that. */
  readonly shopping?: Maybe<ReadonlyArray<ShoppingPerson>>;
};

/** What happened since the revisions that the caller knows. */
export type Changes = {
  readonly __typename?: 'Changes';
  /**
   * The account whole, where its revision is newer than the known one.
   * @deprecated Tells all of it whatever changed: ask for `own`.
   */
  readonly account?: Maybe<AccountChanges>;
  /** The epoch in which the revisions count. Another one than the caller knows means that all that the caller knows is unknown. */
  readonly epoch: Scalars['ID']['output'];
  /** Ids of known lists that were deleted or are no longer the caller's. */
  readonly gone: ReadonlyArray<Scalars['ID']['output']>;
  /** Every visible list whose revision is newer than the known one. */
  readonly lists: ReadonlyArray<ShoppingListChanges>;
  /** True where the answer was cut at its size limit: ask again with the new revisions. */
  readonly more: Scalars['Boolean']['output'];
  /** What changed in the account, where its revision is newer than the known one. */
  readonly own?: Maybe<OwnChanges>;
};

/** A token that was made. */
export type CreatedApiToken = {
  readonly __typename?: 'CreatedApiToken';
  /** The record. */
  readonly apiToken: ApiToken;
  /** What the script sends as Authorization: Bearer. Told this once; null to a repetition. */
  readonly token?: Maybe<Scalars['String']['output']>;
};

/** How the deletion of one record ended. */
export type DeleteResult = {
  readonly __typename?: 'DeleteResult';
  /** The id that was asked for. */
  readonly id: Scalars['ID']['output'];
  /** A sentence about a FAIL. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** PASS or FAIL. */
  readonly status: DeleteStatus;
};

/** How the deletion of one record ended. */
export type DeleteStatus =
  /** The caller may see it but not delete it. */
  | 'FAIL'
  /** It is gone, or was never visible to the caller. */
  | 'PASS';

/** An item in the bin of its list. It comes back through createItem, under a new id. */
export type DeletedItem = {
  readonly __typename?: 'DeletedItem';
  /** When it was deleted. */
  readonly deletedAt: Scalars['DateTime']['output'];
  /** First and last name of who deleted it; null where that account is gone. */
  readonly deletedByName?: Maybe<Scalars['String']['output']>;
  /** The id that it had; it stays dead. */
  readonly id: Scalars['ID']['output'];
  /** Its tags. */
  readonly itemTags: ReadonlyArray<ItemTag>;
  /** Its name. */
  readonly name: Scalars['String']['output'];
  /** Free text. */
  readonly notes?: Maybe<Scalars['String']['output']>;
  /** Whether it was in the trolley. */
  readonly purchased: Scalars['Boolean']['output'];
  /** When it will be emptied for good. */
  readonly purgedAt: Scalars['DateTime']['output'];
  /** How much there was. */
  readonly quantityInStock: Scalars['Float']['output'];
  /** How much was wanted; null where nobody said. */
  readonly quantityToPurchase?: Maybe<Scalars['Float']['output']>;
  /** The list that it was on. */
  readonly shoppingListId: Scalars['ID']['output'];
  /** The id of the unit of both quantities. */
  readonly unitId?: Maybe<Scalars['ID']['output']>;
};

/** A list in its owner's bin. */
export type DeletedShoppingList = {
  readonly __typename?: 'DeletedShoppingList';
  /** When it was deleted. */
  readonly deletedAt: Scalars['DateTime']['output'];
  /** The id that it had; it stays dead. */
  readonly id: Scalars['ID']['output'];
  /** How many items it has. */
  readonly itemCount: Scalars['Int']['output'];
  /** SIMPLE or STOCK. */
  readonly listType: ListType;
  /** Its name. */
  readonly name: Scalars['String']['output'];
  /** When it will be emptied for good. */
  readonly purgedAt: Scalars['DateTime']['output'];
};

/** What somebody says of Aisle. Visible to whoever sent it and to staff. */
export type Feedback = {
  readonly __typename?: 'Feedback';
  /** When it was made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** For `after`, to go on behind this record. */
  readonly cursor: Scalars['String']['output'];
  /** The log of the device that came along, by consent. */
  readonly deviceLog?: Maybe<Scalars['String']['output']>;
  /** What was said: 1 to 10,000 characters. */
  readonly feedback: Scalars['String']['output'];
  /** The version that has the fix. */
  readonly fixedIn?: Maybe<Scalars['String']['output']>;
  /** Opaque id. */
  readonly id: Scalars['ID']['output'];
  /** What staff says to staff; null to everybody else. */
  readonly note?: Maybe<Scalars['String']['output']>;
  /** 1 to 5; null where it came by the contact page. */
  readonly rating?: Maybe<Scalars['Int']['output']>;
  /** What staff answered. */
  readonly reply?: Maybe<Scalars['String']['output']>;
  /** Where it stands. */
  readonly status: FeedbackStatus;
  /** When it last changed. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** Who sent it; null where that is not known any more. */
  readonly user?: Maybe<FeedbackUser>;
};

/** What to match of feedback. */
export type FeedbackFilters = {
  /** How many stars; 0 finds what has none. */
  readonly rating?: InputMaybe<Scalars['Int']['input']>;
  /** Where it stands. */
  readonly status?: InputMaybe<FeedbackStatus>;
  /** Part of what was said, replied or noted, or of the sender's name or address; letter case aside. */
  readonly text?: InputMaybe<Scalars['String']['input']>;
  /** Whose. */
  readonly userId?: InputMaybe<Scalars['Int']['input']>;
};

/** How one record of several fared. */
export type FeedbackResult = {
  readonly __typename?: 'FeedbackResult';
  /** The id that was asked for. */
  readonly id: Scalars['ID']['output'];
  /** A sentence about a FAIL. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** PASS where it was changed. */
  readonly status: DeleteStatus;
};

/** How feedback is sorted. */
export type FeedbackSort =
  /** The most stars first, then the latest; what has none comes last. */
  | 'HIGHEST_RATING'
  /** The fewest stars first, then the latest; what has none comes last. */
  | 'LOWEST_RATING'
  /** The latest first. */
  | 'NEWEST'
  /** The earliest first. */
  | 'OLDEST';

/** Where a record of feedback stands. */
export type FeedbackStatus =
  /** Nobody could make it happen again. */
  | 'CANTREPRODUCE'
  /** It was said before. */
  | 'DUPLICATE'
  /** It is fixed; `fixedIn` says in which version. */
  | 'FIXED'
  /** Somebody works on it. */
  | 'INPROGRESS'
  /** Staff asks for more. */
  | 'NEEDMOREINFO'
  /** Displeasure without a fault to mend. */
  | 'NEGATIVE'
  /** It is as it should be. */
  | 'NOTANISSUE'
  /** Praise. */
  | 'POSITIVE'
  /** It arrived. */
  | 'RECEIVED'
  /** The fix is tried out. */
  | 'TESTING'
  /** It will be looked at. */
  | 'TODO'
  /** It stays as it is. */
  | 'WONTFIX';

/** How many records have a status. */
export type FeedbackStatusCount = {
  readonly __typename?: 'FeedbackStatusCount';
  /** How many. */
  readonly count: Scalars['Int']['output'];
  /** The status. */
  readonly status: FeedbackStatus;
};

/** For the dashboard of the desk. */
export type FeedbackSummary = {
  readonly __typename?: 'FeedbackSummary';
  /** How many records have which status; those that none has are missing. */
  readonly statuses: ReadonlyArray<FeedbackStatusCount>;
  /** Those of the last 26 calendar weeks, this one included, in which something arrived, the earliest first; in UTC. */
  readonly weeks: ReadonlyArray<FeedbackWeek>;
};

/** Who sent feedback. */
export type FeedbackUser = {
  readonly __typename?: 'FeedbackUser';
  /** Address. */
  readonly email?: Maybe<Scalars['String']['output']>;
  /** First name, or the name that was left. */
  readonly firstName: Scalars['String']['output'];
  /** Last name. */
  readonly lastName: Scalars['String']['output'];
  /** Phone. */
  readonly phone?: Maybe<Scalars['String']['output']>;
  /** Their id; null where somebody without an account wrote by the contact page. */
  readonly userId?: Maybe<Scalars['Int']['output']>;
};

/** What arrived in one week. */
export type FeedbackWeek = {
  readonly __typename?: 'FeedbackWeek';
  /** The mean of their ratings; null where none has one. */
  readonly averageRating?: Maybe<Scalars['Float']['output']>;
  /** How many records. */
  readonly count: Scalars['Int']['output'];
  /** Its Monday, as 2026-11-16. */
  readonly monday: Scalars['String']['output'];
};

/** Another person, as the caller has to do with them. Who was asked by an address stays unknown until they accept. */
export type Friend = {
  readonly __typename?: 'Friend';
  /** When it began. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** What the other person has answered, as far as it was told. */
  readonly firendStatus: FriendStatus;
  /** The userId of the other person; null while that is unknown. */
  readonly friendId?: Maybe<Scalars['Int']['output']>;
  /** The other person. */
  readonly friendUser: FriendUser;
  /** Opaque id. Wherever a friend is named by it, the other person's userId may stand instead. */
  readonly id: Scalars['ID']['output'];
  /** What the caller has answered; ACCEPTED of whoever asked. */
  readonly myStatus: FriendStatus;
  /** When an answer last changed. */
  readonly updatedAt: Scalars['DateTime']['output'];
};

/** Which friends are wanted; absent fields do not filter. */
export type FriendFilters = {
  /** One's own userId for all of them, or that of the other person. */
  readonly userId?: InputMaybe<Scalars['Int']['input']>;
};

/** What became of a friend request; the same whether anybody has the address. */
export type FriendRequestResult = {
  readonly __typename?: 'FriendRequestResult';
  /** The record; null where there is none to add. */
  readonly friend?: Maybe<Friend>;
  /** A sentence for the person. */
  readonly message: Scalars['String']['output'];
};

/** What one person has answered to another. */
export type FriendStatus =
  /** Asked, or said yes. */
  | 'ACCEPTED'
  /** Said no for good; every share between the two has ended. */
  | 'BLOCKED'
  /** Was asked and has not answered. */
  | 'INVITED'
  /** Said no. */
  | 'REJECTED';

/** Another person. */
export type FriendUser = {
  readonly __typename?: 'FriendUser';
  /** The address: the one that the caller wrote, or that of whoever asked or accepted; null of everybody else. */
  readonly email?: Maybe<Scalars['String']['output']>;
  /** Null while it is unknown. */
  readonly firstName?: Maybe<Scalars['String']['output']>;
  /** Null while it is unknown. */
  readonly lastName?: Maybe<Scalars['String']['output']>;
  /** Null while it is unknown. */
  readonly userId?: Maybe<Scalars['Int']['output']>;
};

/** One thing on a list. */
export type Item = {
  readonly __typename?: 'Item';
  /** When it was made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Opaque id. */
  readonly id: Scalars['ID']['output'];
  /** Its tags, as somebody put them; the first is the aisle where it stands. */
  readonly itemTags: ReadonlyArray<ItemTag>;
  /** 1 to 200 characters. */
  readonly name: Scalars['String']['output'];
  /** Free text, up to 5,000 characters. */
  readonly notes?: Maybe<Scalars['String']['output']>;
  /** Place in the list; ascending, with gaps where items were deleted. */
  readonly order: Scalars['Int']['output'];
  /** What the person who asks may do with it. */
  readonly permission: Permission;
  /** Whether it is in the trolley. */
  readonly purchased: Scalars['Boolean']['output'];
  /** How much there is: 0 to 999,999.999. */
  readonly quantityInStock: Scalars['Float']['output'];
  /** How much is wanted: 0 to 999,999.999; null where nobody said. */
  readonly quantityToPurchase?: Maybe<Scalars['Float']['output']>;
  /** The list that it is on. */
  readonly shoppingListId: Scalars['ID']['output'];
  /** The unit of both quantities. */
  readonly unit?: Maybe<Unit>;
  /** The id of that unit. */
  readonly unitId?: Maybe<Scalars['ID']['output']>;
  /** When it last changed. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** The userId of who changed it then; null where they do not have its list any more, or that was never kept. */
  readonly updatedBy?: Maybe<Scalars['Int']['output']>;
};

/** What changes of one item among others: an absent field stays, null clears. */
export type ItemChangeInput = {
  /** The item. */
  readonly id: Scalars['ID']['input'];
  /** The whole wanted set; the first is the aisle where it stands. */
  readonly itemTags?: InputMaybe<ReadonlyArray<ItemTagInput>>;
  /** The set that was seen when the other was chosen: what was given, taken off and put in another order then is done, the rest stands as it is by now. */
  readonly itemTagsBefore?: InputMaybe<ReadonlyArray<ItemTagInput>>;
  /** 1 to 200 characters after trimming. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Up to 5,000 characters. */
  readonly notes?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is in the trolley; changes no quantity. */
  readonly purchased?: InputMaybe<Scalars['Boolean']['input']>;
  /** 0 to 999,999.999. */
  readonly quantityInStock?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 999,999.999. */
  readonly quantityToPurchase?: InputMaybe<Scalars['Float']['input']>;
  /** The unit of both quantities. */
  readonly unitId?: InputMaybe<Scalars['ID']['input']>;
};

/** Which items are wanted; absent fields do not filter. */
export type ItemFilters = {
  /** A case-insensitive part of the name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** In the trolley or not. */
  readonly purchased?: InputMaybe<Scalars['Boolean']['input']>;
  /** The list. */
  readonly shoppingListId?: InputMaybe<Scalars['ID']['input']>;
};

/** Where an item shall stand. */
export type ItemPlaceInput = {
  /** The item that it shall follow; null for the first place. Where it is absent, or not on the list, nothing moves. */
  readonly afterItemId?: InputMaybe<Scalars['ID']['input']>;
  /** The item. */
  readonly id: Scalars['ID']['input'];
};

/** A label of a list's items, such as the aisle where they stand. */
export type ItemTag = {
  readonly __typename?: 'ItemTag';
  /** A colour as #rrggbb. */
  readonly color: Scalars['String']['output'];
  /** Opaque id. */
  readonly id: Scalars['ID']['output'];
  /** 1 to 200 characters, unique within the list, case-insensitively. */
  readonly name: Scalars['String']['output'];
};

/** A tag as a client writes it. */
export type ItemTagInput = {
  /** A colour as #rrggbb; one is chosen where it is absent. */
  readonly color?: InputMaybe<Scalars['String']['input']>;
  /** One of the list's tags, or a client's own id for a new one, whose id on the list follows from it (UUID v5 under the list's id). Absent for a new tag: one is made, or the list's tag of the same name is taken. */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  /** 1 to 200 characters. */
  readonly name: Scalars['String']['input'];
};

/** A revision that the caller knows. */
export type KnownRevision = {
  /** The id of a list, or `account`. */
  readonly id: Scalars['ID']['input'];
  /** The revision. */
  readonly revision: Scalars['Int']['input'];
};

/** What a person did to a list for themselves. */
export type ListPlace = {
  readonly __typename?: 'ListPlace';
  /** Whether the person marked it. */
  readonly favourite: Scalars['Boolean']['output'];
  /** The list. */
  readonly id: Scalars['ID']['output'];
  /** Place among the person's lists; ascending, with gaps where lists went. */
  readonly order: Scalars['Int']['output'];
};

/** How a list treats quantities. */
export type ListType =
  /** Things to buy: ticking is all there is. */
  | 'SIMPLE'
  /** A store cupboard: what is there and what is wanted are both counted. */
  | 'STOCK';

/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type Mutation = {
  readonly __typename?: 'Mutation';
  /** Accepts an invitation: both are friends at once, and a list that comes with it is there. */
  readonly acceptInvite: AcceptedInvite;
  /** Makes a list of one's own with the same items. Ids of the items follow from newId and the source item's id (UUID v5). */
  readonly copyShoppingList: ShoppingList;
  /** Makes a token for scripts; at most 20 work at once. Not by a token itself. */
  readonly createApiToken: CreatedApiToken;
  /** Sends feedback. */
  readonly createFeedback: Feedback;
  /** Asks for friendship, or accepts where the other person asked. The same again answers with the first. */
  readonly createFriend: Friend;
  /** Adds an item at the end of a list; its tags join the list's. The same id again, by the same person, answers with the first. */
  readonly createItem: Item;
  /** Adds items to a list, all of them or none; their tags join the list's. What the same person has made under the same id before is answered as it is. */
  readonly createItems: ReadonlyArray<Item>;
  /** Saves a filter under a name; a name that exists gets a number. The same id again, by the same person, answers with the first. */
  readonly createSavedFilter: SavedFilter;
  /** Makes a link to a list that works for seven days; needs ADMIN. At most 20 of a list work at once: the oldest ends. */
  readonly createShareLink: ShareLink;
  /** Makes a list; a name that exists gets a number. The same id again, by the same person, answers with the first. */
  readonly createShoppingList: ShoppingList;
  /** Answers FORBIDDEN: units are the same for everybody. */
  readonly createUnit: Unit;
  /** Answers FORBIDDEN: preferences are made with the account. */
  readonly createUserConfig: UserConfig;
  /** Ends one of one's own tokens. Answers one result. Not by a token itself. */
  readonly deleteByIdApiToken: ReadonlyArray<DeleteResult>;
  /** Deletes one's own; an ADMIN deletes any. */
  readonly deleteByIdFeedback: ReadonlyArray<DeleteResult>;
  /** Ends a friendship with every share between the two, withdraws a request, or lets somebody ask again. Answers one result. */
  readonly deleteByIdFriend: ReadonlyArray<DeleteResult>;
  /** Deletes an item. Answers one result. */
  readonly deleteByIdItem: ReadonlyArray<DeleteResult>;
  /** Deletes a saved filter. Answers one result. */
  readonly deleteByIdSavedFilter: ReadonlyArray<DeleteResult>;
  /** Deletes a list for everybody; the owner's right. Answers one result. */
  readonly deleteByIdShoppingList: ReadonlyArray<DeleteResult>;
  /** Answers FORBIDDEN: units are the same for everybody. */
  readonly deleteByIdUnit: ReadonlyArray<DeleteResult>;
  /** Answers FORBIDDEN: preferences go with the account. */
  readonly deleteByIdUserConfig: ReadonlyArray<DeleteResult>;
  /** Deletes several; one result an id. */
  readonly deleteByIdsFeedback: ReadonlyArray<DeleteResult>;
  /** The same for several; answers one result each. */
  readonly deleteByIdsFriend: ReadonlyArray<DeleteResult>;
  /** Deletes several items; answers one result each. */
  readonly deleteByIdsItem: ReadonlyArray<DeleteResult>;
  /** Deletes several lists; answers one result each. */
  readonly deleteByIdsShoppingList: ReadonlyArray<DeleteResult>;
  /** Answers FORBIDDEN: units are the same for everybody. */
  readonly deleteByIdsUnit: ReadonlyArray<DeleteResult>;
  /** Answers FORBIDDEN: preferences go with the account. */
  readonly deleteByIdsUserConfig: ReadonlyArray<DeleteResult>;
  /** Deletes an account with all that is its own; answers what it was. Oneself, and for an ADMIN others; with one's own password either way. */
  readonly deleteUser: User;
  /** Ends all links to a list; needs ADMIN. Who came by them stays. */
  readonly endShareLinks: ShoppingList;
  /** Gives a list of one's own to somebody who has it; the caller stays as ADMIN. Its name gets a number where the new owner has one of that name. */
  readonly handOverShoppingList: ShoppingList;
  /** Gives up a list that somebody else shared. */
  readonly leaveShoppingList: ReadonlyArray<DeleteResult>;
  /** Moves one item behind another of its list. */
  readonly moveItem: Item;
  /** Moves one of the caller's lists behind another. */
  readonly moveShoppingList: ShoppingList;
  /** Makes the caller's own invitation anew; the old one is worth nothing any more. Answers the new inviteId. */
  readonly renewInviteId: Scalars['ID']['output'];
  /** Sets every item back: not purchased, quantities as the type of the list says. */
  readonly resetShoppingList: ShoppingList;
  /** Brings a deleted list of one's own back within 30 days, as a new list with the same people at its old place. Ids of its items follow from newId and the old ones (UUID v5), as in a copy. */
  readonly restoreShoppingList: ShoppingList;
  /** Makes a list that shows what lists can do. Ids of its items follow from newId (UUID v5). */
  readonly sampleShoppingList: ShoppingList;
  /** Asks whoever has this address for friendship. The answer is the same whether anybody has. */
  readonly sendFriendRequestByEmail: FriendRequestResult;
  /** Whether the caller gets notices of a list. Needs VIEW. */
  readonly setListNotices: NoticeSettings;
  /** Hours without notices; without `from` and `to` there are none. */
  readonly setQuietHours: NoticeSettings;
  /** Tells a list's people that the caller is in a store with it, for 90 seconds; answers what was told. Needs VIEW. */
  readonly setShopping: Scalars['Boolean']['output'];
  /** Sends notices to this browser from now on, until it signs out or says otherwise. One browser of a session; the newest counts. */
  readonly subscribeToNotices: NoticeSettings;
  /** Moves items between two lists: the first ids to the second list, the second ids to the first. Needs EDIT on both. */
  readonly swapShoppingListItems: ReadonlyArray<ShoppingList>;
  /** Sends this browser no more notices. */
  readonly unsubscribeFromNotices: NoticeSettings;
  /** For staff: answers, notes, sets the status. A new reply goes to its author by mail, too. */
  readonly updateFeedback: Feedback;
  /** For staff: sets the status of many; one result an id. */
  readonly updateFeedbackStatus: ReadonlyArray<FeedbackResult>;
  /** Changes the caller's own answer: ACCEPTED, REJECTED or BLOCKED. Being friends no more ends every share between the two. */
  readonly updateFriend: Friend;
  /** Changes the fields that are given; another shoppingListId moves the item to the end of that list. Its tags join the list's. */
  readonly updateItem: Item;
  /** Changes several items in one go, whichever lists they are on. Answers those that were changed: what is not there any more, or may not be changed, is left out; refused as a single one where nothing is left. */
  readonly updateItems: ReadonlyArray<Item>;
  /** Orders a list: the named items first, the others behind in their old order. */
  readonly updateItemsOrder: ReadonlyArray<Item>;
  /** Changes the fields that are given of one of one's own saved filters. */
  readonly updateSavedFilter: SavedFilter;
  /** Changes the fields that are given. Items keep their tags except those that left the list. */
  readonly updateShoppingList: ShoppingList;
  /** Orders the caller's lists: the named ones first, the others behind in their old order. */
  readonly updateShoppingListsOrder: ReadonlyArray<ShoppingList>;
  /** Answers FORBIDDEN: units are the same for everybody. */
  readonly updateUnit: Unit;
  /** Changes one's own name and phone; friends see the name at once. */
  readonly updateUserBasics: User;
  /** Changes the preferences that are given. */
  readonly updateUserConfig: UserConfig;
  /** Sets a new password and ends every other session of the account. */
  readonly updateUserPassword: User;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationAcceptInviteArgs = {
  inviteId: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationCopyShoppingListArgs = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
  newId?: InputMaybe<Scalars['ID']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationCreateApiTokenArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  name: Scalars['String']['input'];
  scope: ApiTokenScope;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationCreateFeedbackArgs = {
  deviceLog?: InputMaybe<Scalars['String']['input']>;
  feedback: Scalars['String']['input'];
  id?: InputMaybe<Scalars['ID']['input']>;
  rating: Scalars['Float']['input'];
  userId?: InputMaybe<Scalars['Int']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationCreateFriendArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationCreateItemArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  itemTags?: InputMaybe<ReadonlyArray<ItemTagInput>>;
  name: Scalars['String']['input'];
  notes?: InputMaybe<Scalars['String']['input']>;
  purchased?: InputMaybe<Scalars['Boolean']['input']>;
  quantityInStock?: InputMaybe<Scalars['Float']['input']>;
  quantityToPurchase?: InputMaybe<Scalars['Float']['input']>;
  shoppingListId: Scalars['ID']['input'];
  unitId?: InputMaybe<Scalars['ID']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationCreateItemsArgs = {
  items: ReadonlyArray<NewItemInput>;
  shoppingListId: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationCreateSavedFilterArgs = {
  filter: Scalars['String']['input'];
  id?: InputMaybe<Scalars['ID']['input']>;
  kind: SavedFilterKind;
  name: Scalars['String']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationCreateShareLinkArgs = {
  inviteId?: InputMaybe<Scalars['ID']['input']>;
  permission: Permission;
  shoppingListId: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationCreateShoppingListArgs = {
  favourite?: InputMaybe<Scalars['Boolean']['input']>;
  id?: InputMaybe<Scalars['ID']['input']>;
  itemTags?: InputMaybe<ReadonlyArray<ItemTagInput>>;
  items?: InputMaybe<ReadonlyArray<NewItemInput>>;
  listType?: InputMaybe<ListType>;
  name: Scalars['String']['input'];
  notes?: InputMaybe<Scalars['String']['input']>;
  userId?: InputMaybe<Scalars['Int']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationCreateUnitArgs = {
  abbreviation?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationCreateUserConfigArgs = {
  userId?: InputMaybe<Scalars['Int']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdApiTokenArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdFeedbackArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdFriendArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdItemArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdSavedFilterArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdShoppingListArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdUnitArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdUserConfigArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdsFeedbackArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdsFriendArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdsItemArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdsShoppingListArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdsUnitArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteByIdsUserConfigArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationDeleteUserArgs = {
  handOver?: InputMaybe<Scalars['Boolean']['input']>;
  id: Scalars['Int']['input'];
  password?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationEndShareLinksArgs = {
  shoppingListId: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationHandOverShoppingListArgs = {
  id: Scalars['ID']['input'];
  userId: Scalars['Int']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationLeaveShoppingListArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationMoveItemArgs = {
  afterItemId?: InputMaybe<Scalars['ID']['input']>;
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationMoveShoppingListArgs = {
  afterShoppingListId?: InputMaybe<Scalars['ID']['input']>;
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationResetShoppingListArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationRestoreShoppingListArgs = {
  id: Scalars['ID']['input'];
  newId?: InputMaybe<Scalars['ID']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationSampleShoppingListArgs = {
  newId?: InputMaybe<Scalars['ID']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationSendFriendRequestByEmailArgs = {
  email: Scalars['String']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationSetListNoticesArgs = {
  on: Scalars['Boolean']['input'];
  shoppingListId: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationSetQuietHoursArgs = {
  from?: InputMaybe<Scalars['String']['input']>;
  timeZone?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationSetShoppingArgs = {
  isShopping: Scalars['Boolean']['input'];
  shoppingListId: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationSubscribeToNoticesArgs = {
  auth: Scalars['String']['input'];
  endpoint: Scalars['String']['input'];
  p256dh: Scalars['String']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationSwapShoppingListItemsArgs = {
  firstItemIds: ReadonlyArray<Scalars['ID']['input']>;
  firstShoppingListId: Scalars['ID']['input'];
  places?: InputMaybe<ReadonlyArray<ItemPlaceInput>>;
  secondItemIds: ReadonlyArray<Scalars['ID']['input']>;
  secondShoppingListId: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationUpdateFeedbackArgs = {
  fixedIn?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  knownUpdatedAt?: InputMaybe<Scalars['String']['input']>;
  note?: InputMaybe<Scalars['String']['input']>;
  reply?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<FeedbackStatus>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationUpdateFeedbackStatusArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
  status: FeedbackStatus;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationUpdateFriendArgs = {
  firendStatus: FriendStatus;
  id: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationUpdateItemArgs = {
  id: Scalars['ID']['input'];
  itemTags?: InputMaybe<ReadonlyArray<ItemTagInput>>;
  itemTagsBefore?: InputMaybe<ReadonlyArray<ItemTagInput>>;
  knownRevision?: InputMaybe<Scalars['Int']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  notes?: InputMaybe<Scalars['String']['input']>;
  purchased?: InputMaybe<Scalars['Boolean']['input']>;
  quantityInStock?: InputMaybe<Scalars['Float']['input']>;
  quantityToPurchase?: InputMaybe<Scalars['Float']['input']>;
  shoppingListId?: InputMaybe<Scalars['ID']['input']>;
  unitId?: InputMaybe<Scalars['ID']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationUpdateItemsArgs = {
  items: ReadonlyArray<ItemChangeInput>;
  knownRevision?: InputMaybe<Scalars['Int']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationUpdateItemsOrderArgs = {
  itemIds: ReadonlyArray<Scalars['ID']['input']>;
  shoppingListId: Scalars['ID']['input'];
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationUpdateSavedFilterArgs = {
  filter?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationUpdateShoppingListArgs = {
  changedFriendIds?: InputMaybe<ReadonlyArray<Scalars['Int']['input']>>;
  favourite?: InputMaybe<Scalars['Boolean']['input']>;
  id: Scalars['ID']['input'];
  itemTags?: InputMaybe<ReadonlyArray<ItemTagInput>>;
  itemTagsBefore?: InputMaybe<ReadonlyArray<ItemTagInput>>;
  knownRevision?: InputMaybe<Scalars['Int']['input']>;
  listType?: InputMaybe<ListType>;
  name?: InputMaybe<Scalars['String']['input']>;
  notes?: InputMaybe<Scalars['String']['input']>;
  shoppingListFriends?: InputMaybe<ReadonlyArray<ShoppingListFriendInput>>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationUpdateShoppingListsOrderArgs = {
  shoppingListIds: ReadonlyArray<Scalars['ID']['input']>;
  userId?: InputMaybe<Scalars['Int']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationUpdateUnitArgs = {
  abbreviation?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationUpdateUserBasicsArgs = {
  firstName?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['Int']['input'];
  lastName?: InputMaybe<Scalars['String']['input']>;
  phone?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationUpdateUserConfigArgs = {
  id: Scalars['ID']['input'];
  itemConfirmDelete?: InputMaybe<Scalars['Boolean']['input']>;
  itemFilters?: InputMaybe<Scalars['String']['input']>;
  shoppingListConfirmDelete?: InputMaybe<Scalars['Boolean']['input']>;
  shoppingListFilters?: InputMaybe<Scalars['String']['input']>;
  shoppingListId?: InputMaybe<Scalars['ID']['input']>;
  unitId?: InputMaybe<Scalars['ID']['input']>;
};


/** Everything that changes something. Each request carries one `request-token`: the same token again has no second effect and the same answer. */
export type MutationUpdateUserPasswordArgs = {
  currentPassword: Scalars['String']['input'];
  id: Scalars['Int']['input'];
  newPassword: Scalars['String']['input'];
};

/** An item that is made together with others. */
export type NewItemInput = {
  /** The item that it shall follow, one of those named before it included; null for the first place. At the end where it is absent, or not on the list. */
  readonly afterItemId?: InputMaybe<Scalars['ID']['input']>;
  /** Made by the client; the server makes one where it is absent. */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  /** Its tags. */
  readonly itemTags?: InputMaybe<ReadonlyArray<ItemTagInput>>;
  /** 1 to 200 characters after trimming. */
  readonly name: Scalars['String']['input'];
  /** Up to 5,000 characters. */
  readonly notes?: InputMaybe<Scalars['String']['input']>;
  /** False where it is absent. */
  readonly purchased?: InputMaybe<Scalars['Boolean']['input']>;
  /** 0 where it is absent. */
  readonly quantityInStock?: InputMaybe<Scalars['Float']['input']>;
  /** How much is wanted. */
  readonly quantityToPurchase?: InputMaybe<Scalars['Float']['input']>;
  /** The unit of both quantities. */
  readonly unitId?: InputMaybe<Scalars['ID']['input']>;
};

/** How the caller wants to be told of what others did: by Web Push, one digest for each list once they pause. */
export type NoticeSettings = {
  readonly __typename?: 'NoticeSettings';
  /** For `pushManager.subscribe`: the application server's public key, base64url. */
  readonly publicKey: Scalars['String']['output'];
  /** No notices from then on, "22:00" in the time zone; they come when the quiet hours end. Null where there are none. */
  readonly quietFrom?: Maybe<Scalars['String']['output']>;
  /** The end of the quiet hours, "07:00". */
  readonly quietTo?: Maybe<Scalars['String']['output']>;
  /** Lists of which the caller wants no notices. */
  readonly silentListIds: ReadonlyArray<Scalars['ID']['output']>;
  /** Whether the browser that asks gets notices. */
  readonly subscribed: Scalars['Boolean']['output'];
  /** The IANA name of the time zone of both, "Europe/Berlin". */
  readonly timeZone?: Maybe<Scalars['String']['output']>;
};

/** What changed in what belongs to the person alone; each part says nothing where it did not. */
export type OwnChanges = {
  readonly __typename?: 'OwnChanges';
  /** All feedback that the person sent, the newest first, where any of it changed; else, and where no revision was known, null: getByFilterFeedback tells it. */
  readonly feedback?: Maybe<ReadonlyArray<Feedback>>;
  /** All friends, where one of them changed; else null. */
  readonly friends?: Maybe<ReadonlyArray<Friend>>;
  /** What stands in the person's own invitation, /invite?inviteId=; FORBIDDEN to an API token. */
  readonly inviteId: Scalars['ID']['output'];
  /** Of the visible lists those whose place or favourite the person changed; of a list that comes whole, it says so itself. */
  readonly lists: ReadonlyArray<ListPlace>;
  /** The new revision of the account. */
  readonly revision: Scalars['Int']['output'];
  /** All saved filters, where one of them changed; else null. */
  readonly savedFilters?: Maybe<ReadonlyArray<SavedFilter>>;
  /** The preferences, where one of them changed; else null. */
  readonly userConfig?: Maybe<UserConfig>;
};

/** What somebody may do with a list. */
export type Permission =
  /** Everything but deleting the list for everybody, which is the owner's. */
  | 'ADMIN'
  /** Besides: add, change, tick, order, reset, delete and move items. */
  | 'EDIT'
  /** See it, copy it, order it for oneself, leave it. */
  | 'VIEW';

/** Questions. */
export type Query = {
  readonly __typename?: 'Query';
  /** For an ADMIN: what staff did, the latest first. To everybody else it is not there. */
  readonly auditLog: ReadonlyArray<AuditEntry>;
  /** What happened since the revisions that the caller knows. */
  readonly changes: Changes;
  /** At most 2,000 items of a list that were deleted in the last 30 days, the latest first; without those that are on it again with all that they carried. Needs VIEW. */
  readonly deletedItems: ReadonlyArray<DeletedItem>;
  /** The caller's own lists that were deleted in the last 30 days and not brought back, the latest first. */
  readonly deletedShoppingLists: ReadonlyArray<DeletedShoppingList>;
  /** For staff: counts by status and by week. To everybody else it is not there. */
  readonly feedbackSummary: FeedbackSummary;
  /** One's own API tokens, the oldest first. */
  readonly getAllApiToken: ReadonlyArray<ApiToken>;
  /** One's own feedback; to staff, everybody's. At most 500 come at once. */
  readonly getAllFeedback: ReadonlyArray<Feedback>;
  /** Everybody with whom the caller has to do: friends, requests, who was turned down. */
  readonly getAllFriend: ReadonlyArray<Friend>;
  /** All items of all lists that the caller may see. */
  readonly getAllItem: ReadonlyArray<Item>;
  /** All lists that the caller may see, in the caller's order. */
  readonly getAllShoppingList: ReadonlyArray<ShoppingList>;
  /** All units, sorted by name. */
  readonly getAllUnit: ReadonlyArray<Unit>;
  /** Answers FORBIDDEN: only one's own preferences are visible, see getByFilterUserConfig. */
  readonly getAllUserConfig: ReadonlyArray<UserConfig>;
  /** The records that match, of those that the caller may see. At most 500 come at once. */
  readonly getByFilterFeedback: ReadonlyArray<Feedback>;
  /** Those that match. */
  readonly getByFilterFriend: ReadonlyArray<Friend>;
  /** The items that match. */
  readonly getByFilterItem: ReadonlyArray<Item>;
  /** The lists that match. */
  readonly getByFilterShoppingList: ReadonlyArray<ShoppingList>;
  /** Answers FORBIDDEN: there are few units, all of them come with getAllUnit. */
  readonly getByFilterUnit: ReadonlyArray<Unit>;
  /** One's own preferences, as a list of one. */
  readonly getByFilterUserConfig: ReadonlyArray<UserConfig>;
  /** One record. */
  readonly getByIdFeedback?: Maybe<Feedback>;
  /** One of them. */
  readonly getByIdFriend?: Maybe<Friend>;
  /** One item. */
  readonly getByIdItem?: Maybe<Item>;
  /** One list. */
  readonly getByIdShoppingList?: Maybe<ShoppingList>;
  /** One unit. */
  readonly getByIdUnit?: Maybe<Unit>;
  /** One's own preferences. */
  readonly getByIdUserConfig?: Maybe<UserConfig>;
  /** Who invites by this link; null where it is worth nothing. */
  readonly getFriendByInviteId?: Maybe<FriendUser>;
  /** One's own account, a friend's, or for staff anybody's; null for all others. */
  readonly getUserById?: Maybe<User>;
  /** Who did what to a list, the newest first. Needs VIEW. */
  readonly history: ReadonlyArray<Activity>;
  /** One's own notices, and whether this browser gets them. */
  readonly noticeSettings: NoticeSettings;
};


/** Questions. */
export type QueryAuditLogArgs = {
  after?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Questions. */
export type QueryChangesArgs = {
  epoch?: InputMaybe<Scalars['ID']['input']>;
  known: ReadonlyArray<KnownRevision>;
};


/** Questions. */
export type QueryDeletedItemsArgs = {
  shoppingListId: Scalars['ID']['input'];
};


/** Questions. */
export type QueryGetAllFeedbackArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<FeedbackSort>;
};


/** Questions. */
export type QueryGetByFilterFeedbackArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filters: FeedbackFilters;
  first?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<FeedbackSort>;
};


/** Questions. */
export type QueryGetByFilterFriendArgs = {
  filters: FriendFilters;
};


/** Questions. */
export type QueryGetByFilterItemArgs = {
  filters: ItemFilters;
};


/** Questions. */
export type QueryGetByFilterShoppingListArgs = {
  filters: ShoppingListFilters;
};


/** Questions. */
export type QueryGetByFilterUnitArgs = {
  filters: UnitFilters;
};


/** Questions. */
export type QueryGetByFilterUserConfigArgs = {
  filters: UserConfigFilters;
};


/** Questions. */
export type QueryGetByIdFeedbackArgs = {
  id: Scalars['ID']['input'];
};


/** Questions. */
export type QueryGetByIdFriendArgs = {
  id: Scalars['ID']['input'];
};


/** Questions. */
export type QueryGetByIdItemArgs = {
  id: Scalars['ID']['input'];
};


/** Questions. */
export type QueryGetByIdShoppingListArgs = {
  id: Scalars['ID']['input'];
};


/** Questions. */
export type QueryGetByIdUnitArgs = {
  id: Scalars['ID']['input'];
};


/** Questions. */
export type QueryGetByIdUserConfigArgs = {
  id: Scalars['ID']['input'];
};


/** Questions. */
export type QueryGetFriendByInviteIdArgs = {
  inviteId: Scalars['ID']['input'];
};


/** Questions. */
export type QueryGetUserByIdArgs = {
  id: Scalars['Int']['input'];
};


/** Questions. */
export type QueryHistoryArgs = {
  before?: InputMaybe<Scalars['ID']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  shoppingListId: Scalars['ID']['input'];
};

/** What a person may do beyond their own lists. GOLD and DIAMOND are labels. */
export type Role =
  /** Everything that staff may, and the accounts of others. */
  | 'ADMIN'
  /** A label. */
  | 'DIAMOND'
  /** A label. */
  | 'GOLD'
  /** A new account's. */
  | 'SILVER'
  /** Staff. */
  | 'SUPPORTL1'
  /** Staff. */
  | 'SUPPORTL2'
  /** Staff. */
  | 'SUPPORTL3';

/** A filter that the person saved under a name. */
export type SavedFilter = {
  readonly __typename?: 'SavedFilter';
  /** What it chooses and how it sorts; the client's own text, up to 5,000 characters. */
  readonly filter: Scalars['String']['output'];
  /** Opaque id. */
  readonly id: Scalars['ID']['output'];
  /** What it chooses among. */
  readonly kind: SavedFilterKind;
  /** 1 to 200 characters; unique among the person's filters of its kind, case-insensitively. */
  readonly name: Scalars['String']['output'];
};

/** What a saved filter chooses among. */
export type SavedFilterKind =
  /** The items of a list. */
  | 'ITEMS'
  /** The lists of the overview. */
  | 'LISTS';

/** A link that makes a friend and shares one list in one step. */
export type ShareLink = {
  readonly __typename?: 'ShareLink';
  /** Until when it can be used: seven days. */
  readonly expiresAt: Scalars['DateTime']['output'];
  /** What stands behind /invite?inviteId= in the link. Whoever has it may join until it expires. One that the server made is told this once; empty to a repetition. */
  readonly inviteId: Scalars['ID']['output'];
  /** What whoever joins may do. */
  readonly permission: Permission;
  /** The list. */
  readonly shoppingListId: Scalars['ID']['output'];
};

/** A list with its items, as the person who asks sees it. */
export type ShoppingList = {
  readonly __typename?: 'ShoppingList';
  /** When it was made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Whether the person who asks marked it; belongs to the person, not to the list. */
  readonly favourite: Scalars['Boolean']['output'];
  /** Opaque id. */
  readonly id: Scalars['ID']['output'];
  /** The tags that items of this list can carry, in the order of the aisles. */
  readonly itemTags: ReadonlyArray<ItemTag>;
  /** All items, in their order. */
  readonly items: ReadonlyArray<Item>;
  /** SIMPLE or STOCK. */
  readonly listType: ListType;
  /** 1 to 200 characters; unique among the owner's lists, case-insensitively. */
  readonly name: Scalars['String']['output'];
  /** Free text, up to 5,000 characters. */
  readonly notes?: Maybe<Scalars['String']['output']>;
  /** Place among the lists of the person who asks; ascending, with gaps where lists went. */
  readonly order: Scalars['Int']['output'];
  /** First and last name of the owner. */
  readonly ownerName: Scalars['String']['output'];
  /** What the person who asks may do. */
  readonly permission: Permission;
  /** Grows with every change of the list or of its items. */
  readonly revision: Scalars['Int']['output'];
  /** Who shared it with the person who asks, or its owner if that one may not share it any more; null on one's own lists. */
  readonly sharedByName?: Maybe<Scalars['String']['output']>;
  /** With whom it is shared. */
  readonly shoppingListFriends: ReadonlyArray<ShoppingListFriend>;
  /** When the list itself last changed. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** The userId of who changed it then; null where they do not have the list any more, or that was never kept. */
  readonly updatedBy?: Maybe<Scalars['Int']['output']>;
  /** The owner. */
  readonly userId: Scalars['Int']['output'];
};

/** What changed in one list. */
export type ShoppingListChanges = {
  readonly __typename?: 'ShoppingListChanges';
  /** Ids of items that were deleted or moved away. */
  readonly gone: ReadonlyArray<Scalars['ID']['output']>;
  /** The list. */
  readonly id: Scalars['ID']['output'];
  /** Whole records of the items that changed. */
  readonly items: ReadonlyArray<Item>;
  /** The list itself, where it changed. */
  readonly list?: Maybe<ShoppingList>;
  /** Its new revision. */
  readonly revision: Scalars['Int']['output'];
  /** True where `items` is everything, because the known revision was unknown or too old. */
  readonly snapshot: Scalars['Boolean']['output'];
};

/** Which lists are wanted; absent fields do not filter. */
export type ShoppingListFilters = {
  /** Marked or not by the person who asks. */
  readonly favourite?: InputMaybe<Scalars['Boolean']['input']>;
  /** A case-insensitive part of the name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** The owner. */
  readonly userId?: InputMaybe<Scalars['Int']['input']>;
};

/** One person with whom a list is shared. */
export type ShoppingListFriend = {
  readonly __typename?: 'ShoppingListFriend';
  /** Whether the person came by a link. */
  readonly byLink: Scalars['Boolean']['output'];
  /** The userId of the person. */
  readonly friendId: Scalars['Int']['output'];
  /** Opaque id. */
  readonly id: Scalars['ID']['output'];
  /** First and last name of the person. */
  readonly name: Scalars['String']['output'];
  /** What the person may do. */
  readonly permission: Permission;
  /** The shared list. */
  readonly shoppingListId: Scalars['ID']['output'];
};

/** One person who shall have a list. */
export type ShoppingListFriendInput = {
  /** The friend's userId. */
  readonly friendId: Scalars['Int']['input'];
  /** What the person may do. */
  readonly permission: Permission;
};

/** Somebody who is in a store with a list. */
export type ShoppingPerson = {
  readonly __typename?: 'ShoppingPerson';
  /** What the list's people call them. */
  readonly firstName: Scalars['String']['output'];
  /** Who it is. */
  readonly userId: Scalars['Int']['output'];
};

/** What is told while a connection is open (server-sent events, distinct connections mode). */
export type Subscription = {
  readonly __typename?: 'Subscription';
  /** Says which of the caller's lists moved, or that the account did. */
  readonly changed: ChangedHint;
};

/** What a quantity counts. */
export type Unit = {
  readonly __typename?: 'Unit';
  /** In short: kg. */
  readonly abbreviation: Scalars['String']['output'];
  /** Opaque id. */
  readonly id: Scalars['ID']['output'];
  /** In full: kilogram. */
  readonly name: Scalars['String']['output'];
};

/** Which units are wanted; kept for the contract. */
export type UnitFilters = {
  /** A case-insensitive part of the name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
};

/** A person's account, as they and staff see it. A friend sees it without the role. */
export type User = {
  readonly __typename?: 'User';
  /** When the account was made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** The address that the person signs in with. */
  readonly email: Scalars['String']['output'];
  /** 1 to 200 characters. */
  readonly firstName: Scalars['String']['output'];
  /** The person's number. */
  readonly id: Scalars['Int']['output'];
  /** At most 200 characters; may be empty. */
  readonly lastName: Scalars['String']['output'];
  /** As it was written; null where there is none. */
  readonly phone?: Maybe<Scalars['String']['output']>;
  /** Null for a friend's. */
  readonly role?: Maybe<Role>;
};

/** One person's preferences. */
export type UserConfig = {
  readonly __typename?: 'UserConfig';
  /** When it was made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Opaque id. */
  readonly id: Scalars['ID']['output'];
  /** Ask before an item is deleted. */
  readonly itemConfirmDelete: Scalars['Boolean']['output'];
  /** Filters of items in use; the client's own text, up to 5,000 characters. */
  readonly itemFilters?: Maybe<Scalars['String']['output']>;
  /** Filters that were saved under a name: those of items, then those of lists, each by name. */
  readonly savedFilters: ReadonlyArray<SavedFilter>;
  /** Ask before a list is deleted. */
  readonly shoppingListConfirmDelete: Scalars['Boolean']['output'];
  /** Filters of lists in use; the client's own text, up to 5,000 characters. */
  readonly shoppingListFilters?: Maybe<Scalars['String']['output']>;
  /** The list that opens first. */
  readonly shoppingListId?: Maybe<Scalars['ID']['output']>;
  /** The unit of new items. */
  readonly unitId?: Maybe<Scalars['ID']['output']>;
  /** When it last changed. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** Whose they are. */
  readonly userId: Scalars['Int']['output'];
};

/** Which preferences are wanted. */
export type UserConfigFilters = {
  /** Whose; only one's own are visible. */
  readonly userId?: InputMaybe<Scalars['Int']['input']>;
};

export type WithIndex<TObject> = TObject & Record<string, any>;
export type ResolversObject<TObject> = WithIndex<TObject>;

export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;





/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = ResolversObject<{
  AcceptedInvite: ResolverTypeWrapper<AcceptedInvite>;
  AccountChanges: ResolverTypeWrapper<AccountChanges>;
  Activity: ResolverTypeWrapper<Activity>;
  ActivityKind: ActivityKind;
  ApiToken: ResolverTypeWrapper<ApiToken>;
  ApiTokenScope: ApiTokenScope;
  AuditEntry: ResolverTypeWrapper<AuditEntry>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  ChangedHint: ResolverTypeWrapper<ChangedHint>;
  Changes: ResolverTypeWrapper<Changes>;
  CreatedApiToken: ResolverTypeWrapper<CreatedApiToken>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeleteResult: ResolverTypeWrapper<DeleteResult>;
  DeleteStatus: DeleteStatus;
  DeletedItem: ResolverTypeWrapper<DeletedItem>;
  DeletedShoppingList: ResolverTypeWrapper<DeletedShoppingList>;
  Feedback: ResolverTypeWrapper<Feedback>;
  FeedbackFilters: FeedbackFilters;
  FeedbackResult: ResolverTypeWrapper<FeedbackResult>;
  FeedbackSort: FeedbackSort;
  FeedbackStatus: FeedbackStatus;
  FeedbackStatusCount: ResolverTypeWrapper<FeedbackStatusCount>;
  FeedbackSummary: ResolverTypeWrapper<FeedbackSummary>;
  FeedbackUser: ResolverTypeWrapper<FeedbackUser>;
  FeedbackWeek: ResolverTypeWrapper<FeedbackWeek>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  Friend: ResolverTypeWrapper<Friend>;
  FriendFilters: FriendFilters;
  FriendRequestResult: ResolverTypeWrapper<FriendRequestResult>;
  FriendStatus: FriendStatus;
  FriendUser: ResolverTypeWrapper<FriendUser>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Item: ResolverTypeWrapper<Item>;
  ItemChangeInput: ItemChangeInput;
  ItemFilters: ItemFilters;
  ItemPlaceInput: ItemPlaceInput;
  ItemTag: ResolverTypeWrapper<ItemTag>;
  ItemTagInput: ItemTagInput;
  KnownRevision: KnownRevision;
  ListPlace: ResolverTypeWrapper<ListPlace>;
  ListType: ListType;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NewItemInput: NewItemInput;
  NoticeSettings: ResolverTypeWrapper<NoticeSettings>;
  OwnChanges: ResolverTypeWrapper<OwnChanges>;
  Permission: Permission;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Role: Role;
  SavedFilter: ResolverTypeWrapper<SavedFilter>;
  SavedFilterKind: SavedFilterKind;
  ShareLink: ResolverTypeWrapper<ShareLink>;
  ShoppingList: ResolverTypeWrapper<ShoppingList>;
  ShoppingListChanges: ResolverTypeWrapper<ShoppingListChanges>;
  ShoppingListFilters: ShoppingListFilters;
  ShoppingListFriend: ResolverTypeWrapper<ShoppingListFriend>;
  ShoppingListFriendInput: ShoppingListFriendInput;
  ShoppingPerson: ResolverTypeWrapper<ShoppingPerson>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Unit: ResolverTypeWrapper<Unit>;
  UnitFilters: UnitFilters;
  User: ResolverTypeWrapper<User>;
  UserConfig: ResolverTypeWrapper<UserConfig>;
  UserConfigFilters: UserConfigFilters;
}>;

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = ResolversObject<{
  AcceptedInvite: AcceptedInvite;
  AccountChanges: AccountChanges;
  Activity: Activity;
  ApiToken: ApiToken;
  AuditEntry: AuditEntry;
  Boolean: Scalars['Boolean']['output'];
  ChangedHint: ChangedHint;
  Changes: Changes;
  CreatedApiToken: CreatedApiToken;
  DateTime: Scalars['DateTime']['output'];
  DeleteResult: DeleteResult;
  DeletedItem: DeletedItem;
  DeletedShoppingList: DeletedShoppingList;
  Feedback: Feedback;
  FeedbackFilters: FeedbackFilters;
  FeedbackResult: FeedbackResult;
  FeedbackStatusCount: FeedbackStatusCount;
  FeedbackSummary: FeedbackSummary;
  FeedbackUser: FeedbackUser;
  FeedbackWeek: FeedbackWeek;
  Float: Scalars['Float']['output'];
  Friend: Friend;
  FriendFilters: FriendFilters;
  FriendRequestResult: FriendRequestResult;
  FriendUser: FriendUser;
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  Item: Item;
  ItemChangeInput: ItemChangeInput;
  ItemFilters: ItemFilters;
  ItemPlaceInput: ItemPlaceInput;
  ItemTag: ItemTag;
  ItemTagInput: ItemTagInput;
  KnownRevision: KnownRevision;
  ListPlace: ListPlace;
  Mutation: Record<PropertyKey, never>;
  NewItemInput: NewItemInput;
  NoticeSettings: NoticeSettings;
  OwnChanges: OwnChanges;
  Query: Record<PropertyKey, never>;
  SavedFilter: SavedFilter;
  ShareLink: ShareLink;
  ShoppingList: ShoppingList;
  ShoppingListChanges: ShoppingListChanges;
  ShoppingListFilters: ShoppingListFilters;
  ShoppingListFriend: ShoppingListFriend;
  ShoppingListFriendInput: ShoppingListFriendInput;
  ShoppingPerson: ShoppingPerson;
  String: Scalars['String']['output'];
  Subscription: Record<PropertyKey, never>;
  Unit: Unit;
  UnitFilters: UnitFilters;
  User: User;
  UserConfig: UserConfig;
  UserConfigFilters: UserConfigFilters;
}>;

export type AcceptedInviteResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AcceptedInvite'] = ResolversParentTypes['AcceptedInvite']> = ResolversObject<{
  friend?: Resolver<ResolversTypes['Friend'], ParentType, ContextType>;
  shoppingList?: Resolver<Maybe<ResolversTypes['ShoppingList']>, ParentType, ContextType>;
}>;

export type AccountChangesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AccountChanges'] = ResolversParentTypes['AccountChanges']> = ResolversObject<{
  friends?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Friend']>>, ParentType, ContextType>;
  inviteId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lists?: Resolver<ReadonlyArray<ResolversTypes['ListPlace']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  userConfig?: Resolver<ResolversTypes['UserConfig'], ParentType, ContextType>;
}>;

export type ActivityResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Activity'] = ResolversParentTypes['Activity']> = ResolversObject<{
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  fields?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  itemCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  itemNames?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ActivityKind'], ParentType, ContextType>;
  listName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  requestToken?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  shoppingListId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  undo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  userName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
}>;

export type ApiTokenResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApiToken'] = ResolversParentTypes['ApiToken']> = ResolversObject<{
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['ApiTokenScope'], ParentType, ContextType>;
  usedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
}>;

export type AuditEntryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditEntry'] = ResolversParentTypes['AuditEntry']> = ResolversObject<{
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subjectName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  userName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
}>;

export type ChangedHintResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ChangedHint'] = ResolversParentTypes['ChangedHint']> = ResolversObject<{
  changes?: Resolver<Maybe<ResolversTypes['Changes']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  revision?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  shopping?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ShoppingPerson']>>, ParentType, ContextType>;
}>;

export type ChangesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Changes'] = ResolversParentTypes['Changes']> = ResolversObject<{
  account?: Resolver<Maybe<ResolversTypes['AccountChanges']>, ParentType, ContextType>;
  epoch?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  gone?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  lists?: Resolver<ReadonlyArray<ResolversTypes['ShoppingListChanges']>, ParentType, ContextType>;
  more?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  own?: Resolver<Maybe<ResolversTypes['OwnChanges']>, ParentType, ContextType>;
}>;

export type CreatedApiTokenResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreatedApiToken'] = ResolversParentTypes['CreatedApiToken']> = ResolversObject<{
  apiToken?: Resolver<ResolversTypes['ApiToken'], ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
}>;

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DeleteResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteResult'] = ResolversParentTypes['DeleteResult']> = ResolversObject<{
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['DeleteStatus'], ParentType, ContextType>;
}>;

export type DeletedItemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeletedItem'] = ResolversParentTypes['DeletedItem']> = ResolversObject<{
  deletedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deletedByName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  itemTags?: Resolver<ReadonlyArray<ResolversTypes['ItemTag']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  purchased?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  purgedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  quantityInStock?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  quantityToPurchase?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  shoppingListId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  unitId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
}>;

export type DeletedShoppingListResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeletedShoppingList'] = ResolversParentTypes['DeletedShoppingList']> = ResolversObject<{
  deletedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  itemCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  listType?: Resolver<ResolversTypes['ListType'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  purgedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
}>;

export type FeedbackResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Feedback'] = ResolversParentTypes['Feedback']> = ResolversObject<{
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  deviceLog?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  feedback?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  fixedIn?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rating?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  reply?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['FeedbackStatus'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['FeedbackUser']>, ParentType, ContextType>;
}>;

export type FeedbackResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FeedbackResult'] = ResolversParentTypes['FeedbackResult']> = ResolversObject<{
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['DeleteStatus'], ParentType, ContextType>;
}>;

export type FeedbackStatusCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FeedbackStatusCount'] = ResolversParentTypes['FeedbackStatusCount']> = ResolversObject<{
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['FeedbackStatus'], ParentType, ContextType>;
}>;

export type FeedbackSummaryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FeedbackSummary'] = ResolversParentTypes['FeedbackSummary']> = ResolversObject<{
  statuses?: Resolver<ReadonlyArray<ResolversTypes['FeedbackStatusCount']>, ParentType, ContextType>;
  weeks?: Resolver<ReadonlyArray<ResolversTypes['FeedbackWeek']>, ParentType, ContextType>;
}>;

export type FeedbackUserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FeedbackUser'] = ResolversParentTypes['FeedbackUser']> = ResolversObject<{
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firstName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lastName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
}>;

export type FeedbackWeekResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FeedbackWeek'] = ResolversParentTypes['FeedbackWeek']> = ResolversObject<{
  averageRating?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  monday?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
}>;

export type FriendResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Friend'] = ResolversParentTypes['Friend']> = ResolversObject<{
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  firendStatus?: Resolver<ResolversTypes['FriendStatus'], ParentType, ContextType>;
  friendId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  friendUser?: Resolver<ResolversTypes['FriendUser'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  myStatus?: Resolver<ResolversTypes['FriendStatus'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
}>;

export type FriendRequestResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FriendRequestResult'] = ResolversParentTypes['FriendRequestResult']> = ResolversObject<{
  friend?: Resolver<Maybe<ResolversTypes['Friend']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
}>;

export type FriendUserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FriendUser'] = ResolversParentTypes['FriendUser']> = ResolversObject<{
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firstName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
}>;

export type ItemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Item'] = ResolversParentTypes['Item']> = ResolversObject<{
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  itemTags?: Resolver<ReadonlyArray<ResolversTypes['ItemTag']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  permission?: Resolver<ResolversTypes['Permission'], ParentType, ContextType>;
  purchased?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  quantityInStock?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  quantityToPurchase?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  shoppingListId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  unit?: Resolver<Maybe<ResolversTypes['Unit']>, ParentType, ContextType>;
  unitId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
}>;

export type ItemTagResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ItemTag'] = ResolversParentTypes['ItemTag']> = ResolversObject<{
  color?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
}>;

export type ListPlaceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ListPlace'] = ResolversParentTypes['ListPlace']> = ResolversObject<{
  favourite?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
}>;

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = ResolversObject<{
  acceptInvite?: Resolver<ResolversTypes['AcceptedInvite'], ParentType, ContextType, RequireFields<MutationAcceptInviteArgs, 'inviteId'>>;
  copyShoppingList?: Resolver<ResolversTypes['ShoppingList'], ParentType, ContextType, RequireFields<MutationCopyShoppingListArgs, 'id' | 'name'>>;
  createApiToken?: Resolver<ResolversTypes['CreatedApiToken'], ParentType, ContextType, RequireFields<MutationCreateApiTokenArgs, 'name' | 'scope'>>;
  createFeedback?: Resolver<ResolversTypes['Feedback'], ParentType, ContextType, RequireFields<MutationCreateFeedbackArgs, 'feedback' | 'rating'>>;
  createFriend?: Resolver<ResolversTypes['Friend'], ParentType, ContextType, RequireFields<MutationCreateFriendArgs, 'id'>>;
  createItem?: Resolver<ResolversTypes['Item'], ParentType, ContextType, RequireFields<MutationCreateItemArgs, 'name' | 'shoppingListId'>>;
  createItems?: Resolver<ReadonlyArray<ResolversTypes['Item']>, ParentType, ContextType, RequireFields<MutationCreateItemsArgs, 'items' | 'shoppingListId'>>;
  createSavedFilter?: Resolver<ResolversTypes['SavedFilter'], ParentType, ContextType, RequireFields<MutationCreateSavedFilterArgs, 'filter' | 'kind' | 'name'>>;
  createShareLink?: Resolver<ResolversTypes['ShareLink'], ParentType, ContextType, RequireFields<MutationCreateShareLinkArgs, 'permission' | 'shoppingListId'>>;
  createShoppingList?: Resolver<ResolversTypes['ShoppingList'], ParentType, ContextType, RequireFields<MutationCreateShoppingListArgs, 'name'>>;
  createUnit?: Resolver<ResolversTypes['Unit'], ParentType, ContextType, Partial<MutationCreateUnitArgs>>;
  createUserConfig?: Resolver<ResolversTypes['UserConfig'], ParentType, ContextType, Partial<MutationCreateUserConfigArgs>>;
  deleteByIdApiToken?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdApiTokenArgs, 'id'>>;
  deleteByIdFeedback?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdFeedbackArgs, 'id'>>;
  deleteByIdFriend?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdFriendArgs, 'id'>>;
  deleteByIdItem?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdItemArgs, 'id'>>;
  deleteByIdSavedFilter?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdSavedFilterArgs, 'id'>>;
  deleteByIdShoppingList?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdShoppingListArgs, 'id'>>;
  deleteByIdUnit?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdUnitArgs, 'id'>>;
  deleteByIdUserConfig?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdUserConfigArgs, 'id'>>;
  deleteByIdsFeedback?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdsFeedbackArgs, 'ids'>>;
  deleteByIdsFriend?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdsFriendArgs, 'ids'>>;
  deleteByIdsItem?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdsItemArgs, 'ids'>>;
  deleteByIdsShoppingList?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdsShoppingListArgs, 'ids'>>;
  deleteByIdsUnit?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdsUnitArgs, 'ids'>>;
  deleteByIdsUserConfig?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationDeleteByIdsUserConfigArgs, 'ids'>>;
  deleteUser?: Resolver<ResolversTypes['User'], ParentType, ContextType, RequireFields<MutationDeleteUserArgs, 'id'>>;
  endShareLinks?: Resolver<ResolversTypes['ShoppingList'], ParentType, ContextType, RequireFields<MutationEndShareLinksArgs, 'shoppingListId'>>;
  handOverShoppingList?: Resolver<ResolversTypes['ShoppingList'], ParentType, ContextType, RequireFields<MutationHandOverShoppingListArgs, 'id' | 'userId'>>;
  leaveShoppingList?: Resolver<ReadonlyArray<ResolversTypes['DeleteResult']>, ParentType, ContextType, RequireFields<MutationLeaveShoppingListArgs, 'id'>>;
  moveItem?: Resolver<ResolversTypes['Item'], ParentType, ContextType, RequireFields<MutationMoveItemArgs, 'id'>>;
  moveShoppingList?: Resolver<ResolversTypes['ShoppingList'], ParentType, ContextType, RequireFields<MutationMoveShoppingListArgs, 'id'>>;
  renewInviteId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  resetShoppingList?: Resolver<ResolversTypes['ShoppingList'], ParentType, ContextType, RequireFields<MutationResetShoppingListArgs, 'id'>>;
  restoreShoppingList?: Resolver<ResolversTypes['ShoppingList'], ParentType, ContextType, RequireFields<MutationRestoreShoppingListArgs, 'id'>>;
  sampleShoppingList?: Resolver<ResolversTypes['ShoppingList'], ParentType, ContextType, Partial<MutationSampleShoppingListArgs>>;
  sendFriendRequestByEmail?: Resolver<ResolversTypes['FriendRequestResult'], ParentType, ContextType, RequireFields<MutationSendFriendRequestByEmailArgs, 'email'>>;
  setListNotices?: Resolver<ResolversTypes['NoticeSettings'], ParentType, ContextType, RequireFields<MutationSetListNoticesArgs, 'on' | 'shoppingListId'>>;
  setQuietHours?: Resolver<ResolversTypes['NoticeSettings'], ParentType, ContextType, Partial<MutationSetQuietHoursArgs>>;
  setShopping?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationSetShoppingArgs, 'isShopping' | 'shoppingListId'>>;
  subscribeToNotices?: Resolver<ResolversTypes['NoticeSettings'], ParentType, ContextType, RequireFields<MutationSubscribeToNoticesArgs, 'auth' | 'endpoint' | 'p256dh'>>;
  swapShoppingListItems?: Resolver<ReadonlyArray<ResolversTypes['ShoppingList']>, ParentType, ContextType, RequireFields<MutationSwapShoppingListItemsArgs, 'firstItemIds' | 'firstShoppingListId' | 'secondItemIds' | 'secondShoppingListId'>>;
  unsubscribeFromNotices?: Resolver<ResolversTypes['NoticeSettings'], ParentType, ContextType>;
  updateFeedback?: Resolver<ResolversTypes['Feedback'], ParentType, ContextType, RequireFields<MutationUpdateFeedbackArgs, 'id'>>;
  updateFeedbackStatus?: Resolver<ReadonlyArray<ResolversTypes['FeedbackResult']>, ParentType, ContextType, RequireFields<MutationUpdateFeedbackStatusArgs, 'ids' | 'status'>>;
  updateFriend?: Resolver<ResolversTypes['Friend'], ParentType, ContextType, RequireFields<MutationUpdateFriendArgs, 'firendStatus' | 'id'>>;
  updateItem?: Resolver<ResolversTypes['Item'], ParentType, ContextType, RequireFields<MutationUpdateItemArgs, 'id'>>;
  updateItems?: Resolver<ReadonlyArray<ResolversTypes['Item']>, ParentType, ContextType, RequireFields<MutationUpdateItemsArgs, 'items'>>;
  updateItemsOrder?: Resolver<ReadonlyArray<ResolversTypes['Item']>, ParentType, ContextType, RequireFields<MutationUpdateItemsOrderArgs, 'itemIds' | 'shoppingListId'>>;
  updateSavedFilter?: Resolver<ResolversTypes['SavedFilter'], ParentType, ContextType, RequireFields<MutationUpdateSavedFilterArgs, 'id'>>;
  updateShoppingList?: Resolver<ResolversTypes['ShoppingList'], ParentType, ContextType, RequireFields<MutationUpdateShoppingListArgs, 'id'>>;
  updateShoppingListsOrder?: Resolver<ReadonlyArray<ResolversTypes['ShoppingList']>, ParentType, ContextType, RequireFields<MutationUpdateShoppingListsOrderArgs, 'shoppingListIds'>>;
  updateUnit?: Resolver<ResolversTypes['Unit'], ParentType, ContextType, RequireFields<MutationUpdateUnitArgs, 'id'>>;
  updateUserBasics?: Resolver<ResolversTypes['User'], ParentType, ContextType, RequireFields<MutationUpdateUserBasicsArgs, 'id'>>;
  updateUserConfig?: Resolver<ResolversTypes['UserConfig'], ParentType, ContextType, RequireFields<MutationUpdateUserConfigArgs, 'id'>>;
  updateUserPassword?: Resolver<ResolversTypes['User'], ParentType, ContextType, RequireFields<MutationUpdateUserPasswordArgs, 'currentPassword' | 'id' | 'newPassword'>>;
}>;

export type NoticeSettingsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NoticeSettings'] = ResolversParentTypes['NoticeSettings']> = ResolversObject<{
  publicKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  quietFrom?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  quietTo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  silentListIds?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  subscribed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  timeZone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
}>;

export type OwnChangesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OwnChanges'] = ResolversParentTypes['OwnChanges']> = ResolversObject<{
  feedback?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Feedback']>>, ParentType, ContextType>;
  friends?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Friend']>>, ParentType, ContextType>;
  inviteId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lists?: Resolver<ReadonlyArray<ResolversTypes['ListPlace']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  savedFilters?: Resolver<Maybe<ReadonlyArray<ResolversTypes['SavedFilter']>>, ParentType, ContextType>;
  userConfig?: Resolver<Maybe<ResolversTypes['UserConfig']>, ParentType, ContextType>;
}>;

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = ResolversObject<{
  auditLog?: Resolver<ReadonlyArray<ResolversTypes['AuditEntry']>, ParentType, ContextType, Partial<QueryAuditLogArgs>>;
  changes?: Resolver<ResolversTypes['Changes'], ParentType, ContextType, RequireFields<QueryChangesArgs, 'known'>>;
  deletedItems?: Resolver<ReadonlyArray<ResolversTypes['DeletedItem']>, ParentType, ContextType, RequireFields<QueryDeletedItemsArgs, 'shoppingListId'>>;
  deletedShoppingLists?: Resolver<ReadonlyArray<ResolversTypes['DeletedShoppingList']>, ParentType, ContextType>;
  feedbackSummary?: Resolver<ResolversTypes['FeedbackSummary'], ParentType, ContextType>;
  getAllApiToken?: Resolver<ReadonlyArray<ResolversTypes['ApiToken']>, ParentType, ContextType>;
  getAllFeedback?: Resolver<ReadonlyArray<ResolversTypes['Feedback']>, ParentType, ContextType, Partial<QueryGetAllFeedbackArgs>>;
  getAllFriend?: Resolver<ReadonlyArray<ResolversTypes['Friend']>, ParentType, ContextType>;
  getAllItem?: Resolver<ReadonlyArray<ResolversTypes['Item']>, ParentType, ContextType>;
  getAllShoppingList?: Resolver<ReadonlyArray<ResolversTypes['ShoppingList']>, ParentType, ContextType>;
  getAllUnit?: Resolver<ReadonlyArray<ResolversTypes['Unit']>, ParentType, ContextType>;
  getAllUserConfig?: Resolver<ReadonlyArray<ResolversTypes['UserConfig']>, ParentType, ContextType>;
  getByFilterFeedback?: Resolver<ReadonlyArray<ResolversTypes['Feedback']>, ParentType, ContextType, RequireFields<QueryGetByFilterFeedbackArgs, 'filters'>>;
  getByFilterFriend?: Resolver<ReadonlyArray<ResolversTypes['Friend']>, ParentType, ContextType, RequireFields<QueryGetByFilterFriendArgs, 'filters'>>;
  getByFilterItem?: Resolver<ReadonlyArray<ResolversTypes['Item']>, ParentType, ContextType, RequireFields<QueryGetByFilterItemArgs, 'filters'>>;
  getByFilterShoppingList?: Resolver<ReadonlyArray<ResolversTypes['ShoppingList']>, ParentType, ContextType, RequireFields<QueryGetByFilterShoppingListArgs, 'filters'>>;
  getByFilterUnit?: Resolver<ReadonlyArray<ResolversTypes['Unit']>, ParentType, ContextType, RequireFields<QueryGetByFilterUnitArgs, 'filters'>>;
  getByFilterUserConfig?: Resolver<ReadonlyArray<ResolversTypes['UserConfig']>, ParentType, ContextType, RequireFields<QueryGetByFilterUserConfigArgs, 'filters'>>;
  getByIdFeedback?: Resolver<Maybe<ResolversTypes['Feedback']>, ParentType, ContextType, RequireFields<QueryGetByIdFeedbackArgs, 'id'>>;
  getByIdFriend?: Resolver<Maybe<ResolversTypes['Friend']>, ParentType, ContextType, RequireFields<QueryGetByIdFriendArgs, 'id'>>;
  getByIdItem?: Resolver<Maybe<ResolversTypes['Item']>, ParentType, ContextType, RequireFields<QueryGetByIdItemArgs, 'id'>>;
  getByIdShoppingList?: Resolver<Maybe<ResolversTypes['ShoppingList']>, ParentType, ContextType, RequireFields<QueryGetByIdShoppingListArgs, 'id'>>;
  getByIdUnit?: Resolver<Maybe<ResolversTypes['Unit']>, ParentType, ContextType, RequireFields<QueryGetByIdUnitArgs, 'id'>>;
  getByIdUserConfig?: Resolver<Maybe<ResolversTypes['UserConfig']>, ParentType, ContextType, RequireFields<QueryGetByIdUserConfigArgs, 'id'>>;
  getFriendByInviteId?: Resolver<Maybe<ResolversTypes['FriendUser']>, ParentType, ContextType, RequireFields<QueryGetFriendByInviteIdArgs, 'inviteId'>>;
  getUserById?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryGetUserByIdArgs, 'id'>>;
  history?: Resolver<ReadonlyArray<ResolversTypes['Activity']>, ParentType, ContextType, RequireFields<QueryHistoryArgs, 'shoppingListId'>>;
  noticeSettings?: Resolver<ResolversTypes['NoticeSettings'], ParentType, ContextType>;
}>;

export type SavedFilterResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SavedFilter'] = ResolversParentTypes['SavedFilter']> = ResolversObject<{
  filter?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['SavedFilterKind'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
}>;

export type ShareLinkResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ShareLink'] = ResolversParentTypes['ShareLink']> = ResolversObject<{
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  inviteId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  permission?: Resolver<ResolversTypes['Permission'], ParentType, ContextType>;
  shoppingListId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
}>;

export type ShoppingListResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ShoppingList'] = ResolversParentTypes['ShoppingList']> = ResolversObject<{
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  favourite?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  itemTags?: Resolver<ReadonlyArray<ResolversTypes['ItemTag']>, ParentType, ContextType>;
  items?: Resolver<ReadonlyArray<ResolversTypes['Item']>, ParentType, ContextType>;
  listType?: Resolver<ResolversTypes['ListType'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  ownerName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  permission?: Resolver<ResolversTypes['Permission'], ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sharedByName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  shoppingListFriends?: Resolver<ReadonlyArray<ResolversTypes['ShoppingListFriend']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
}>;

export type ShoppingListChangesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ShoppingListChanges'] = ResolversParentTypes['ShoppingListChanges']> = ResolversObject<{
  gone?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  items?: Resolver<ReadonlyArray<ResolversTypes['Item']>, ParentType, ContextType>;
  list?: Resolver<Maybe<ResolversTypes['ShoppingList']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  snapshot?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
}>;

export type ShoppingListFriendResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ShoppingListFriend'] = ResolversParentTypes['ShoppingListFriend']> = ResolversObject<{
  byLink?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  friendId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  permission?: Resolver<ResolversTypes['Permission'], ParentType, ContextType>;
  shoppingListId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
}>;

export type ShoppingPersonResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ShoppingPerson'] = ResolversParentTypes['ShoppingPerson']> = ResolversObject<{
  firstName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
}>;

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = ResolversObject<{
  changed?: SubscriptionResolver<ResolversTypes['ChangedHint'], "changed", ParentType, ContextType>;
}>;

export type UnitResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Unit'] = ResolversParentTypes['Unit']> = ResolversObject<{
  abbreviation?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
}>;

export type UserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = ResolversObject<{
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  firstName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType>;
}>;

export type UserConfigResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserConfig'] = ResolversParentTypes['UserConfig']> = ResolversObject<{
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  itemConfirmDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemFilters?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  savedFilters?: Resolver<ReadonlyArray<ResolversTypes['SavedFilter']>, ParentType, ContextType>;
  shoppingListConfirmDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  shoppingListFilters?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  shoppingListId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  unitId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
}>;

export type Resolvers<ContextType = Context> = ResolversObject<{
  AcceptedInvite?: AcceptedInviteResolvers<ContextType>;
  AccountChanges?: AccountChangesResolvers<ContextType>;
  Activity?: ActivityResolvers<ContextType>;
  ApiToken?: ApiTokenResolvers<ContextType>;
  AuditEntry?: AuditEntryResolvers<ContextType>;
  ChangedHint?: ChangedHintResolvers<ContextType>;
  Changes?: ChangesResolvers<ContextType>;
  CreatedApiToken?: CreatedApiTokenResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  DeleteResult?: DeleteResultResolvers<ContextType>;
  DeletedItem?: DeletedItemResolvers<ContextType>;
  DeletedShoppingList?: DeletedShoppingListResolvers<ContextType>;
  Feedback?: FeedbackResolvers<ContextType>;
  FeedbackResult?: FeedbackResultResolvers<ContextType>;
  FeedbackStatusCount?: FeedbackStatusCountResolvers<ContextType>;
  FeedbackSummary?: FeedbackSummaryResolvers<ContextType>;
  FeedbackUser?: FeedbackUserResolvers<ContextType>;
  FeedbackWeek?: FeedbackWeekResolvers<ContextType>;
  Friend?: FriendResolvers<ContextType>;
  FriendRequestResult?: FriendRequestResultResolvers<ContextType>;
  FriendUser?: FriendUserResolvers<ContextType>;
  Item?: ItemResolvers<ContextType>;
  ItemTag?: ItemTagResolvers<ContextType>;
  ListPlace?: ListPlaceResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  NoticeSettings?: NoticeSettingsResolvers<ContextType>;
  OwnChanges?: OwnChangesResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  SavedFilter?: SavedFilterResolvers<ContextType>;
  ShareLink?: ShareLinkResolvers<ContextType>;
  ShoppingList?: ShoppingListResolvers<ContextType>;
  ShoppingListChanges?: ShoppingListChangesResolvers<ContextType>;
  ShoppingListFriend?: ShoppingListFriendResolvers<ContextType>;
  ShoppingPerson?: ShoppingPersonResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  Unit?: UnitResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  UserConfig?: UserConfigResolvers<ContextType>;
}>;

