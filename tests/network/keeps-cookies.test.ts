import { expect, test } from 'vitest'
import { keepsCookies } from '../../src/network/session/keeps-cookies.ts'

test('a browser that takes cookies and keeps none is found out, and nothing of the trial stays', () => {
  const silent = {
    get cookie() {
      return ''
    },
    set cookie(_text: string) {},
  }
  const jar = new Map<string, string>()
  const keeping = {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(text) ?? []
      if (text.includes('max-age=0')) jar.delete(name)
      else jar.set(name, value)
    },
  }
  expect([keepsCookies(silent), keepsCookies(keeping), keeping.cookie]).toEqual([false, true, ''])
})
