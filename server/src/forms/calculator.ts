import { Worker } from 'node:worker_threads'
import { CALCULATION_MS, type Calculation } from '@teleward/contract/forms/calculate.ts'
import { compile, type Form } from '@teleward/contract/forms/compile.ts'
import type { Questionnaire } from '@teleward/contract/forms/fhir.ts'
import type { FormState } from '@teleward/contract/forms/state.ts'

export interface CalculationJob {
  content: Questionnaire
  state: FormState
}
const NOTHING: Calculation = { values: {}, fault: null }
/** So long a thread with the library is kept after the last calculation. */
const IDLE_MS = 60_000
/** Loading the library is not the expressions' fault. */
const LOAD_MS = 15_000

/** One after the other in one thread; one that does not end takes its thread along, and the next begins another. */
class Calculator {
  #worker: Promise<Worker> | undefined
  #before: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  run(job: CalculationJob): Promise<Calculation> {
    const next = this.#before.then(() => this.#one(job))
    this.#before = next.catch(() => undefined)
    return next
  }

  async #one(job: CalculationJob): Promise<Calculation> {
    clearTimeout(this.#idle)
    this.#worker ??= this.#begin()
    const worker = await this.#worker
    worker.ref()
    try {
      return await this.#answer(worker, job)
    } finally {
      worker.unref()
      this.#idle = setTimeout(() => this.#end(worker), IDLE_MS).unref()
    }
  }

  #answer(worker: Worker, job: CalculationJob): Promise<Calculation> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer)
        worker.off('message', answered)
        worker.off('error', failed)
      }
      const answered = (answer: Calculation) => {
        done()
        resolve(answer)
      }
      const failed = (error: unknown) => {
        done()
        this.#end(worker)
        reject(error)
      }
      const timer = setTimeout(() => {
        done()
        this.#end(worker)
        resolve({
          values: {},
          fault: { code: 'slow', linkIds: compile(job.content).calculated.map(({ linkId }) => linkId) },
        })
      }, CALCULATION_MS)
      worker.on('message', answered)
      worker.on('error', failed)
      worker.postMessage(job)
    })
  }

  #begin(): Promise<Worker> {
    const worker = new Worker(new URL('./calculator-worker.ts', import.meta.url))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the thread of calculations did not begin')), LOAD_MS)
      worker.once('error', reject)
      worker.once('message', () => {
        clearTimeout(timer)
        worker.off('error', reject)
        resolve(worker)
      })
    }).catch((error: unknown) => {
      this.#worker = undefined
      void worker.terminate()
      throw error
    }) as Promise<Worker>
  }

  #end(worker: Worker): void {
    this.#worker = undefined
    void worker.terminate()
  }
}
const calculator = new Calculator()

/** What the calculated questions say; nothing is started for a form that has none. */
export const calculated = (form: Form, state: FormState): Promise<Calculation> =>
  form.calculated.length ? calculator.run({ content: form.content, state }) : Promise.resolve(NOTHING)
