/** For screen readers: says a sentence politely when it is new, in a region that was there before the words. */
export function PoliteRegion({ words }: { readonly words: string }) {
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  )
}
