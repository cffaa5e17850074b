/** Hands a file to the browser's downloads; works without a network. */
export function saveFile(text: string, fileName: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has its own hold of the data by then; freeing it at once breaks it in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
