const trial = 'aisle.trial'

/** Tries it: a browser that keeps none may say by `navigator.cookieEnabled` that it does. */
export function keepsCookies(page: Pick<Document, 'cookie'>): boolean {
  page.cookie = `${trial}=1; path=/; samesite=strict`
  const isKept = page.cookie.includes(`${trial}=`)
  page.cookie = `${trial}=; path=/; samesite=strict; max-age=0`
  return isKept
}
