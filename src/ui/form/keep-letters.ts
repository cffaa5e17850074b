/**
 * What a letter tells the page on its way into the box is the box's alone: it goes no further, so that the frame
 * that shows it waits for no other listener, nor for React, which looks for some along the whole way. Keys that
 * do something (Enter, arrows, Escape, those with Ctrl) are heard by everybody, as ever.
 */
export function keepLetters(box: HTMLInputElement, onType: (text: string) => void): () => void {
  const ending = new AbortController()
  function keep(event: Event) {
    if (event.target !== box) return
    if (event instanceof KeyboardEvent && !isLetter(event)) return
    if (event.type === 'input') onType(box.value)
    event.stopPropagation()
  }
  for (const type of ['keydown', 'keypress', 'textInput', 'input', 'keyup']) {
    window.addEventListener(type, keep, { capture: true, signal: ending.signal })
  }
  return () => ending.abort()
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey
}
