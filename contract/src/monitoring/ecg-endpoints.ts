import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id } from '../core/scalars.ts'
import { ecg } from './ecg.ts'

export const getEcg = endpoint({
  method: 'GET',
  path: '/his/api/ecgs/{pid}/{id}',
  summary: 'An ECG that was measured remotely, with its curves',
  permission: 'monitor.read',
  audit: 'read',
  params: z.object({ pid: id, id }),
  response: ecg,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED', 'EMR_NOT_AUTHORISED'],
  tags: ['readings'],
})
