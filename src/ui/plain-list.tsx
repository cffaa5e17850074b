import type { ComponentProps } from 'react'

/** A list without bullets. To WebKit such a one is a list only where it is said: else VoiceOver tells no rows. */
export function PlainList(props: ComponentProps<'ul'>) {
  // Last: the build finds the list of items by how it begins (build/pages/cut-list.ts).
  // biome-ignore lint/a11y/noRedundantRoles: redundant everywhere but in WebKit.
  return <ul {...props} role="list" />
}
