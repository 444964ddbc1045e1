import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where recordings lie. The database keeps paths relative to this, so that the data directory may be moved. */
export function recordingFiles(dataDir: string) {
  const root = join(dataDir, 'recordings')
  const absolute = (path: string) => join(root, path)
  const queues = new Map<string, Promise<unknown>>()

  /** One at a time per file: two uploads of one page, a retry and the first try, cannot interleave. */
  async function alone<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = queues.get(path) ?? Promise.resolve()
    const own = before.then(work, work)
    const settled = own.then(
      () => undefined,
      () => undefined,
    )
    queues.set(path, settled)
    try {
      return await own
    } finally {
      if (queues.get(path) === settled) queues.delete(path)
    }
  }
  async function size(path: string): Promise<number> {
    try {
      return (await stat(absolute(path))).size
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
      throw error
    }
  }

  return {
    absolute,
    size,
    alone,
    segmentPath: (recordingId: string, segmentId: string) => join(recordingId, `${segmentId}.webm`),
    wholePath: (recordingId: string) => join(recordingId, 'consultation.webm'),
    /** Writes at `offset` and answers the new size. Only inside `alone`, with the offset checked. */
    async write(path: string, offset: number, bytes: Uint8Array): Promise<number> {
      await mkdir(dirname(absolute(path)), { recursive: true })
      const file = await open(absolute(path), offset === 0 ? 'w' : 'r+')
      try {
        let written = 0
        while (written < bytes.byteLength)
          written += (await file.write(bytes, written, bytes.byteLength - written, offset + written)).bytesWritten
        return offset + written
      } finally {
        await file.close()
      }
    },
    remove: (path: string) => rm(absolute(path), { force: true }),
  }
}
export type RecordingFiles = ReturnType<typeof recordingFiles>
