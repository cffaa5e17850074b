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

/** As the filter of that name shows it; 100 leaves it as it is. */
function lit(colour: string, percent: number): string {
  const parts = [1, 3, 5].map(at => {
    const part = Math.round((Number.parseInt(colour.slice(at, at + 2), 16) * percent) / 100)
    return Math.min(255, part).toString(16).padStart(2, '0')
  })
  return `#${parts.join('')}`
}

function screens(): readonly string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.tsx'),
  )
}

test.each(pairs)('%s on %s can be read', (text, ground) => {
  for (const [at, colour] of valuesOf(text).entries()) {
    expect(contrast(colour, valuesOf(ground)[at] ?? '')).toBeGreaterThanOrEqual(4.5)
  }
})

test('a filled button can be read beneath the mouse, too', () => {
  const hovers = screens().flatMap(file => [
    ...readFileSync(`src/${file}`, 'utf8').matchAll(/hover:\[filter:brightness\((\d+)%\)\]/g),
  ])
  expect(hovers.length).toBeGreaterThan(0)
  for (const [, percent] of hovers) {
    for (const at of [0, 1]) {
      const [text = '', ground = ''] = ['on-primary', 'primary'].map(token =>
        lit(valuesOf(token)[at] ?? '', Number(percent)),
      )
      expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('none of them obeys the system where a person chose the other look', () => {
  expect(screens().length).toBeGreaterThan(100)
  const obeying = screens().filter(file =>
    /[\s'"`]dark:\w/.test(readFileSync(`src/${file}`, 'utf8')),
  )
  expect(obeying).toEqual([])
})

test('where a line says a row will lie is seen in forced colours too', () => {
  const [, rule = ''] =
    /\.drop-line \{([^@}]*@media \(forced-colors: active\) \{[^}]*)\}/.exec(css) ?? []
  expect(rule).toContain('background: Highlight;')
})
