/** Of who asks, the account went while that was under way: by now nobody is signed in. */
export class AccountGone extends Error {
  override readonly name = 'AccountGone'
}
