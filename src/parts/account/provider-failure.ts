/** Why the way through another provider ended without a sign-in. */

/** The words are ours: whoever makes a link cannot choose what this page says. */
export function providerFailure(failure: string, name: string): string {
  switch (failure) {
    case 'unreachable':
      return `${name} cannot be reached. Try again later, or sign in with your password.`
    case 'no-email':
      return `${name} did not send your email, or does not know it to be yours. Verify it there, then try again.`
    case 'unproven':
      return `There is an account with this email already, and nobody has proven yet that the email is theirs. Sign in with its password, and link ${name} in your account settings.`
    case 'closed':
      return 'New accounts are made by invitation here. Open the link of an invitation, or ask whoever runs this server.'
    case 'too-old':
      return 'This took too long, or was begun in another browser. Try again.'
    case 'too-many':
      return 'Too many tries. Wait 15 minutes, then try again.'
    case 'taken':
      return `Whoever you are at ${name} has another account here. Sign in to that one, or take ${name} away from it.`
    case 'unlinked':
      return `You took ${name} away from your account. Sign in as before, and link it again in your account settings.`
    default:
      return `${name} did not sign you in. Try again.`
  }
}
