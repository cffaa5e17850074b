/** The server of the stage where it sends mail, to a mail server on this machine. */
import { onTestFinished } from 'vitest'
import { type ReceivedMail, startSmtpSink } from '../support/server/smtp.ts'
import { openServer, origin, type StageServer } from './stage-server.ts'

export interface StageMail {
  readonly server: StageServer
  /** The newest mail to this address, after all that is due was sent. */
  mailTo(address: string): Promise<ReceivedMail>
  /** Where the link of that mail leads in the app. */
  linkTo(address: string): Promise<MailedLink>
  /** The subjects of all mails to this address, in order. */
  subjectsTo(address: string): Promise<readonly string[]>
}

interface MailedLink {
  readonly path: string
  readonly token: string
}

export async function openServerWithMail(): Promise<StageMail> {
  const sink = await startSmtpSink()
  onTestFinished(() => sink[Symbol.asyncDispose]())
  const server = await openServer({
    settings: { smtpUrl: sink.url, publicUrl: origin, mailFrom: 'Aisle <aisle@example.org>' },
  })
  async function mailTo(address: string): Promise<ReceivedMail> {
    await server.server.app.jobs.drain()
    return sink.newest(address)
  }
  return {
    server,
    mailTo,
    async linkTo(address) {
      const { text } = await mailTo(address)
      const [, path, token] = /http:\/\/aisle\.test(\/[\w-]+\?token=([\w-]{43}))/.exec(text) ?? []
      if (path === undefined || token === undefined) throw new Error(`No link in: ${text}`)
      return { path, token }
    },
    async subjectsTo(address) {
      await server.server.app.jobs.drain()
      return sink.mails.filter(({ to }) => to.includes(address)).map(({ subject }) => subject)
    },
  }
}
