/**
 * Mails, sent after the commit of what they are about. The job names a kind of letter and its data; the letter
 * itself, and any token in it, is written when it is sent, so that the database holds nothing that opens a door.
 */

import type { Kysely } from 'kysely'
import { daysBefore } from '../../rules/days.ts'
import type { Database } from '../db/open.ts'
import { type Payload, readPayload } from '../db/payload.ts'
import type { Schema } from '../db/schema.ts'
import type { Now } from '../environment.ts'
import { type Allowance, type Attempts, allowances } from '../gates/attempts.ts'
import { type JobHandler, JobRefused, type Jobs, type NewJob } from '../jobs/jobs.ts'
import { type Letter, letterToHtml, letterToText } from './letter.ts'
import type { LetterName } from './letter-names.ts'
import { MailRefused, type Transport } from './transport.ts'

export interface NewMail {
  readonly letter: LetterName
  readonly to: string
  /** Whose account it is about; the mail goes unsent where that account goes. */
  readonly userId?: number
  /** JSON without secrets. */
  readonly data?: Payload
  /** While a mail with this key waits, another one is not added: the one that waits is tried now. */
  readonly key?: string
}

/** One kind of letter; each noun hands in its own. */
export interface LetterKind {
  readonly name: LetterName
  /**
   * By which it is counted, where it waits for no other mail: it warns of what was done to an account, or leads back
   * into one.
   */
  readonly allowance?: Allowance
  /**
   * The most letters of this kind that may wait for one account, those given up within the hour included; more are not
   * queued. For what a person can cause without end, and where one more says nothing new. Absent: any number.
   */
  readonly mostWaiting?: number
  /** Whether it goes to the address that its account has by then: what is no warning, and opens nothing. */
  readonly followsAccount?: boolean
  /** Writes it, in a transaction where tokens can be made; undefined if there is no longer a reason for it. */
  compose(mail: MailToWrite): Promise<Letter | undefined>
}

export interface MailToWrite {
  readonly tx: Kysely<Schema>
  readonly to: string
  readonly userId: number | undefined
  readonly data: Payload
  /** A path of the app ("/login?x=y") as the address that people type. */
  readonly link: (path: string) => string
}

export interface Mails {
  /** Each noun hands in its own kinds of letter. */
  write(letter: LetterKind): void
  /**
   * Adds a mail in a transaction; it leaves soon after the commit. At most 3 an hour go to one address, what has an
   * allowance of its own aside, the rest later. Adds none beyond those of its kind that may wait for one account.
   */
  queue(tx: Kysely<Schema>, mail: NewMail): Promise<void>
}

interface MailParts {
  readonly db: Database
  readonly now: Now
  readonly attempts: Attempts
  readonly jobs: Pick<Jobs, 'add' | 'handle'>
  readonly transport: Transport
  readonly from: string
  /** The address that people type, without a slash at its end. */
  readonly origin: () => string
}

const mailJob = 'mail'

export function createMails(parts: MailParts): Mails {
  const { db, now, attempts, jobs, transport, from, origin } = parts
  const letters = new Map<string, LetterKind>()

  const handler: JobHandler = {
    kind: mailJob,
    async run({ id, userId, payload, isTakenBack }) {
      const kind = letters.get(String(payload.letter))
      if (!kind) throw new Error('Nobody writes this kind of letter.')
      const queuedFor = String(payload.to)
      const to = kind.followsAccount ? await addressOf(userId, queuedFor) : queuedFor
      const { allowance = allowances.mailPerAddress } = kind
      const wait = await attempts.wait(allowance, to.toLowerCase())
      if (wait !== undefined) return new Date(now().getTime() + wait * 1000)
      const letter = await db.transaction(async tx => {
        if (await isTakenBack(tx)) return undefined
        const data = Object(payload.data)
        return kind.compose({ tx, to, userId, data, link: path => origin() + path })
      })
      if (!letter) return undefined
      try {
        await transport.send({
          id: `${id}@${new URL(origin()).hostname}`,
          from,
          to,
          subject: letter.subject,
          text: letterToText(letter),
          html: letterToHtml(letter),
          date: now(),
          origin: origin(),
        })
      } catch (error) {
        throw error instanceof MailRefused ? new JobRefused(error.message, { cause: error }) : error
      }
      await attempts.take(allowance, to.toLowerCase())
      return undefined
    },
  }
  jobs.handle(handler)

  /** The account's, where it is about one. */
  async function addressOf(userId: number | undefined, otherwise: string): Promise<string> {
    if (userId === undefined) return otherwise
    const user = await db.query
      .selectFrom('user')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirst()
    return user?.email ?? otherwise
  }

  async function isOneTooMany(tx: Kysely<Schema>, { letter, userId }: NewMail): Promise<boolean> {
    const most = letters.get(letter)?.mostWaiting
    if (most === undefined || userId === undefined) return false
    const mails = await tx
      .selectFrom('job')
      .select('payload')
      .where('user_id', '=', userId)
      .where('kind', '=', mailJob)
      // Of an address that refuses all, each is given up at once.
      .where(({ or, eb }) =>
        or([eb('failed_at', 'is', null), eb('failed_at', '>', daysBefore(now(), 1 / 24))]),
      )
      .execute()
    return mails.filter(({ payload }) => readPayload(payload).letter === letter).length >= most
  }

  return {
    write: letter => void letters.set(letter.name, letter),
    async queue(tx, mail) {
      if (!(await isOneTooMany(tx, mail))) await jobs.add(tx, mailAsJob(mail))
    },
  }
}

/** For whoever adds mails and sends none: another process does. */
export function mailAsJob({ letter, to, userId, data = {}, key }: NewMail): NewJob {
  return {
    kind: mailJob,
    payload: { letter, to, data },
    ...(userId !== undefined && { userId }),
    // What waited for a mail server that was down waits no longer than whoever asks again.
    ...(key !== undefined && { key: `${mailJob}:${key}`, hastens: true }),
  }
}
