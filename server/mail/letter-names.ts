import { linkLetters } from '../tokens/tokens.ts'

/** What waits to be sent names its letter: none of these is ever another one's. */
export const letterNames = {
  verify: linkLetters.verify,
  reset: linkLetters.reset,
  lockOut: linkLetters.unlock,
  addressInUse: 'address-in-use',
  passwordChanged: 'password-changed',
  newDevice: 'new-device',
  changeEmail: linkLetters['change-address'],
  emailChanging: 'email-changing',
  emailChanged: 'email-changed',
  wayInChanged: 'way-in-changed',
  apiTokenMade: 'api-token-made',
  accountDeleted: 'account-deleted',
  friendRequest: 'friend-request',
  feedbackReply: 'feedback-reply',
} as const

export type LetterName = (typeof letterNames)[keyof typeof letterNames]
