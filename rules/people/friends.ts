/**
 * Friendship as sentences (spec section 3, Friend; section 12). Each of two people has an answer of their own;
 * whoever asks has answered ACCEPTED.
 */

import { derivedId } from '../derived-id.ts'
import { limits } from '../limits.ts'
import type { ValidationIssue } from '../validation-issue.ts'

export type FriendStatus = 'INVITED' | 'ACCEPTED' | 'REJECTED' | 'BLOCKED'

/** What a person has answered, and what the other one has. */
export interface Standing {
  readonly mine: FriendStatus
  readonly theirs: FriendStatus
}

/** Only between these lists are shared. */
export function areFriends({ mine, theirs }: Standing): boolean {
  return mine === 'ACCEPTED' && theirs === 'ACCEPTED'
}

/** The other one asked, and waits for my answer. */
export function isRequest({ mine, theirs }: Standing): boolean {
  return mine === 'INVITED' && theirs === 'ACCEPTED'
}

/** I asked; what became of it I am told only where it was accepted or refused. */
export function isAsked({ mine, theirs }: Standing): boolean {
  return mine === 'ACCEPTED' && theirs !== 'ACCEPTED'
}

/** An answer that keeps the other one away: whatever they ask later reaches nobody. */
export function isRefusal(answer: FriendStatus | undefined): boolean {
  return answer === 'REJECTED' || answer === 'BLOCKED'
}

/** An address is for those whom its person accepted, and who did not turn them down. */
export function maySeeAddress({ mine, theirs }: Standing): boolean {
  return theirs === 'ACCEPTED' && !isRefusal(mine)
}

/** What the one who asks is shown of the other's answer: of a refusal nothing, whatever went before. */
export function shownAnswer(theirs: FriendStatus | undefined): FriendStatus {
  return theirs === 'ACCEPTED' ? 'ACCEPTED' : 'INVITED'
}

/** Whether this answer ends the shares between the two: no longer friends, or never to be. */
export function endsShares(before: Standing, answer: FriendStatus): boolean {
  return answer === 'BLOCKED' || (isRefusal(answer) && areFriends(before))
}

/** The other side of a friendship that one person removes stays only where it keeps that person away. */
export function staysAfterRemoval(theirs: FriendStatus): boolean {
  return isRefusal(theirs)
}

/** Refuses what is no answer: being invited is what happens to a person. */
export function checkAnswer(
  field: string,
  answer: FriendStatus | null,
): ValidationIssue | undefined {
  if (answer !== null && answer !== 'INVITED') return undefined
  return { field, message: 'Answer with ACCEPTED, REJECTED or BLOCKED.' }
}

/** `count` is how many friends and requests of one's own there would be; refuses past 200. */
export function checkFriendCount(count: number): ValidationIssue | undefined {
  if (count <= limits.friends) return undefined
  return {
    field: 'friends',
    limit: limits.friends,
    message: `You can have at most ${limits.friends} friends, requests that you sent included. Remove some first.`,
  }
}

/** `count` is how many people there would be whom one rejected or blocked; refuses past 500. */
export function checkTurnedDownCount(field: string, count: number): ValidationIssue | undefined {
  if (count <= limits.turnedDown) return undefined
  return {
    field,
    limit: limits.turnedDown,
    message: `You can reject or block at most ${limits.turnedDown} people. Remove some of them first.`,
  }
}

/** The id of `userId`'s record of another person; both sides make the same one. */
export function friendIdOf(userId: number, otherId: number): string {
  return derivedId(friendSpace, `${userId} ${otherId}`)
}

/**
 * The id of `userId`'s request to an address (`emailKey`), which must not tell whose it is. Once it was accepted, the
 * record with that id is of that person, whatever their address: the next request takes the next id, by `count`.
 */
export function requestIdOf(userId: number, emailKey: string, count = 0): string {
  return derivedId(friendSpace, `${userId} ${emailKey}${count === 0 ? '' : ` ${count}`}`)
}

const friendSpace = '9f1c1e9e-6d0c-4c56-9d5b-0d6a3c3f7a11'
