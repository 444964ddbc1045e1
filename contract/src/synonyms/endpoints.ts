import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, partnerId } from '../core/scalars.ts'
import { clinicalSynonym, newSynonym, synonymQuery } from './schema.ts'

const params = z.object({ partnerid: partnerId })

export const getClinicalSynonyms = endpoint({
  method: 'GET',
  path: '/his/api/clinicalsynonyms/{partnerid}',
  summary: 'Terms of the institution’s own, by which searches find diagnoses and drugs',
  permission: 'admin.partner',
  audit: 'none',
  params,
  query: synonymQuery,
  response: clinicalSynonym,
  list: true,
  errors: ['NOT_FOUND'],
  tags: ['admin'],
})
export const postClinicalSynonym = endpoint({
  method: 'POST',
  path: '/his/api/clinicalsynonyms/{partnerid}',
  summary: 'Add a term for a code; one that is there already is answered as it stands',
  permission: 'admin.partner',
  audit: 'write',
  params,
  body: newSynonym,
  response: clinicalSynonym,
  idempotent: true,
  errors: ['NOT_FOUND', 'VALUE_INVALID', 'ICD_NOT_FOUND', 'DRUG_NOT_FOUND', 'SYNONYMS_FULL'],
  tags: ['admin'],
})
export const deleteClinicalSynonym = endpoint({
  method: 'DELETE',
  path: '/his/api/clinicalsynonyms/{partnerid}/{id}',
  summary: 'Remove a term; searches find nothing by it from now on',
  permission: 'admin.partner',
  audit: 'write',
  params: params.extend({ id }),
  response: z.object({ id }),
  errors: ['NOT_FOUND'],
  tags: ['admin'],
})
