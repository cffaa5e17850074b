/** False where this browser does not let the app copy. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The same, answered with the sentence that says so. */
export async function copyAndTell(text: string): Promise<string> {
  return (await copyText(text)) ? 'Copied.' : 'This browser does not let the app copy.'
}
