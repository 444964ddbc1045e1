import type { Nobodys, Rule } from './shape.ts'

/**
 * The administration of institutions: of places, staff and rights, never of a patient's record. How far each
 * administrator reaches has its own tests (`server/src/admin`); here every answer is searched for patients' traces.
 */
const house = (what: string, ids: readonly string[] = [], more: Partial<Nobodys> = {}): Nobodys => ({
  none: `${what} of an institution`,
  ids,
  ...more,
})

export const admin: Record<string, Rule> = {
  'GET /his/api/partners': house('the face'),
  'POST /his/api/partners': house('the founding', ['body.id']),
  'PUT /his/api/partners/{id}': house('the face', ['params.id']),
  'GET /his/api/units': house('the units', ['query.partner']),
  'POST /his/api/units': house('the units', ['body.partner', 'body.mainId']),
  'PUT /his/api/units/{id}': house('the units', ['params.id', 'body.mainId']),
  'GET /his/api/staffaccounts': house('the staff', ['query.partner', 'query.unit', 'query.mid']),
  'POST /his/api/staffaccounts': house('the staff', ['body.partner', 'body.units.0']),
  'POST /his/api/staffaccounts/imports': house('the staff', ['body.importId', 'body.partner'], {
    with: { body: { fileName: 'x.xlsx', file: 'eA==' } },
  }),
  'GET /his/api/staffaccounts/imports/template': house('an empty sheet'),
  'PUT /his/api/staffaccounts/{mid}': house('the staff', [
    'params.mid',
    'body.partner',
    'body.units.0',
    'body.todosTo',
  ]),
  'GET /his/api/staffinvitations': house('whom it asked to join', ['query.partner']),
  'POST /his/api/staffinvitations': house('whom it asked to join', ['body.partner', 'body.units.0']),
  'DELETE /his/api/staffinvitations/{id}': house('whom it asked to join', ['params.id']),
  'GET /his/api/nursebindings': house('the bindings', ['query.partner', 'query.did']),
  'GET /his/api/nursebindings/own': house('the own bindings'),
  'PUT /his/api/nursebindings/{did}': house('the bindings', ['params.did', 'body.partner', 'body.nurses.0']),
  'GET /his/api/privileges': house('the rights', ['query.partner', 'query.who']),
  'PUT /his/api/privileges/{staff_type}': house('the rights', ['body.partner']),
  'GET /his/api/uiconfigs/{partnerid}': house('the interface', ['params.partnerid']),
  'PUT /his/api/uiconfigs/{partnerid}': house('the interface', ['params.partnerid']),
  'POST /his/api/uiconfigs/{partnerid}/publish': house('the interface', ['params.partnerid']),
  'POST /his/api/uiconfigs/{partnerid}/rollback': house('the interface', ['params.partnerid']),
  'PUT /his/api/feedbacks/{id}': house('what its staff wrote', ['params.id']),
  'GET /his/api/privacystatements/{no}': house('its statement', ['params.no'], { with: { params: { no: 0 } } }),
  'POST /his/api/privacystatements': house('its statement'),
  'GET /his/api/clinicalsynonyms/{partnerid}': house('the terms', ['params.partnerid']),
  'POST /his/api/clinicalsynonyms/{partnerid}': house('the terms', ['params.partnerid']),
  'DELETE /his/api/clinicalsynonyms/{partnerid}/{id}': house('the terms', ['params.partnerid', 'params.id']),
  'GET /his/api/referencedata': house('the official lists'),
  'GET /his/api/auditlogs': house('the log', ['query.partner', 'query.who', 'query.pid']),
  'GET /his/api/auditlogs/exports': house('the log', ['query.partner', 'query.who', 'query.pid']),
  'PUT /his/api/auditlogs/{id}': house('the log', ['params.id']),
  'GET /his/api/auditlogs/verifications': house('the chain of the log'),
  'POST /his/api/auditlogs/verifications': house('the chain of the log'),
}
