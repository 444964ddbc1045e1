import { AUTHORISE_TEXT } from '@teleward/contract/consents/rules.ts'
import { consentTexts } from '@teleward/contract/links/schema.ts'
import type { Kind } from './shape.ts'

/** A visit's link has no conversation, whichever file it names: chat.test.ts asks as the conversation's own link. */
const NO_FILE = '3f0f4c1e-8a3c-4b6e-9d0c-0f6f3a7f6a04'

/** What a link opens is its own visit: token and the browser's secret say who asks, and no other id is believed. */
export const linkPolicy: Record<
  string,
  {
    body?: unknown
    params?: Record<string, string>
    ids?: Record<string, Kind>
    answers?: string
  }
> = {
  'GET /his/api/links/{token}': {},
  'POST /his/api/links/{token}/open': {},
  'POST /his/api/links/{token}/identity': {
    body: { birthday: '1958-01-02', last4: 'xxxx' },
    answers: 'IDENTITY_MISMATCH',
  },
  // The world's links live: there is nothing to call back about.
  'POST /his/api/links/{token}/callbacks': {
    body: { birthday: '1958-01-02', last4: 'xxxx' },
    answers: 'ILLEGAL_STEP',
  },
  'POST /his/api/links/{token}/consents': {
    body: { consultation: true, recording: true, record: true, texts: consentTexts },
  },
  // A link of a visit asks for no record by itself.
  'POST /his/api/links/{token}/authorisation': {
    body: { answer: 'agree', text: AUTHORISE_TEXT },
    answers: 'LINK_INVALID',
  },
  'POST /his/api/links/{token}/arrivals': { body: { camera: 'ok', microphone: 'ok', speaker: 'ok' } },
  'POST /his/api/links/{token}/calls': { body: {}, answers: 'CALL_ALREADY' },
  'POST /his/api/links/{token}/calls/{callID}': { body: { action: 'cancel' }, ids: { 'params.callID': 'call' } },
  'POST /his/api/links/{token}/tokens': { answers: 'ROOM_NOT_STARTED' },
  'POST /his/api/links/{token}/recording-consent': { body: { agree: true, text: consentTexts.recording } },
  'POST /his/api/links/{token}/leave': {},
  'POST /his/api/links/{token}/payments': { answers: 'LINK_INVALID' },
  // A link of a visit opens no conversation.
  'GET /his/api/links/{token}/messages': { answers: 'LINK_INVALID' },
  'POST /his/api/links/{token}/messages': {
    body: { clientId: '3f0f4c1e-8a3c-4b6e-9d0c-0f6f3a7f6a01', textContent: 'x' },
    answers: 'LINK_INVALID',
  },
  'POST /his/api/links/{token}/messagefiles': {
    body: { fileId: '3f0f4c1e-8a3c-4b6e-9d0c-0f6f3a7f6a04', kind: 'file', name: 'x.pdf', bytes: 9 },
    answers: 'LINK_INVALID',
  },
  'PATCH /his/api/links/{token}/messagefiles/{id}': {
    body: new Uint8Array([1]),
    params: { id: NO_FILE },
    // Without the header that says where the piece belongs.
    answers: 'BAD_INPUT',
  },
  'GET /his/api/links/{token}/messagefiles/{id}': { params: { id: NO_FILE }, answers: 'LINK_INVALID' },
  'PUT /his/api/links/{token}/messagereads': { body: { seq: 1 }, answers: 'LINK_INVALID' },
  // A link of a visit asks no questionnaire.
  'GET /his/api/links/{token}/answers': { answers: 'LINK_INVALID' },
  'POST /his/api/links/{token}/answers': { body: { version: 1, step: 'save', items: [] }, answers: 'LINK_INVALID' },
  'POST /his/api/links/{token}/change': {
    body: { date: '2026-03-13', at: '2026-03-13T01:00:00Z' },
    answers: 'APPT_ILLEGAL_STEP',
  },
  'POST /his/api/links/{token}/cancel': { body: {}, answers: 'APPT_ILLEGAL_STEP' },
}
