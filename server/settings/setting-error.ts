/** A setting that cannot be used: its message is one sentence for the person at the terminal. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}
