/** Whether a phone is its owner's: the place for an operator's own SMS sender. */

/** `token` is what the person got by SMS. Returns a sentence if it is refused, undefined if all is well. */
export type VerifyPhone = (token: string) => Promise<string | undefined>

/** No SMS sender is plugged in. */
export const withoutSms: VerifyPhone = async () =>
  'Phone numbers cannot be verified here: this server sends no SMS. Nothing depends on it.'
