import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, reason, singleLine } from '../core/scalars.ts'
import { measuredValue } from './alert-schema.ts'

/** Letters of why a reading was withdrawn. */
const MAX_WITHDRAWAL = 300

export const withdrawReading = endpoint({
  method: 'POST',
  path: '/his/api/readings/{id}/withdraw',
  summary:
    'A reading was entered in error: it is kept, struck through with why, and counts nowhere; alerts that rest on it alone end. Withdrawn before, it stays as it is',
  permission: 'event.operate',
  audit: 'write',
  params: z.object({ id }),
  body: z.object({ reason: reason(singleLine(MAX_WITHDRAWAL)).default('') }),
  response: measuredValue,
  errors: ['NOT_FOUND', 'REASON_REQUIRED'],
  tags: ['readings', 'alerts'],
})
