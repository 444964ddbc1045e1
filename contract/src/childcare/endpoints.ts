import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id } from '../core/scalars.ts'
import * as s from './schema.ts'
import { childSheet } from './sheet.ts'

const closed = ['NOT_FOUND', 'MEMBER_DISABLED'] as const
const adds = [...closed, 'RECORD_DATE_INVALID', 'DOSE_EXISTS', 'FIELD_EMPTY'] as const
/** Of what was measured. */
const asks = ['VALUE_IMPLAUSIBLE', 'WEIGHT_CHANGE_IMPLAUSIBLE'] as const
const updates = [...adds, 'VERSION_STALE'] as const
const reads = { permission: 'childcare.read', audit: 'read', errors: closed, tags: ['childcare', 'members'] } as const
const writes = { permission: 'childcare.write', audit: 'write', idempotent: true, tags: ['childcare'] } as const
const ofChild = z.object({ pid: id })

export const getChildren = endpoint({
  method: 'GET',
  path: '/his/api/children',
  summary: 'Children of the own units with what is due next, the most late first',
  permission: 'childcare.read',
  audit: 'read',
  replica: true,
  query: s.childQuery,
  response: s.childRow,
  list: true,
  sheet: childSheet,
  tags: ['childcare', 'members'],
})
export const putChildFacts = endpoint({
  ...writes,
  method: 'PUT',
  path: '/his/api/children/{pid}',
  summary: 'What schedule and curves of a child go by beside the birth date; what stood before is kept',
  params: ofChild,
  body: s.childFacts,
  response: s.childFacts,
  errors: [...closed, 'VERSION_STALE'],
})
export const getGrowth = endpoint({
  ...reads,
  method: 'GET',
  path: '/his/api/growths/{pid}',
  summary: 'Growth against the WHO curves: z-scores and percentiles, corrected for prematurity',
  params: ofChild,
  response: s.growth,
  tags: ['childcare', 'members', 'readings'],
})

export const getVaccination = endpoint({
  ...reads,
  method: 'POST',
  path: '/his/api/getVaccination',
  summary: "A child's vaccinations against Taiwan's schedule",
  body: ofChild,
  response: s.childCare,
})
export const addVaccination = endpoint({
  ...writes,
  method: 'POST',
  path: '/his/api/addVaccination',
  summary: 'Record a vaccination',
  body: s.bodies.vaccination,
  response: s.childRecord,
  errors: adds,
})
export const updateVaccination = endpoint({
  ...writes,
  method: 'POST',
  path: '/his/api/updateVaccination',
  summary: 'Change a vaccination; what stood before is kept',
  body: s.changes.vaccination,
  response: s.childRecord,
  errors: updates,
})
const withdraws = { ...writes, method: 'POST', body: s.withdrawal, response: s.childRecord } as const
const withdrawErrors = [...closed, 'VERSION_STALE', 'REASON_REQUIRED'] as const
export const deleteVaccination = endpoint({
  ...withdraws,
  path: '/his/api/deleteVaccination',
  summary: 'Take a vaccination back: it is kept, and counts no more',
  errors: withdrawErrors,
})

export const getFluoride = endpoint({
  ...reads,
  method: 'POST',
  path: '/his/api/getFluoride',
  summary: "A child's fluoride varnishes",
  body: ofChild,
  response: s.childCare,
})
export const addFluoride = endpoint({
  ...writes,
  method: 'POST',
  path: '/his/api/addFluoride',
  summary: 'Record a fluoride varnish',
  body: s.bodies.fluoride,
  response: s.childRecord,
  errors: adds,
})
export const updateFluoride = endpoint({
  ...writes,
  method: 'POST',
  path: '/his/api/updateFluoride',
  summary: 'Change a fluoride varnish; what stood before is kept',
  body: s.changes.fluoride,
  response: s.childRecord,
  errors: updates,
})
export const deleteFluoride = endpoint({
  ...withdraws,
  path: '/his/api/deleteFluoride',
  summary: 'Take a fluoride varnish back: it is kept, and counts no more',
  errors: withdrawErrors,
})

export const getPreventive = endpoint({
  ...reads,
  method: 'POST',
  path: '/his/api/getPreventive',
  summary: "A child's preventive visits, first to seventh",
  body: ofChild,
  response: s.childCare,
})
export const addPreventive = endpoint({
  ...writes,
  method: 'POST',
  path: '/his/api/addPreventive',
  summary: 'Record a preventive visit with what was measured',
  body: s.bodies.preventive,
  response: s.childRecord,
  errors: [...adds, ...asks],
})
export const updatePreventive = endpoint({
  ...writes,
  method: 'POST',
  path: '/his/api/updatePreventive',
  summary: 'Change a preventive visit; what stood before is kept',
  body: s.changes.preventive,
  response: s.childRecord,
  errors: [...updates, ...asks],
})
export const deletePreventive = endpoint({
  ...withdraws,
  path: '/his/api/deletePreventive',
  summary: 'Take a preventive visit back: it is kept, and counts no more',
  errors: withdrawErrors,
})

export const getBiliary = endpoint({
  ...reads,
  method: 'POST',
  path: '/his/api/getBiliary',
  summary: 'Comparisons of stool with the colour card',
  body: ofChild,
  response: s.childCare,
})
export const addBiliary = endpoint({
  ...writes,
  method: 'POST',
  path: '/his/api/addBiliary',
  summary: 'Record the colour of the stool by the card',
  body: s.bodies.biliary,
  response: s.childRecord,
  errors: adds,
})
export const updateBiliary = endpoint({
  ...writes,
  method: 'POST',
  path: '/his/api/updateBiliary',
  summary: 'Change a comparison with the colour card; what stood before is kept',
  body: s.changes.biliary,
  response: s.childRecord,
  errors: updates,
})
export const deleteBiliary = endpoint({
  ...withdraws,
  path: '/his/api/deleteBiliary',
  summary: 'Take a comparison back: it is kept, and counts no more',
  errors: withdrawErrors,
})
