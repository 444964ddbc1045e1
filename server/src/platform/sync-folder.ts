import { open } from 'node:fs/promises'

/** After it the names of a folder's files are on the disk, as their bytes are by a sync of their own. */
export async function syncFolder(folder: string): Promise<void> {
  const there = await open(folder)
  try {
    await there.sync()
  } finally {
    await there.close()
  }
}
