/** Whether a person and no program asks: the place for a provider's answer. */

/**
 * `recaptcha` is what the browser sends, `address` the network address that asks. Answers a sentence for the
 * person where it is refused, undefined where all is well.
 */
export type VerifyCaptcha = (
  recaptcha: string,
  address: string | undefined,
) => Promise<string | undefined>

/** No provider is configured. */
export const withoutCaptcha: VerifyCaptcha = async () => undefined
