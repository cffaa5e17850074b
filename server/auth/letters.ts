/** What the account calls write to people. Tokens are made as a letter is written, and are nowhere else. */
import { randomInt } from 'node:crypto'
import { emailKey } from '../../rules/people/email.ts'
import { type Allowance, allowances } from '../gates/attempts.ts'
import type { Letter } from '../mail/letter.ts'
import { type LetterName, letterNames } from '../mail/letter-names.ts'
import type { LetterKind, MailToWrite, NewMail } from '../mail/mails.ts'
import { type TokenFields, type Tokens, tokenMinutes } from '../tokens/tokens.ts'
import { isUnproven, type User, type Users, unprovenForDays } from './users.ts'

/** To the person of an account; `what` is a sentence, or more. */
export function wayInChanged(user: Pick<User, 'id' | 'email'>, what: string): NewMail {
  return {
    letter: letterNames.wayInChanged,
    to: user.email,
    userId: user.id,
    data: { what },
  }
}

/** "2026-11-30 at 14:05 UTC", of an ISO 8601 one: nobody's zone is known. */
export function momentInWords(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' at ')} UTC`
}

interface LetterParts {
  readonly tokens: Tokens
  readonly users: Users
}

/** Nobody reads of more changes of one kind within two hours; so many API tokens may be made in that time. */
const warningsWaiting = 20

const forgotten = '"Forgot password?" is where you sign in.'
const notYou = 'If that was not you, there is nothing to do: without the link nothing happens.'

export function accountLetters({ tokens, users }: LetterParts): readonly LetterKind[] {
  async function link(mail: MailToWrite, path: string, fields: TokenFields): Promise<string> {
    return mail.link(`${path}?token=${await tokens.issue(mail.tx, fields)}`)
  }

  /** A letter about an account; none if the account is gone. */
  function about(
    name: LetterName,
    write: (mail: MailToWrite & { readonly userId: number }) => Promise<Letter | undefined>,
  ): LetterKind {
    return {
      name,
      async compose(mail) {
        const { userId } = mail
        return userId === undefined ? undefined : write({ ...mail, userId })
      },
    }
  }

  /** As `about`, of what was done to an account: it comes at once, but for what is done again and again. */
  function warning(
    name: LetterName,
    write: (mail: MailToWrite) => Letter,
    allowance: Allowance = allowances.warningPerAddress,
  ): LetterKind {
    return { ...about(name, async mail => write(mail)), allowance, mostWaiting: warningsWaiting }
  }

  /** As `about`, for a link that opens the account: none where the account has another address by now. */
  function toOwner(
    name: LetterName,
    write: (
      mail: MailToWrite & { readonly userId: number },
      user: User,
    ) => Promise<Letter | undefined>,
    allowance: Allowance = allowances.mailPerAddress,
  ): LetterKind {
    const kind = about(name, async mail => {
      const user = await users.byId(mail.userId, mail.tx)
      return user?.email_key === emailKey(mail.to) ? write(mail, user) : undefined
    })
    return { ...kind, allowance }
  }

  return [
    toOwner(letterNames.verify, async (mail, user) => {
      if (user.verified_at !== null) return undefined
      const url = await link(mail, '/verify-email', {
        purpose: 'verify',
        userId: user.id,
        payload: mail.data,
      })
      const opens = isUnproven(user)
      const works = `It works once, for ${tokenMinutes.verify / (24 * 60)} days.`
      return {
        subject: 'Verify your email',
        lines: opens
          ? [
              'Somebody made an account at Aisle with this address.',
              `Follow the link to prove that the address is yours, and you are signed in. ${works}`,
            ]
          : [`Follow the link to prove that this address is yours. ${works}`],
        action: { label: 'Verify email', url },
        closing: opens ? `${notYou} The account is removed after ${unprovenForDays} days.` : notYou,
      }
    }),

    toOwner(
      letterNames.reset,
      async mail => {
        const url = await link(mail, '/reset-password', {
          purpose: 'reset',
          userId: mail.userId,
          payload: { isMailed: true },
        })
        const { inviteId } = mail.data
        const onward = inviteId ? `&inviteId=${encodeURIComponent(String(inviteId))}` : ''
        return {
          subject: 'Set a new password',
          lines: [
            'Somebody asked for a new password for your account at Aisle.',
            'Follow the link to set one. It works once, for an hour. All devices are signed out then.',
          ],
          action: { label: 'Set a new password', url: url + onward },
          closing: notYou,
        }
      },
      allowances.resetPerAddress,
    ),

    toOwner(letterNames.lockOut, async mail => {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const url = await link(mail, '/unlock-account', {
        purpose: 'unlock',
        userId: mail.userId,
        payload: { keys: mail.data.keys },
        code,
      })
      return {
        subject: 'Too many wrong passwords',
        lines: [
          'Your password, or recovery code, was typed wrong ten times, so the place where that happened is locked out for a while. Browsers where you are signed in are not.',
          'If it was you: follow the link within an hour and type the code.',
        ],
        code,
        action: { label: 'Unlock', url },
        closing:
          'If it was not you, leave it locked, and choose a long password that you use nowhere else.',
      }
    }),

    about(letterNames.addressInUse, async mail => ({
      subject: 'You have an account already',
      lines: [
        'Somebody tried to use this address for an account at Aisle. It has one already.',
        'Sign in with it, or set a new password where you forgot yours.',
      ],
      action: { label: 'Sign in', url: mail.link('/login') },
      closing: 'If that was not you, there is nothing to do: your account was not touched.',
    })),

    warning(letterNames.passwordChanged, mail => ({
      subject: 'Your password was changed',
      lines: [
        'The password of your account at Aisle was changed, and all other devices were signed out.',
      ],
      action: { label: 'Sign in', url: mail.link('/login') },
      closing: `If that was not you, set a new password at once. ${forgotten}`,
    })),

    warning(
      letterNames.newDevice,
      mail => ({
        subject: 'You signed in on a new device',
        lines: [
          `Your account at Aisle was signed in to on a browser that was not seen before: ${String(mail.data.browser)}, on ${String(mail.data.at)}.`,
        ],
        action: { label: 'See your devices', url: mail.link('/product/account') },
        closing: 'If that was not you, change your password and sign out all other devices.',
      }),
      allowances.newDevicePerAddress,
    ),

    about(letterNames.changeEmail, async mail => ({
      subject: 'Is this your new email?',
      lines: [
        'Somebody wants to use this address for their account at Aisle.',
        'Follow the link to make it theirs. It works once, for a day.',
      ],
      action: {
        label: 'Use this email',
        url: await link(mail, '/change-email', {
          purpose: 'change-address',
          userId: mail.userId,
          payload: { email: mail.to },
        }),
      },
      closing: notYou,
    })),

    warning(letterNames.emailChanging, mail => ({
      subject: 'Your email is about to change',
      lines: [
        `Your account at Aisle is to have another address: ${String(mail.data.email)}. It changes when the link that went there is followed.`,
      ],
      action: { label: 'Account settings', url: mail.link('/product/account') },
      closing: `If that was not you, set a new password at once: then that link no longer works. ${forgotten}`,
    })),

    warning(letterNames.emailChanged, mail => ({
      subject: 'Your email was changed',
      lines: [
        `Your account at Aisle has another address now: ${String(mail.data.email)}. This one is no longer in use.`,
      ],
      action: { label: 'Account settings', url: mail.link('/product/account') },
      closing: 'If that was not you, tell whoever runs the server.',
    })),

    warning(letterNames.wayInChanged, mail => ({
      subject: 'How you sign in has changed',
      lines: [`This is about your account at Aisle. ${String(mail.data.what)}`],
      action: { label: 'Account settings', url: mail.link('/product/account') },
      closing: `If that was not you, set a new password, and look at your passkeys and devices. ${forgotten}`,
    })),

    warning(letterNames.apiTokenMade, mail => ({
      subject: 'A script can reach your lists',
      lines: [
        `The API token “${String(mail.data.name)}” was made for your account at Aisle. Whoever has it ${mail.data.scope === 'READ' ? 'reads' : 'reads and changes'} your lists until you end it, also after a new password.`,
      ],
      action: { label: 'See your tokens', url: mail.link('/product/account') },
      closing: `If that was not you, end it there, set a new password, and sign out all other devices. ${forgotten}`,
    })),

    {
      // About no account: it is gone.
      name: letterNames.accountDeleted,
      allowance: allowances.warningPerAddress,
      async compose({ data, link }) {
        return {
          subject: 'Your Aisle account was deleted',
          lines: [
            `Your account at Aisle was deleted on ${momentInWords(String(data.at))}, and everybody who used it was signed out. Its lists went with it, but for those that were handed over to somebody who was Admin on them.`,
          ],
          action: { label: 'Write to us', url: link('/contact') },
          closing: 'If that was not you, write to whoever runs the server, who may have a backup.',
        }
      },
    },
  ]
}
