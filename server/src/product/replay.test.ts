import { randomUUID } from 'node:crypto'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { consentTexts } from '@teleward/contract/links/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Patient, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { contractEndpoints, nameOf } from './contract.ts'

let clinic: Clinic
let lin: Staff
beforeAll(async () => {
  clinic = await openClinic()
  lin = await clinic.staff('dr.lin')
})
afterAll(() => clinic.close())

const count = async (table: string, qid: number) =>
  (
    await clinic.data.db.system.read(
      sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where qid = ${qid}`,
    )
  )[0]?.n
const sent = async (path: string, body: unknown, key: string, who: Staff | Patient = lin) => {
  const by: Record<string, string> = 'mid' in who ? { authorization: `Bearer ${who.token}` } : { cookie: who.cookie }
  const { status, code, data, headers, text } = await clinic.post(path, body, { ...by, 'idempotency-key': key })
  // The number of the request is the only thing that differs between a refusal and its replay.
  return {
    status,
    code,
    data,
    again: headers.has('idempotent-replayed'),
    text: text.replace(/"requestId":"[^"]+"/, ''),
  }
}
async function ready(): Promise<{ qid: number; id: string; version: number }> {
  const { qid } = await clinic.patient('waiting')
  const note = (await lin.post<Note>('/his/api/note', { pid: 201, qid })).data
  const owner = { pid: 201, qid }
  await lin.request(`/his/api/notes/${note.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...owner, version: note.version, s: '頭暈三天', o: 'BP 158/94' }),
  })
  const coded = await lin.post<Note>('/his/api/upsertICD', { ...owner, noteId: note.id, code: 'I10' })
  return { qid, id: note.id, version: coded.data.version }
}

