import { questionnaireOf } from '../matrix/plant-forms.ts'
import type { Known } from './known-parts.ts'

interface Folder {
  pid: number
  careEvent: number
  form: number
}
/** Rightful requests of screenings, health checks and questionnaires, about one patient of the people's unit. */
export function care(
  folder: Folder | undefined,
  day: (from: number) => string,
  at: (days: number) => string,
  /** Somebody of the unit whom none of the folders is of. */
  beside: number | undefined,
): Record<string, readonly Known[]> {
  const ofEvent = { id: folder?.careEvent }
  const ofForm = { id: questionnaireOf(1) }
  const pid = folder?.pid
  const by = ['doctor']
  return {
    'POST /his/api/hpa/getEvents': [{ body: {} }, { body: { state: 'running', q: 'x' } }],
    'POST /his/api/hpa/getReports': [{ body: { eventid: folder?.careEvent }, by: ['case_manager'] }],
    'POST /his/api/joinEvent': [
      {
        alone: true,
        by,
        body: {
          id: crypto.randomUUID(),
          eventid: folder?.careEvent,
          pid: beside,
          via: 'search',
          consent: true,
          at: at(0),
        },
      },
    ],
    'GET /his/api/screenings/{id}': [{ params: ofEvent, by }],
    'POST /his/api/screenings/people': [
      { body: { eventid: folder?.careEvent, programme: 'breast' }, by },
      { body: { eventid: folder?.careEvent, programme: 'breast', sort: '-name', q: '病' }, by },
    ],
    'GET /his/api/screenings/{id}/people/{pid}': [{ params: { ...ofEvent, pid }, by }],
    'POST /his/api/screenings/{id}/invitations': [{ params: ofEvent, body: { programme: 'breast', pids: [pid] }, by }],
    'POST /his/api/screenings/{id}/facts': [
      { params: ofEvent, body: { pid, last: [{ programme: 'breast', on: 'never' }] }, by },
    ],
    'POST /his/api/screenings/{id}/results': [
      {
        params: ofEvent,
        body: { id: crypto.randomUUID(), pid, programme: 'breast', outcome: 'negative', examinedOn: day(0) },
        by,
      },
    ],
    'GET /his/api/healthchecks': [
      { query: {}, by },
      { query: { state: 'collecting', q: '病' }, by },
    ],
    'POST /his/api/healthchecks': [
      {
        alone: true,
        by,
        body: { id: crypto.randomUUID(), pid: beside, programme: 'basic', identityConfirmed: true },
      },
    ],
    'GET /his/api/questionnaires': [
      { query: {}, by },
      { query: { state: 'published', kind: 'standard', q: 'PHQ', sort: '-sent' }, by },
    ],
    'POST /his/api/questionnaires': [
      {
        body: {
          content: { resourceType: 'Questionnaire', title: 'x', item: [{ linkId: 'a', type: 'string', text: 'x' }] },
        },
        by,
      },
    ],
    'GET /his/api/questionnaires/{id}': [
      { params: ofForm, by },
      { params: ofForm, query: { number: 1 }, by },
    ],
    'POST /his/api/questionnaires/{id}/sendings': [
      { params: ofForm, body: { pids: [pid], way: 'here', endAt: at(5) }, by },
    ],
    'GET /his/api/questionnaires/{id}/results': [{ params: ofForm, by }],
    'GET /his/api/questionnaires/{id}/summary': [{ params: ofForm, by }],
    'GET /his/api/questionnaires/{id}/answersheet': [{ params: ofForm, by }],
    'GET /his/api/forms/{cmsf_id}': [{ params: { cmsf_id: folder?.form }, by }],
    'GET /his/api/memberforms/{pid}': [{ params: { pid }, by }],
  }
}
