/** What is on the disk for certain, whatever happens to the machine next. */
import { open } from 'node:fs/promises'

/** All that was written to the file. Opened to be written: Windows flushes no other. */
export async function flushFile(file: string): Promise<void> {
  await flush(file, 'r+')
}

/** The names in the folder. Windows opens no folder; it keeps names by a journal of its own. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await flush(folder, 'r')
}

async function flush(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  await handle.sync().finally(() => handle.close())
}
