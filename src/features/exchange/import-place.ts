/** Where it goes: into the list that is open, or into a new one of this name. */
export type ImportPlace =
  | { readonly kind: 'new'; readonly name: string }
  | { readonly kind: 'existing' }
