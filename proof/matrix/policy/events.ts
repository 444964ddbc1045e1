import { atEvent, both, explains, ofUnit, operates, sees } from '../needs.ts'
import type { Rule } from './shape.ts'

const now = () => new Date().toISOString()
const ofBoth = { 'body.eventid': 'careEvent', 'body.pid': 'member' } as const

/** Free clinics: an event is its unit's; who is at it, and what was measured, is known to who keeps a station there. */
export const events: Record<string, Rule> = {
  'POST /his/api/getEvents': { none: 'a list: filled by what the caller sees', ids: ['body.id'] },
  'POST /his/api/events': { none: 'of a unit and of nobody: careevents.test.ts', ids: ['body.unit'] },
  'PUT /his/api/events/{id}': [
    {
      ids: { 'params.id': 'careEvent' },
      with: {
        body: {
          version: 1,
          kind: 'clinic',
          name: 'x',
          place: 'x',
          startsOn: '2026-01-01',
          endsOn: '2026-01-01',
          items: ['weight'],
        },
      },
      needs: [both(ofUnit, operates)],
    },
  ],
  'POST /his/api/getEventItemList': [{ ids: { 'body.eventid': 'careEvent' }, needs: [both(ofUnit, operates)] }],
  // Whom a card is of: none of the folders has one. What it answers of whose unit: careevents.test.ts.
  'POST /his/api/scanCard': { none: 'by a complete number alone: careevents.test.ts', ids: ['body.eventid'] },
  // Whom one joins is a member of the event's own unit, found by number or card: careevents.test.ts.
  'POST /his/api/joinEvent': {
    none: 'somebody of the unit comes to an event of it: careevents.test.ts',
    ids: ['body.eventid', 'body.pid', 'body.id'],
    with: { body: { id: '6d0c9c39-5ac3-4a37-8f0e-0c9d0d2f4c11', via: 'search', consent: true, at: now() } },
  },
  'POST /his/api/getEventMeasureData': [
    { ids: { ...ofBoth }, with: { body: { station: 'pressure' } }, needs: [atEvent] },
  ],
  'POST /his/api/upsertMeasureData': [
    {
      ids: { ...ofBoth },
      unread: ['body.entries.0.id', 'body.entries.0.replaces.0'],
      with: {
        body: {
          entries: [{ id: '5a0d59a3-9cf5-4ef2-8f04-1f9b7d6f3a01', item: 'systolic', value: 120, measuredAt: now() }],
        },
      },
      needs: [atEvent],
    },
  ],
  'POST /his/api/uploadEventReport': [
    {
      ids: { ...ofBoth },
      with: { body: { file: '6d0c9c39-5ac3-4a37-8f0e-0c9d0d2f4c12' } },
      unread: ['body.file'],
      needs: [atEvent],
      answers: 'NOT_FOUND',
    },
  ],
  'POST /his/api/makeEventAppt': {
    none: 'as reservation, for who has joined: careevents.test.ts',
    ids: ['body.eventid', 'body.pid', 'body.did', 'body.unit'],
  },
  'POST /his/api/getEventResult': [{ ids: { ...ofBoth }, needs: [atEvent, explains] }],
  'GET /his/api/eventsheets/{eventid}/{pid}': {
    none: 'by a signature of this person at this event alone: careevents.test.ts',
    ids: ['params.eventid', 'params.pid'],
  },
  'POST /his/api/hpa/getEvents': { none: 'a list: filled by what the caller sees', ids: ['body.id'] },
  'POST /his/api/hpa/getReports': [{ ids: { 'body.eventid': 'careEvent' }, needs: [both(ofUnit, operates)] }],
  'POST /his/api/screenings/{id}/report': { none: 'once, of an event: screening.test.ts', ids: ['params.id'] },
  'GET /his/api/screenings/{id}': [{ ids: { 'params.id': 'careEvent' }, needs: [both(ofUnit, operates), explains] }],
  'POST /his/api/screenings/people': {
    none: 'a list: filled by what the caller sees',
    ids: ['body.eventid'],
    with: { body: { programme: 'breast' } },
  },
  // Members of the unit, and whoever came: not of the event alone.
  'GET /his/api/screenings/{id}/people/{pid}': {
    none: 'whom one may know, and whoever came: screening.test.ts',
    ids: ['params.id', 'params.pid'],
  },
  'POST /his/api/screenings/{id}/invitations': {
    none: 'whom one may know: screening.test.ts',
    ids: ['params.id', 'body.pids.0'],
    with: { body: { programme: 'breast' } },
  },
  'POST /his/api/screenings/{id}/facts': {
    none: 'whom one may know, and whoever came: screening.test.ts',
    ids: ['params.id', 'body.pid'],
  },
  'POST /his/api/screenings/{id}/results': {
    none: 'whoever came: screening.test.ts',
    ids: ['params.id', 'body.pid', 'body.id', 'body.replaces', 'body.followUp.responsible'],
    with: { body: { programme: 'breast', outcome: 'negative', examinedOn: '2026-01-01' } },
  },
  'PUT /his/api/screeningfollowups/{id}': [
    {
      ids: { 'params.id': 'followUp' },
      with: { body: { version: 99 } },
      unread: ['body.responsible'],
      needs: [atEvent, explains],
      answers: 'VERSION_STALE',
    },
  ],
  'GET /his/api/healthchecks': { none: 'a list: filled by what the caller sees', ids: ['query.pid'] },
  'POST /his/api/healthchecks': {
    none: 'of a member whom one may know: healthchecks.test.ts',
    ids: ['body.id', 'body.pid'],
    with: { body: { programme: 'basic', identityConfirmed: true } },
  },
  'GET /his/api/healthchecks/{id}': [{ ids: { 'params.id': 'healthCheck' }, needs: [both(sees, operates)] }],
  'PUT /his/api/healthchecks/{id}': [
    {
      ids: { 'params.id': 'healthCheck' },
      with: { body: { action: 'enter', entries: [] } },
      unread: ['body.entries.0.id', 'body.file'],
      needs: [both(sees, operates)],
      answers: 'HC_ILLEGAL_STEP',
    },
  ],
}
