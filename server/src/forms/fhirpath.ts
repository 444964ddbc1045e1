import type { Evaluate } from '@teleward/contract/forms/calculate.ts'
import fhirpath from 'fhirpath'
import r4 from 'fhirpath/fhir-context/r4/index.js'

/** FHIRPath over a response, by R4's model. Nothing is fetched: an expression sees what it is given. */
export const evaluateFhirPath: Evaluate = (expression, response, variables) =>
  fhirpath.evaluate(response, expression, variables, r4, { async: false }) as unknown[]
