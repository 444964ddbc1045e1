import { SignalError } from '@teleward/contract/files/wfdb.ts'
import type { Answered, Asked } from './read.worker.ts'

/** A file that takes longer to take apart is none that a device wrote. */
const WORK_MS = 30_000

/** Takes a file apart beside the page. @throws SignalError; ends with the signal. */
export function readSignal(asked: Asked, signal?: AbortSignal): Promise<Exclude<Answered, { problem: string }>> {
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Exclude<Answered, { problem: string }>>((resolve, reject) => {
    const timer = setTimeout(() => reject(new SignalError('tooLarge')), WORK_MS)
    const over = () => {
      clearTimeout(timer)
      reject(new DOMException('given up', 'AbortError'))
    }
    signal?.addEventListener('abort', over, { once: true })
    worker.onmessage = ({ data }: MessageEvent<Answered>) => {
      clearTimeout(timer)
      if ('problem' in data) reject(new SignalError(data.problem, data.about))
      else resolve(data)
    }
    worker.onerror = (event) => {
      clearTimeout(timer)
      reject(new SignalError('unreadable', event.message))
    }
    const files = asked.what === 'hea' && asked.data ? [asked.bytes, asked.data.bytes] : [asked.bytes]
    worker.postMessage(asked, { transfer: files })
  }).finally(() => worker.terminate())
}
