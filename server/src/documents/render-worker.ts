import { parentPort } from 'node:worker_threads'
import { type RenderJob, render } from './render.ts'
import type { RenderAnswer } from './renderer.ts'

// The thread in which documents are made.
const port = parentPort
if (!port) throw new Error('render-worker runs as a worker alone')
const answered = async (id: number, job: RenderJob): Promise<RenderAnswer> => {
  try {
    return { id, made: await render(job) }
  } catch (error) {
    return { id, error }
  }
}
port.on('message', async ({ id, job }: { id: number; job: RenderJob }) => port.postMessage(await answered(id, job)))
