import { Worker } from 'node:worker_threads'
import type { Made } from './paper.ts'
import type { RenderJob } from './render.ts'

/** So long a thread with its fonts is kept after the last document. */
const IDLE_MS = 60_000

export type RenderAnswer = { id: number; made: Made } | { id: number; error: unknown }
interface Waiting {
  resolve: (made: Made) => void
  reject: (error: unknown) => void
}

/**
 * Documents are made in a thread of their own, one after the other: ten pages take a processor 200 ms, for which every other
 * request would wait. The thread begins with the first document and ends when none is asked for.
 */
export class Renderer {
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #last = 0

  render(job: RenderJob): Promise<Made> {
    clearTimeout(this.#idle)
    this.#worker ??= this.#begin()
    const worker = this.#worker
    const id = ++this.#last
    return new Promise((resolve, reject) => {
      worker.postMessage({ id, job })
      this.#waiting.set(id, { resolve, reject })
      worker.ref()
    })
  }

  #begin(): Worker {
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url))
    worker.on('message', (answer: RenderAnswer) => this.#take(worker, answer))
    worker.on('error', (error) => this.#lost(worker, error))
    worker.on('exit', (code) => this.#lost(worker, new Error(`the thread of documents ended (${code})`)))
    return worker
  }

  #take(worker: Worker, answer: RenderAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('made' in answer) {
      // Bytes cross a thread's border as a plain array.
      const { bytes, pages } = answer.made
      waiting?.resolve({ bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), pages })
    } else waiting?.reject(answer.error)
    if (this.#waiting.size > 0) return
    worker.unref()
    this.#idle = setTimeout(() => {
      if (this.#worker === worker) this.#worker = undefined
      void worker.terminate()
    }, IDLE_MS).unref()
  }

  /** What waited for a thread that is gone has no answer; the next document begins another one. */
  #lost(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    clearTimeout(this.#idle)
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
