export type ToastType = 'success' | 'info' | 'warning' | 'error'

export interface ToastMessage {
  readonly text: string
  /** Error if it is absent. */
  readonly type?: ToastType
  /** The type in capitals if it is absent. */
  readonly title?: string
  /** It stays until it is closed, whatever comes after it: nothing else has what it offers. */
  readonly stays?: boolean
  readonly action?: { readonly label: string; readonly onPress: () => void }
}

export interface Toasts {
  show(message: ToastMessage): void
  /** Those not drawn yet. */
  get(): readonly ToastMessage[]
  subscribe(listener: () => void): () => void
  /** Hands over those not drawn yet. */
  take(): readonly ToastMessage[]
  /** All go, drawn or not. */
  end(): void
  /** How often they did. */
  ends(): number
}
