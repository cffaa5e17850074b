/** The caller's account was deleted while the request was under way: nobody is signed in any more. */
export class AccountGone extends Error {
  override readonly name = 'AccountGone'
}