describe('[API-07] calls that create something', () => {
  /** Changes by POST that create nothing, or find by themselves that they have been made: each with why. */
  const without: Record<string, string> = {
    'POST /his/api/chatfiles': 'begun under an id that its sender made: asked again it says how far it has come',
    'POST /his/api/drugcheckanswers': 'a finding has one reason: given again it is the same',
    'POST /his/api/auditlogs/verifications': 'looks again',
    'POST /his/api/createDoctorFee': 'carries a version',
    'POST /his/api/deleteICD': 'carries a version',
    'POST /his/api/deleteMedicine': 'carries a version',
    'POST /his/api/deleteMedicinePackage': 'carries a version',
    'POST /his/api/deleteProduct': 'carries a version',
    'POST /his/api/updateContinuousPrescription': 'carries a version',
    'POST /his/api/delnote': 'carries a version',
    'POST /his/api/delnotetemplate': 'carries a version',
    'POST /his/api/notecopies': 'what stands there already does not come in twice',
    'POST /his/api/delword': 'carries a version',
    'POST /his/api/doctorstatus': 'a state, not a thing',
    'POST /his/api/editdoctorphone': 'a code is used once',
    'POST /his/api/boardaddresses/{partnerid}': 'the token is told once and kept nowhere; one too many is revoked',
    'POST /his/api/handoverkeys/{partnerid}': 'a new key takes the old one’s place; it is shown once and kept nowhere',
    'POST /his/api/members/{pid}/messengers': 'a new code takes the old one’s place; it is kept nowhere',
    'POST /his/api/providertests': 'a trial, which says what came of it',
    'POST /his/api/pushsubscriptions': 'a session has one browser: given again it is the same',
    'POST /his/api/queue': 'carries a version',
    'POST /his/api/readings/{id}/withdraw': 'withdrawn once: asked again it stays as it is',
    'POST /his/api/ratingAiResponse': 'a state, not a thing',
    'POST /his/api/referrals/{id}/links': 'a new link takes the old one’s place; address and code are kept nowhere',
    'POST /his/api/recycleMessage': 'a step that is taken once and stays',
    'POST /his/api/removecontact': 'a state, not a thing',
    'POST /his/api/casemessages': 'carries a number of the page',
    'POST /his/api/savechatmsg': 'each message carries a number of its page: the same one is there once',
    'POST /his/api/aiSuggestion': 'asked again it is another suggestion; the one before stays',
    'POST /his/api/snAiSuggestion': 'asked again it is another suggestion; the one before stays',
    'POST /his/api/calls/{callID}/guests': 'the code is told this once, and kept nowhere',
    'POST /his/api/staffinvitations': 'asked again it is the same invitation',
    'POST /his/api/staffaccounts': 'an account is there once; its first password is kept nowhere',
    'POST /his/api/staffaccounts/imports': 'an import is a job by its own id; the first passwords are kept nowhere',
    'POST /his/api/staffreviews': 'carries a version',
    'POST /his/api/words/imports': 'an import is a job by its own id',
    'POST /his/api/healthdatabatches': 'a batch is a job by its own id',
    'POST /his/api/updateObject': 'carries a version',
    'POST /his/api/updateSubjective': 'carries a version',
    'POST /his/api/updatecallinfostatus': 'a step of a state machine',
    'POST /his/api/uploadphoto/2': 'carries a version',
  }
  it('all take a key', async () => {
    const all = (await contractEndpoints()).map(({ definition }) => definition)
    const links = all.filter(({ permission, idempotent }) => permission === 'link' && idempotent)
    expect(links.map(nameOf).toSorted()).toEqual([
      'POST /his/api/links/{token}/arrivals',
      'POST /his/api/links/{token}/calls',
      'POST /his/api/links/{token}/consents',
    ])
    const posts = all.filter(
      ({ method, audit, permission }) =>
        method === 'POST' && audit === 'write' && !['link', 'linkToken', 'public'].includes(permission),
    )
    const bare = posts.filter(({ idempotent }) => !idempotent)
    expect(bare.map(nameOf).toSorted()).toEqual(Object.keys(without).toSorted())
    expect(posts.length - bare.length).toBeGreaterThan(30)
  })

  it('50 calls out at once under one key ring once and answer alike', async () => {
    const patient = await clinic.patient('waiting')
    const page = await patient.line()
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => sent('/his/api/callout', { queueID: patient.qid }, key)),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, code: 'OK', data: { direction: 'outbound' } })
    expect(answers.filter(({ again }) => again)).toHaveLength(49)
    expect([await count('call', patient.qid), await count('room', patient.qid)]).toEqual([1, 1])
    expect((await lin.act(String(answers[0]?.data.callID), 'cancel')).code).toBe('OK')
    // The call is over; the key still answers what it answered, and rings nobody.
    expect((await sent('/his/api/callout', { queueID: patient.qid }, key)).text).toBe(answers[0]?.text)
    expect(await count('call', patient.qid)).toBe(1)
    page.close()
    // Busy until a second after the end.
    await clinic.pass(2000)
  })

  it('50 signatures at once under one key are one signature, one version, one finished visit', async () => {
    const { qid, id, version } = await ready()
    const key = randomUUID()
    const body = { pid: 201, qid, id, version, password: 'demo1234' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => sent('/his/api/recordSignature', body, key)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, data: { state: 'signed' } })
    const kinds = await clinic.data.db.system.read(
      sql<{ kind: string }>`select kind from note_version where note_id = ${id} and kind = 'sign'`,
    )
    expect(kinds).toHaveLength(1)
    // Without the key it is a second signature, and refused as one.
    expect((await lin.post('/his/api/recordSignature', body)).code).toBe('NOTE_SIGNED')
  })

  it('keeps no password, and nothing that one could be guessed from', async () => {
    const { qid, id, version } = await ready()
    const key = randomUUID()
    const body = { pid: 201, qid, id, version, password: 'demo1234' }
    await sent('/his/api/recordSignature', body, key)
    expect(await sent('/his/api/recordSignature', { ...body, password: 'other567' }, key)).toMatchObject({
      status: 200,
      again: true,
    })
    expect((await sent('/his/api/recordSignature', { ...body, version: version + 1 }, key)).code).toBe(
      'IDEMPOTENCY_MISMATCH',
    )
  })

  it('a room, a word, an emergency access, a note and its lines are made once', async () => {
    const { qid } = await clinic.patient('waiting')
    const owner = { pid: 201, qid }
    const twice = async (path: string, body: unknown) => {
      const key = randomUUID()
      const first = await sent(path, body, key)
      const second = await sent(path, body, key)
      expect([first.status, first.again, second.again], `${path} ${first.text}`).toEqual([200, false, true])
      expect(second.text).toBe(first.text)
      return first.data
    }
    await twice('/comm/room/create', { queueID: qid })
    expect(await count('room', qid)).toBe(1)
    await twice('/his/api/words', { type: 's', word: '咳嗽三天' })
    expect(await clinic.data.db.system.read(sql`select id from word where word = '咳嗽三天'`)).toHaveLength(1)
    await twice('/his/api/consents/202/emergency', { reason: '病人昏迷送醫' })
    expect(await clinic.data.db.system.read(sql`select id from emergency_access where pid = 202`)).toHaveLength(1)
    const noteId = String((await twice('/his/api/note', owner)).id)
    await twice('/his/api/upsertICD', { ...owner, noteId, code: 'I10' })
    expect(await clinic.data.db.system.read(sql`select id from diagnosis where note_id = ${noteId}`)).toHaveLength(1)
  })

  it('a patient’s consents, arrival and call happen once', async () => {
    const patient = await clinic.patient('identified')
    const path = `/his/api/links/${patient.token}`
    const socket = await lin.online()
    const steps: [step: string, body: unknown][] = [
      ['consents', { consultation: true, recording: true, record: true, texts: consentTexts }],
      ['arrivals', { camera: 'ok', microphone: 'ok', speaker: 'ok' }],
      ['calls', { videoCall: true }],
    ]
    for (const [step, body] of steps) {
      const key = randomUUID()
      const first = await sent(`${path}/${step}`, body, key, patient)
      const second = await sent(`${path}/${step}`, body, key, patient)
      expect([first.status, first.again, second.again], `${step} ${first.text}`).toEqual([200, false, true])
      expect(second.text).toBe(first.text)
    }
    expect([await count('call', patient.qid), await count('consent', patient.qid)]).toEqual([1, 3])
    const arrivals = await clinic.data.db.system.read(
      sql`select id from appointment_event where qid = ${patient.qid} and action = 'checkIn'`,
    )
    expect(arrivals).toHaveLength(1)
    socket.close()
  })

  it('a refusal that was kept (a try that reached nobody) is told again', async () => {
    const nobody = await clinic.patient('waiting', { did: 102 })
    const key = randomUUID()
    const path = `/his/api/links/${nobody.token}/calls`
    const first = await sent(path, { videoCall: true }, key, nobody)
    expect(first.code).toBe('DOCTOR_OFFLINE')
    expect((await sent(path, { videoCall: true }, key, nobody)).text).toBe(first.text)
    expect(await count('call', nobody.qid)).toBe(1)
  })

  it('what was answered is nobody’s to read but the system’s', async () => {
    const scope = {
      kind: 'staff',
      mid: lin.mid,
      partnerId: 1,
      unitIds: [2],
      pid: null,
      qid: null,
      'emr.read': 'y',
      'appointment.read': 'y',
    } as const
    for (const column of ['body', 'request_hash'])
      await expect(
        clinic.data.db.read(scope, sql`select ${sql.ref(column)} from idempotency_key`),
        column,
      ).rejects.toThrow()
  })
})
