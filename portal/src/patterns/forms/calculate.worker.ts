import { compile } from '@teleward/contract/forms/compile.ts'
import { calculate } from '@teleward/contract/forms/calculate.ts'
import type { Questionnaire } from '@teleward/contract/forms/fhir.ts'
import type { FormState } from '@teleward/contract/forms/state.ts'
import fhirpath from 'fhirpath'
import r4 from 'fhirpath/fhir-context/r4/index.js'

// Expressions of a questionnaire are somebody else's words: they are worked out in a thread that can be ended.
self.onmessage = ({ data }: MessageEvent<{ content: Questionnaire; state: FormState }>) => {
  const { content, state } = data
  self.postMessage(
    calculate(compile(content), state, (expression, response, variables) => {
      return fhirpath.evaluate(response, expression, variables, r4, { async: false }) as unknown[]
    }),
  )
}
self.postMessage('ready')
