import { describe, expect, test } from 'vitest'
import { checkEmail, checkPhone } from '../../rules/people/account.ts'
import { commonPasswords } from '../../rules/people/common-passwords.ts'
import { checkPassword } from '../../rules/people/password.ts'
import { checkSignUp } from '../../rules/people/sign-up.ts'

const ana = {
  firstName: 'Ana',
  lastName: 'Ferreira',
  email: 'ana@example.org',
  phone: '',
  password: 'seven blue trolleys',
}

test.each([
  ['a letter of full width', 'ａna@example.org'],
  ['two letters in one', 'ﬁna@example.org'],
  ['a soft hyphen', 'a\u00adna@example.org'],
  ['a filler', 'a\u115fna@example.org'],
  ['a sign for numbers', 'a\u0600na@example.org'],
])('nobody signs up with an address that looks like another: %s', (_, email) => {
  const message = expect.stringContaining('cannot be seen or looks like another')
  expect(checkSignUp({ ...ana, email })).toMatchObject({ field: 'email', message })
})

test('what stands before the @ of an address is no password for it', () => {
  const issue = checkPassword('password', 'Tall.Sunflower', 'tall.sunflower@example.org')
  expect(issue).toMatchObject({ field: 'password' })
  expect(checkPassword('password', 'tall.sunflower', 'ana@example.org')).toBeUndefined()
})

describe('a sign-up', () => {
  test('that is in order', () => {
    expect(checkSignUp(ana)).toBeUndefined()
    expect(
      checkSignUp({ ...ana, phone: '+351 912 345 678', firstName: '王', lastName: 'عمر' }),
    ).toBeUndefined()
  })

  test.each([
    ['firstName', ' '],
    ['lastName', ''],
    ['firstName', 'a'.repeat(201)],
    ['email', ''],
    ['email', 'ana'],
    ['phone', 'call me'],
    ['password', 'short'],
  ])('%s %j is refused beside its field', (field, value) => {
    expect(checkSignUp({ ...ana, [field]: value })?.field).toBe(field)
  })
})

describe('an address', () => {
  test.each([
    ['ana@example.org'],
    ['  ana@example.org '],
    ['ana+list@mail.example.co.uk'],
    ['ünicode@exämple.org'],
    ['root@localhost'],
    [`${'a'.repeat(242)}@example.org`],
  ])('%s is taken', value => expect(checkEmail('email', value)).toBeUndefined())

  test.each([
    [''],
    ['ana'],
    ['ana@'],
    ['@example.org'],
    ['ana@example'],
    ['ana@@example.org'],
    ['ana @example.org'],
    ['ana@example..org'],
    ['ana@example.org\nBcc: x@example.org'],
    ['Ana <ana@example.org>'],
    ['ana\u0000@example.org'],
    ['a\ud800@example.org'],
    [`${'a'.repeat(243)}@example.org`],
  ])('%j is refused', value => expect(checkEmail('email', value)?.field).toBe('email'))

  test('hostile input is judged at once', () => {
    expect(checkEmail('email', `a@${'a.'.repeat(100)}!`)?.field).toBeUndefined()
    expect(checkEmail('email', `a@${'.'.repeat(200)}`)?.field).toBe('email')
  })
})

describe('a password', () => {
  test.each([
    ['seven blue trolleys'],
    ['a'.repeat(64) + 'b'.repeat(64)],
    ['пароль-на-лето'],
    ['  two  blanks '],
  ])('%j is taken', value => expect(checkPassword('password', value, ana.email)).toBeUndefined())

  test.each([
    ['', 8],
    ['1234567', 8],
    ['🥛🥛🥛🥛🥛🥛🥛', 8],
    [`${'a'.repeat(128)}b`, 128],
    ['password1', undefined],
    ['PassWord123', undefined],
    ['12345678', undefined],
    ['aaaaaaaaaaaa', undefined],
    ['        ', undefined],
    ['Ana@Example.org', undefined],
    ['seven blue\u0000trolleys', undefined],
    ['seven blue \ud800', undefined],
  ])('%j is refused', (value, limit) => {
    const issue = checkPassword('password', value, ana.email)
    expect(issue?.field).toBe('password')
    expect(issue?.limit).toBe(limit)
  })

  test('the list of common ones holds only what the length lets through, in lower case', () => {
    for (const password of commonPasswords) {
      expect(password.length).toBeGreaterThanOrEqual(8)
      expect(password).toBe(password.toLowerCase())
    }
  })
})

test.each([
  ['', true],
  ['+49 (30) 123456-7', true],
  ['030/1234 x5', true],
  ['06 12 34 56 78', true],
  ['12', false],
  ['<script>', false],
  ['1'.repeat(41), false],
])('the phone number %j is fine: %j', (value, fine) => {
  expect(checkPhone(value) === undefined).toBe(fine)
})
