/**
 * Where the on-screen keyboard covers the page instead of making it smaller (Safari), tells the style sheet
 * by how much, so that the add box stays above it. Answers with what ends it.
 */
export function watchKeyboard(root: HTMLElement, viewport: VisualViewport | null): () => void {
  if (viewport === null) return () => undefined
  function measure(this: VisualViewport) {
    const covered = Math.max(0, globalThis.innerHeight - this.height - this.offsetTop)
    root.style.setProperty('--keyboard', `${Math.round(covered)}px`)
  }
  viewport.addEventListener('resize', measure)
  viewport.addEventListener('scroll', measure)
  return () => {
    viewport.removeEventListener('resize', measure)
    viewport.removeEventListener('scroll', measure)
  }
}
