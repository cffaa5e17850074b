/** What a person is told of a call that failed without a word from the server (spec section 4, to the letter). */

/** An entity of the specification's section 3, or a type that only the contract has. */
export type NotedEntity =
  | 'ShoppingList'
  | 'Item'
  | 'Unit'
  | 'UserConfig'
  | 'SavedFilter'
  | 'Feedback'
  | 'User'
  | 'Friend'
  | 'Activity'
  | 'NoticeSettings'
  | 'ApiToken'

export const defaultNotes = {
  fetching: (entity: NotedEntity) => `Error while fetching ${entity} record(s)`,
  creating: (entity: NotedEntity) => `Error while creating ${entity} record(s)`,
  updating: (entity: NotedEntity) => `Error while updating ${entity} record(s)`,
  deleting: (entity: NotedEntity) => `Error while deleting ${entity} record(s)`,
  /** Some of several could not be deleted. */
  deletingFew: (entity: NotedEntity) => `Error while deleting few ${entity} records`,
  reordering: 'Error while reordering',
  reseting: 'Error while reseting',
  copying: 'Error while copying',
  creatingSample: 'Error while creating sample',
  requestingFriend: 'Error while sending friend request.',
  signingIn: 'Error while login user',
  signingUp: 'Error in user signup, please try again',
  recoveringPassword: 'Error in recovering password',
  verifying: 'Error in verification',
} as const
