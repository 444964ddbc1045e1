import { randomUUID } from 'node:crypto'
import type { EmrData } from '@teleward/contract/emr/schema.ts'
import { book } from '../appointments/fixture.ts'
import type { Reply, Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { clinic, photographed, run, ZHANG } from './fixture.ts'

interface Kept {
  qid: number
  noteId: string
  fileId: string
}
/** By the doctor of a visit: a signed note, a photograph, a measurement and an allergy. */
export async function written(): Promise<Kept> {
  const qid = await book(clinic.data.db, { pid: ZHANG, did: 101, status: 'finished' })
  const noteId = randomUUID()
  await run(sql`insert into note (id, partner_id, unit_id, pid, qid, author_mid, state, s, signed_at, signed_by, created_at)
    values (${noteId}, 1, 2, ${ZHANG}, ${qid}, 101, 'signed', '頭痛三天', now(), 101, now())`)
  await run(sql`insert into reading (pid, partner_id, unit_id, kind, value, unit, measured_at, received_at, source, data_type, recorded_by)
    values (${ZHANG}, 1, 2, 'temperature', 38.4, 'Cel', now(), now(), 'device', 'temperature', 101)`)
  await run(
    sql`insert into member_history (pid, partner_id, unit_id, kind, note) values (${ZHANG}, 1, 2, 'sensitive_matters', '花生'), (${ZHANG}, 1, 2, 'person_sick', '痛風')`,
  )
  return { qid, noteId, fileId: await photographed() }
}
/** What each way to the record says to this person: parts, pages, images, searches, counts, prints. */
export async function closed(who: Staff, { qid, noteId, fileId }: Kept): Promise<Record<string, unknown>> {
  const opened = (await who.post<EmrData>('/his/api/getEmrData', { pid: ZHANG, qid: 0 })).data
  const list = await who.post<{ pid: number; authorised: string; allergies: unknown; readings: unknown[] }[]>(
    '/partner/getMemberList',
    { pageSize: 100 },
  )
  const row = list.data.find(({ pid }) => pid === ZHANG)
  const filters = await who.get('/partner/getMemberFilter')
  // A file that is handed out carries no code.
  const code = async (said: Promise<Reply<unknown>>) => {
    const { status, code: word } = await said
    return status === 200 && !word ? 'OK' : word
  }
  return {
    parts: [opened.access, opened.history === null, opened.records === null, opened.details === null],
    history: await code(who.post('/his/api/fetchMRHistory', { pid: ZHANG })),
    'words of it': await code(who.post('/his/api/fetchMRHistory', { pid: ZHANG, q: '頭痛' })),
    notes: await code(who.get(`/his/api/notes/${ZHANG}/1`)),
    answers: await code(who.get(`/his/api/medhistories/${ZHANG}`)),
    measurements: await code(who.get(`/his/api/measurements/${ZHANG}?record=1`)),
    files: await code(who.post('/his/api/syncMedicalFile', { pid: ZHANG })),
    file: await code(who.get(`/his/api/files/${fileId}`)),
    image: await code(who.post(`/his/api/files/${fileId}/addresses`)),
    print: await code(who.post('/his/api/mrnotedata', { qid })),
    'printed note': await code(who.get(`/his/api/documents/record/${noteId}`)),
    row: [row?.authorised, row?.allergies === null, row?.readings.length],
    'counted among conditions': JSON.stringify(filters.data).includes('痛風'),
  }
}
const shut = 'EMR_NOT_AUTHORISED'
export const CLOSED = {
  parts: ['none', true, true, true],
  history: shut,
  'words of it': shut,
  notes: shut,
  answers: shut,
  measurements: shut,
  files: shut,
  // Of these not even that they are there.
  file: 'NOT_FOUND',
  image: 'NOT_FOUND',
  print: shut,
  'printed note': 'NOT_FOUND',
  row: ['notAuthorised', true, 0],
  'counted among conditions': false,
}
export const OPEN = {
  ...Object.fromEntries(Object.keys(CLOSED).map((key) => [key, 'OK'])),
  parts: ['authorised', false, false, false],
  row: ['authorised', false, 1],
  'counted among conditions': true,
}
