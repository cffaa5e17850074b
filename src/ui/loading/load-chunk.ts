/** Spec section 9. */
const chunkTimeoutMs = 120_000

/** Loads a part of the app; rejects if it cannot be had, or has not come after 120 s. */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error('Loading the chunk failed: no answer in 120 s.')),
      chunkTimeoutMs,
    )
  })
  try {
    return await Promise.race([load(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
