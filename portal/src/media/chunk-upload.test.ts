import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { ChunkUpload } from './chunk-upload.ts'

/** A server that keeps a file and answers with where it ends. */
function server() {
  let file = new Uint8Array()
  return {
    get file() {
      return file
    },
    write(offset: number, bytes: Uint8Array) {
      if (offset === file.length) file = new Uint8Array([...file, ...bytes])
      return { offset: file.length }
    },
    truncate(to: number) {
      file = file.slice(0, to)
    },
  }
}

const chunk = (from: number, length: number) => Uint8Array.from({ length }, (_, i) => (from + i) % 251)
const noWait = () => Promise.resolve()

describe('sending a growing recording', () => {
  it('[CALL-11~] sends every byte once and in order, whatever is lost on the way', async () => {
    const fault = fc.constantFrom('none', 'none', 'request lost', 'answer lost', 'wrong offset')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 12 }),
        fc.array(fault, { maxLength: 20 }),
        async (sizes, faults) => {
          const there = server()
          const upload = new ChunkUpload({
            recordingId: 'r',
            wait: noWait,
            onGap: () => expect.unreachable('no gap was made'),
            async upload(_, offset, bytes) {
              const now = faults.shift() ?? 'none'
              if (now === 'request lost') throw new Error('offline')
              const answer = there.write(now === 'wrong offset' ? -1 : offset, bytes)
              if (now === 'answer lost') throw new Error('offline')
              return answer
            },
          })
          let total = 0
          for (const size of sizes) {
            upload.push(chunk(total, size))
            total += size
            if (size % 3 === 0) await Promise.resolve()
          }
          expect(await upload.flush(60_000)).toBe(true)
          expect(there.file).toEqual(chunk(0, total))
          expect([upload.bytes, upload.uploaded]).toEqual([total, total])
        },
      ),
    )
  })

  it('[CALL-11~] sends again what a restarted server had lost', async () => {
    const there = server()
    const upload = new ChunkUpload({
      recordingId: 'r',
      wait: noWait,
      onGap: () => expect.unreachable('all of it is still here'),
      upload: async (_, offset, bytes) => there.write(offset, bytes),
    })
    upload.push(chunk(0, 1_000))
    await vi.waitFor(() => expect(upload.uploaded).toBe(1_000))
    there.truncate(300)
    upload.push(chunk(1_000, 500))
    expect(await upload.flush(60_000)).toBe(true)
    expect(there.file).toEqual(chunk(0, 1_500))
  })

  it('[CALL-11~] tells a gap that cannot be filled instead of writing a broken file', async () => {
    const there = server()
    const onGap = vi.fn()
    const upload = new ChunkUpload({
      recordingId: 'r',
      wait: noWait,
      onGap,
      upload: async (_, offset, bytes) => there.write(offset, bytes),
    })
    const large = 700_000
    for (let i = 0; i < 4; i++) {
      upload.push(new Uint8Array(large))
      await vi.waitFor(() => expect(upload.uploaded).toBe((i + 1) * large), { timeout: 5_000 })
    }
    there.truncate(10)
    upload.push(chunk(0, 10))
    await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce())
    expect(await upload.flush(100)).toBe(false)
    expect(there.file.length).toBe(10)
  })

  it('[CALL-11~] sends less at once over a line on which a megabyte never arrives', async () => {
    const there = server()
    const upload = new ChunkUpload({
      recordingId: 'r',
      wait: noWait,
      onGap: () => expect.unreachable('no gap was made'),
      upload: async (_, offset, bytes) => {
        if (bytes.byteLength > 200_000) throw new Error('too late')
        return there.write(offset, bytes)
      },
    })
    upload.push(chunk(0, 1_500_000))
    expect(await upload.flush(5_000)).toBe(true)
    expect(there.file.length).toBe(1_500_000)
  })

  it('[CALL-11~] says so when the time to finish is over first', async () => {
    const upload = new ChunkUpload({
      recordingId: 'r',
      onGap: () => undefined,
      upload: () => Promise.reject(new Error('offline')),
    })
    upload.push(chunk(0, 10))
    expect(await upload.flush(80)).toBe(false)
  })
})
