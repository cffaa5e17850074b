/** What a mail to somebody says of another person, who may be a stranger. */
import { expect, test } from 'vitest'
import { nameInMail } from '../../../server/mail/name-in-mail.ts'
import { openMailStage } from '../../support/mail-stage.ts'
import { done } from '../../support/server/api.ts'
import { describeEachEngine } from '../../support/server/server.ts'

test.each([
  ['Ana Lind', 'Ana Lind'],
  ['J. R. Smith-Müller', 'J. R. Smith-Müller'],
  ['J.-P. Müller Jr.', 'J.-P. Müller Jr.'],
  ['Dr.med. Ana', 'Dr. med. Ana'],
  [' Ana ', 'Ana'],
  ['https://evil.example/prize', 'https: evil. example/prize'],
  ['HTTP:///evil', 'HTTP: /evil'],
  ['WWW.evil', 'www evil'],
  ['wwww..evil', 'wwww . evil'],
  ['eve@evil.example', 'eve@ evil. example'],
  ['mailto:eve', 'mailto: eve'],
  ['evil.1x', 'evil. 1x'],
  ['evil.\u200dexample', 'evil. \u200dexample'],
  ['evil。example ｅｖｉｌ．example', 'evil。 example ｅｖｉｌ． example'],
  ['a'.repeat(40), 'a'.repeat(40)],
  ['a'.repeat(41), `${'a'.repeat(39)}…`],
  [`${'👩'.repeat(38)} Ana`, `${'👩'.repeat(38)}…`],
  [`${'a'.repeat(37)}.de`, `${'a'.repeat(37)}.…`],
])('the name “%s” stands in a mail as “%s”', (name, said) => {
  expect(nameInMail(name)).toBe(said)
})

describeEachEngine('A friend request by mail', engine => {
  test('carries no link that its sender wrote into their name', async () => {
    await using stage = await openMailStage(engine)
    const eve = await stage.proven({
      firstName: 'You won:',
      lastName: 'https://evil.example/prize',
    })
    await done(eve, 'sendFriendRequestByEmail', { email: 'ben@example.org' })
    await stage.server.app.jobs.drain()
    const { subject, text, raw } = stage.sink.newest('ben@example.org')
    const name = 'You won: https: evil. example/prize'
    expect(subject).toBe(`${name} invites you to Aisle`)
    expect(text).toContain(`${name} would like to be friends with you on Aisle`)
    expect(raw).not.toContain('evil.example')
  })
})
