/** The server answers 401 where the session is somebody else's: a tab may not have heard of the change. */
export function accountHeader(account: number | undefined): Readonly<Record<string, string>> {
  return account === undefined ? {} : { 'x-account': String(account) }
}
