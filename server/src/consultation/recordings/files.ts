import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Part } from '../../platform/storage.ts'
import { type Alone, queuesByName } from '../../storage/queues.ts'

/** Where recordings lie. The database keeps paths relative to this, so that the data directory may be moved. */
export interface RecordingFiles {
  segmentPath(recordingId: string, segmentId: string): string
  wholePath(recordingId: string): string
  /** How much of a segment has come; `said`: as much as somebody says, who need not be believed. */
  size(path: string, said?: number): Promise<number>
  /** One at a time per file: two uploads of one page, a retry and the first try, cannot interleave. */
  alone: Alone
  /** Writes at `offset` and answers the new size. Only inside `alone`, with the offset checked. */
  write(path: string, offset: number, bytes: Uint8Array): Promise<number>
  /** Of a segment. */
  remove(path: string): Promise<void>
  /** Makes one file of these: `work` reads files of this machine, and writes another one. */
  join<T>(from: readonly string[], to: string, work: (from: string[], to: string) => Promise<T>): Promise<T>
  /** A joined file; undefined: there is none. */
  joined(path: string): Promise<{ size: number; read(part: Part): Promise<Readable> } | undefined>
}

export const segmentPath = (recordingId: string, segmentId: string): string => join(recordingId, `${segmentId}.webm`)
export const wholePath = (recordingId: string): string => join(recordingId, 'consultation.webm')

/** In the data directory. */
export function localRecordings(dataDir: string): RecordingFiles {
  const root = join(dataDir, 'recordings')
  const absolute = (path: string) => join(root, path)
  async function size(path: string): Promise<number> {
    try {
      return (await stat(absolute(path))).size
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
      throw error
    }
  }

  return {
    segmentPath,
    wholePath,
    size,
    alone: queuesByName(),
    async write(path, offset, bytes) {
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
    remove: (path) => rm(absolute(path), { force: true }),
    join: (from, to, work) => work(from.map(absolute), absolute(to)),
    async joined(path) {
      const bytes = await size(path)
      const read = async (part: Part) => createReadStream(absolute(path), part)
      return bytes === 0 ? undefined : { size: bytes, read }
    },
  }
}
