import { parentPort } from 'node:worker_threads'
import { compile } from '@teleward/contract/forms/compile.ts'
import { calculate } from '@teleward/contract/forms/calculate.ts'
import { evaluateFhirPath } from './fhirpath.ts'
import type { CalculationJob } from './calculator.ts'

// Expressions of a questionnaire are somebody else's words: they are worked out in a thread that can be ended.
const port = parentPort
if (!port) throw new Error('calculator-worker runs as a worker alone')
port.on('message', ({ content, state }: CalculationJob) => {
  port.postMessage(calculate(compile(content), state, evaluateFhirPath))
})
port.postMessage('ready')
