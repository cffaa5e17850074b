/** The colours of texts, each on each ground they stand on, in the light and in the dark (WCAG 2.2, 1.4.3). */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from '../support/contrast.ts'

const css = readFileSync('src/styles.css', 'utf8')
const texts = ['ink', 'quiet', 'primary', 'link', 'success', 'warning', 'error']
const grounds = ['ground', 'surface', 'raised', 'tint']
const pairs: readonly (readonly [string, string])[] = [
  ...texts.flatMap(text => grounds.map(ground => [text, ground] as const)),
  ['on-primary', 'primary'],
  ['on-success', 'success'],
]

/** In the light and in the dark. */
function valuesOf(token: string): readonly string[] {
  const written = new RegExp(`--color-${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`)
  const [, light = '', dark = ''] = written.exec(css) ?? []
  if (dark === '') throw new Error(`There is no colour ${token}.`)
  return [light, dark]
}

test.each(pairs)('%s on %s can be read', (text, ground) => {
  for (const [at, colour] of valuesOf(text).entries()) {
    expect(contrast(colour, valuesOf(ground)[at] ?? '')).toBeGreaterThanOrEqual(4.5)
  }
})

test('none of them obeys the system where a person chose the other look', () => {
  const screens = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.tsx'),
  )
  expect(screens.length).toBeGreaterThan(100)
  const obeying = screens.filter(file => /[\s'"`]dark:\w/.test(readFileSync(`src/${file}`, 'utf8')))
  expect(obeying).toEqual([])
})

test('where a line says a row will lie is seen in forced colours too', () => {
  const [, rule = ''] =
    /\.drop-line \{([^@}]*@media \(forced-colors: active\) \{[^}]*)\}/.exec(css) ?? []
  expect(rule).toContain('background: Highlight;')
})
