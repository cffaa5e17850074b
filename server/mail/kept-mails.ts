/** Mails that nobody could send, since no mail server is configured: kept as files that only the server's own user may read. */

import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '../../rules/days.ts'
import { makeFolder } from '../make-folder.ts'
import { composeMail, type Transport } from './transport.ts'

export interface KeptMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  /** ISO 8601. */
  readonly at: string
  readonly text: string
  /** With which its links began; undefined of one that was kept before that was. */
  readonly origin: string | undefined
}

export interface KeptMails extends Transport {
  /** The newest first, without their texts; at most 500. */
  list(): Promise<readonly Omit<KeptMail, 'text' | 'origin'>[]>
  read(id: string): Promise<KeptMail | undefined>
  /** Forgets what is older than 30 days, and all but the newest 500; answers 0, since it is all done at once. */
  purge(now: Date): Promise<number>
}

const keptForMs = 30 * dayMs
const mostKept = 500
const endings = /\.(eml|part|json)$/

/** `folder` is made with the first mail. Each is an .eml for any mail program, with a .json for the list. */
export function createKeptMails(folder: string): KeptMails {
  /** The newest first: names begin with the moment. Also of those that a power cut left in part. */
  async function ids(): Promise<string[]> {
    const names = await readdir(folder).catch(() => [])
    const found = names.filter(name => endings.test(name)).map(name => name.replace(endings, ''))
    return [...new Set(found)].filter(isId).sort().reverse()
  }

  async function read(id: string): Promise<KeptMail | undefined> {
    if (!isId(id)) return undefined
    const kept: unknown = await readFile(join(folder, `${id}.json`), 'utf8')
      .then(JSON.parse)
      .catch(() => undefined)
    if (kept === undefined) return undefined
    const value = Object(kept)
    return {
      id,
      to: String(value.to),
      subject: String(value.subject),
      at: String(value.at),
      text: String(value.text),
      origin: typeof value.origin === 'string' ? value.origin : undefined,
    }
  }

  return {
    async send(message) {
      await makeFolder(folder)
      const stamp = message.date.toISOString().replace(/[:.]/g, '-')
      const id = `${stamp}-${message.id.replace(/@.*$/, '').replace(/[^\w-]/g, '')}`
      const { to, subject, text, origin } = message
      const kept = JSON.stringify({ to, subject, text, origin, at: message.date.toISOString() })
      await writeFile(join(folder, `${id}.eml`), await composeMail(message), { mode: 0o600 })
      const unfinished = join(folder, `${id}.part`)
      await writeFile(unfinished, kept, { mode: 0o600 })
      await rename(unfinished, join(folder, `${id}.json`))
    },
    close() {},
    async list() {
      const mails = await Promise.all((await ids()).slice(0, mostKept).map(read))
      return mails.flatMap(mail => {
        if (!mail) return []
        const { text: _, origin: __, ...rest } = mail
        return [rest]
      })
    },
    read,
    async purge(now) {
      const oldest = new Date(now.getTime() - keptForMs).toISOString().replace(/[:.]/g, '-')
      const all = await ids()
      const old = all.filter((id, index) => index >= mostKept || id < oldest)
      for (const id of old) {
        for (const end of ['eml', 'part', 'json']) {
          await rm(join(folder, `${id}.${end}`), { force: true })
        }
      }
      return 0
    },
  }
}

/** Made by `send` alone, so that no name can lead out of the folder. */
function isId(id: string): boolean {
  return /^[\w-]{1,120}$/.test(id)
}
