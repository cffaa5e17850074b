/**
 * Where the on-screen keyboard covers the page instead of making it smaller (Safari), tells the style sheet
 * by how much, so that the add box and sheets stay above it. Answers with what ends it.
 */
export function watchKeyboard(root: HTMLElement, viewport: VisualViewport | null): () => void {
  if (viewport === null) return () => undefined
  function measure(this: VisualViewport) {
    // Whoever enlarges the page with two fingers sees less of it, and has no keyboard.
    const seen = this.height * this.scale + this.offsetTop
    const covered = Math.max(0, globalThis.innerHeight - seen)
    root.style.setProperty('--keyboard', `${Math.round(covered)}px`)
  }
  viewport.addEventListener('resize', measure)
  viewport.addEventListener('scroll', measure)
  return () => {
    viewport.removeEventListener('resize', measure)
    viewport.removeEventListener('scroll', measure)
  }
}
