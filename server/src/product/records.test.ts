import { existsSync, readdirSync } from 'node:fs'
import type { EventShape } from '@teleward/contract/core/event.ts'
import { date, instant } from '@teleward/contract/core/scalars.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { appointment } from '@teleward/contract/appointments/schema.ts'
import { historyKind, member } from '@teleward/contract/members/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { book } from '../appointments/fixture.ts'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { reference } from '../reference/catalogue.ts'
import { nameOf } from './contract.ts'

let clinic: Clinic
let lin: Staff
beforeAll(async () => {
  clinic = await openClinic()
  lin = await clinic.staff('dr.lin')
})
afterAll(() => clinic.close())
const put = async (who: Staff, path: string, body: unknown) => {
  const answer = await who.request(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { status: string; data: Record<string, unknown> }
}
async function draft(): Promise<{ note: Note; owner: { pid: number; qid: number } }> {
  const { qid } = await clinic.patient('waiting')
  const owner = { pid: 201, qid }
  return { owner, note: (await lin.post<Note>('/his/api/note', owner)).data }
}

describe('a record that others can edit', () => {
  /** Changes that need no version, each with why. */
  const without: Record<string, string> = {
    'POST /his/api/drugcheckanswers': 'the key is of one finding: where it is another by now, that is said',
    'DELETE /his/api/clinicalsynonyms/{partnerid}/{id}': 'a term is added and removed, never changed',
    'POST /his/api/clinicalsynonyms/{partnerid}': 'creates; the same one is there once',
    'POST /his/api/boardaddresses/{partnerid}': 'creates',
    'DELETE /his/api/boardaddresses/{partnerid}/{id}': 'taken back once and for all',
    'DELETE /his/api/handoverkeys/{partnerid}': 'takes back the one there is',
    'DELETE /his/api/staffaccounts/{mid}/secondsteps': 'takes off what there is',
    'POST /his/api/staffinvitations': 'creates, in place of the one before, under the lock of who administers there',
    'DELETE /his/api/staffinvitations/{id}': 'taken back once, under its lock',
    'PUT /his/api/staffinvitations/{id}': 'answered once, under its lock, by the one whom it asks',
    'DELETE /his/api/members/merges/{id}': 'takes one merge back, once',
    'POST /comm/call': 'creates',
    'POST /comm/room/create': 'creates',
    'POST /comm/room/records': 'creates; what runs is one',
    'POST /his/api/auditlogs/verifications': 'looks, and keeps what it saw',
    'POST /his/api/authorizations': 'creates',
    'POST /his/api/call': 'creates',
    'POST /his/api/callout': 'creates',
    'POST /his/api/callout2': 'creates',
    'POST /his/api/invite': 'creates',
    'POST /his/api/transfer': 'creates',
    'POST /his/api/calls/{callID}/guests': 'creates',
    'DELETE /his/api/calls/{callID}/guests/{guest}': 'taken back twice it is the same',
    'POST /his/api/chatlinks': 'sends',
    'PUT /his/api/notifications/{id}': 'read or not, by the one whose it is',
    'PUT /his/api/notifications': 'read or not, by the one whose they are',
    'POST /his/api/pushsubscriptions': 'the one of the session',
    'DELETE /his/api/pushsubscriptions': 'the one of the session',
    'POST /his/api/notices': 'creates',
    'DELETE /his/api/notices/{id}': 'cancelled once, under the lock of who sends it',
    'POST /his/api/consents': 'creates, in place of the request before, under the lock of patient and unit',
    'POST /his/api/consents/{pid}/emergency': 'creates',
    'POST /his/api/contacts': 'creates',
    'POST /his/api/createSN': 'creates',
    'POST /his/api/createSND': 'adds; what was written stays',
    'POST /his/api/casemessages': 'creates; one number is one message',
    'POST /his/api/feedbacks': 'creates; what was written stays',
    'POST /his/api/privacystatements': 'creates a version behind the one its writer names',
    'POST /his/api/privacystatements/{no}/acceptances': "the caller's own; twice is once",
    'POST /his/api/groupmembers': 'names who comes and who goes, under the lock of the group',
    'POST /his/api/newdoctorchat': 'creates; two people have one',
    'POST /his/api/ratingAiResponse': "the caller's own word on what the caller asked",
    'POST /his/api/recycleMessage': 'taken back once and for all',
    'POST /his/api/removecontact': "off the caller's own list",
    'POST /his/api/savechatmsg': 'creates',
    'POST /his/api/aiSuggestion': 'creates, of the text whose digest it names',
    'POST /his/api/snAiSuggestion': 'creates',
    'POST /his/api/devicereadings': 'creates',
    'POST /his/api/handoverkeys/{partnerid}': 'creates; the one before is over',
    'POST /his/api/providertests': 'sends one message',
    'POST /his/api/exemptions': 'creates',
    'POST /his/api/settlementrates': 'creates, from a day to come on',
    'POST /his/api/statements/{id}/corrections': 'adds, under the lock of the statement; what was written stays',
    'POST /his/api/statements/{id}/remarks': 'adds; what was said stays',
    'POST /his/api/files/{id}/findings': 'adds; what was entered stays',
    'POST /his/api/doctorstatus': "the caller's own state",
    'POST /his/api/editdoctorphone': "the caller's own, by a code that is used once",
    'POST /his/api/members/imports': 'creates',
    'POST /his/api/members/{pid}/memberships': 'creates',
    'POST /his/api/note': 'creates',
    'POST /his/api/notecopies': 'adds beneath what stands there, under the lock, and replaces nothing',
    'POST /his/api/noticedoctorshift': 'tells',
    'POST /his/api/partners': 'creates',
    'POST /his/api/referrals': 'creates',
    'POST /his/api/outsideinstitutions': 'creates',
    'POST /his/api/referrals/{id}/links': 'another takes the place of the one before',
    'DELETE /his/api/referrals/{id}/links/{link}': 'taken back twice it is the same',
    'POST /his/api/sendPrescription': 'creates; a note is at one pharmacy at a time',
    'POST /his/api/productsendings':
      'the whole choice, which is its author’s alone, under its lock; what was sent stays',
    'POST /his/api/uploads': 'creates',
    'DELETE /his/api/uploads/{id}': 'given up once, under the lock of its row',
    'POST /his/api/sendNotifyAndVideoLink': 'sends',
    'POST /his/api/sendroombysms': 'sends',
    'POST /his/api/sendlinemsg': 'sends',
    'POST /his/api/sendwechat': 'sends',
    'POST /his/api/members/{pid}/messengers': 'a code; an earlier one of the member is over',
    'DELETE /his/api/members/{pid}/messengers/{channel}': 'taken off once',
    'DELETE /his/api/visitlinks/{id}': 'taken back once and for all',
    'POST /his/api/staffaccounts': 'creates',
    'POST /his/api/staffaccounts/imports': 'creates',
    'POST /his/api/todolist': 'creates',
    'POST /his/api/opinions': 'creates',
    'POST /his/api/todos/{id}/comments': 'adds; what was said stays',
    'POST /his/api/todos/{id}/reminders': 'tells, once an hour under the lock',
    'POST /his/api/uiconfigs/{partnerid}/rollback': 'makes a new version of an earlier one',
    'POST /his/api/units': 'creates',
    'POST /his/api/updatelimit': 'sets one number, under the lock of the day',
    'POST /his/api/updatecallinfostatus': 'a step of a state machine under its lock',
    'POST /his/api/words': 'creates',
    'POST /his/api/words/imports': 'creates',
    'POST /his/api/healthdatabatches': 'a workbook of many people: what a value replaces is kept as its version',
    'POST /his/api/externalreports': 'creates; what it corrects stays',
    'PUT /his/api/externalreports/{id}': 'withdrawn once, under the lock of its row',
    'POST /his/api/chatfiles': 'creates',
    'POST /his/api/drivefiles': 'creates',
    'DELETE /his/api/drivefiles/{id}': 'taken off once, under the lock of its row',
    'POST /his/api/events': 'creates',
    'POST /his/api/questionnaires': 'creates',
    'POST /his/api/questionnaires/{id}/sendings': 'creates: each asks anew',
    'POST /his/api/questionnaires/{id}/reminders': 'tells, each once under the lock of its row',
    'POST /his/api/joinEvent': 'creates, once under the lock of the event',
    'POST /his/api/makeEventAppt': 'creates',
    'POST /his/api/upsertMeasureData': 'adds; what it replaces it names, and what it has not seen stays beside it',
    'POST /his/api/uploadEventReport': 'adds, once under the lock of the event',
    'POST /his/api/screenings/{id}/invitations': 'adds, once under the lock of the event',
    'POST /his/api/screenings/{id}/facts': 'adds: what was said before stays',
    'POST /his/api/screenings/{id}/results': 'adds, once under the lock of the event; what it replaces it names',
    'POST /his/api/screenings/{id}/report': 'handed in once, under the lock of the event',
    'POST /his/api/healthchecks': 'creates, once under the lock of the member',
    'POST /his/api/addVaccination': 'creates, once under the lock of the child',
    'POST /his/api/addFluoride': 'creates, once under the lock of the child',
    'POST /his/api/addPreventive': 'creates, once under the lock of the child',
    'POST /his/api/addBiliary': 'creates',
    'POST /his/api/dietcourses': 'creates',
    'POST /his/api/insertDietDoctor': 'adds; what was written stays',
    'POST /partner/addMember': 'creates',
    'POST /his/api/monitorgroups': 'creates',
    'PUT /his/api/alerts/{id}': 'a step of a state machine under its lock: who comes second is told who was first',
    'POST /his/api/alerts/{id}/notes': 'adds; what was said before stays',
    'PUT /his/api/alerts/{id}/mute': 'under the lock of the alert: the last one counts, and each is kept',
    'DELETE /his/api/alerts/{id}/mute': 'ends what runs, whatever it was',
    'POST /his/api/readings/{id}/withdraw': 'marked once: who comes second is answered what stands',
    'PUT /his/api/monitoroffs/{pid}': 'on or off, whatever it was',
    'PUT /his/api/auditlogs/{id}': 'a mark that is set once and stays',
    'PUT /his/api/members/{pid}/memberships': 'on or off, whatever it was',
  }
  it('[API-08] every change of the staff’s carries a version, or stands among those that need none', () => {
    const changes = clinic.app.http.registry.filter(
      ({ audit, permission }) => audit === 'write' && !['link', 'linkToken', 'public'].includes(permission),
    )
    const asks = (schema: unknown) =>
      schema !== undefined &&
      /"\w*(version|revision)":/i.test(
        JSON.stringify(z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' })),
      )
    const bare = changes.filter(({ body, query }) => !asks(body) && !asks(query))
    expect(bare.map(nameOf).toSorted()).toEqual(Object.keys(without).toSorted())
    expect(changes.length - bare.length).toBeGreaterThan(30)
  })

  it('[API-08] a stale version of a visit, a word and the preferences gets 409 with the current record', async () => {
    const { qid } = await clinic.patient('waiting')
    const memo = { qid, action: 'memo', memo: 'one' }
    const [row] = await clinic.data.db.system.read(
      sql<{ version: number }>`select version from appointment where qid = ${qid}`,
    )
    const { version } = row ?? { version: 0 }
    expect((await lin.post('/his/api/queue', { ...memo, version })).code).toBe('OK')
    expect(await lin.post('/his/api/queue', { ...memo, memo: 'two', version })).toMatchObject({
      status: 409,
      code: 'VERSION_STALE',
      data: { qid, version: version + 1, p_memo: 'one' },
    })
    const word = (await lin.post<{ id: number; version: number }>('/his/api/words', { type: 's', word: '頭痛' })).data
    const edit = { id: word.id, version: word.version, word: '頭痛兩天' }
    expect((await put(lin, '/his/api/words', edit)).status).toBe('OK')
    expect(await put(lin, '/his/api/words', edit)).toMatchObject({
      status: 'VERSION_STALE',
      data: { id: word.id, word: '頭痛兩天', version: word.version + 1 },
    })
    expect(await lin.post('/his/api/delword', { id: word.id, version: word.version })).toMatchObject({
      status: 409,
      data: { word: '頭痛兩天' },
    })
    const first = await put(lin, '/his/api/preferences', { version: 1, changes: { theme: 'dark' } })
    expect(first.status, JSON.stringify(first)).toBe('OK')
    expect(await put(lin, '/his/api/preferences', { version: 1, changes: { theme: 'light' } })).toMatchObject({
      status: 'VERSION_STALE',
      data: { version: 2, preferences: { theme: 'dark' } },
    })
  })

  it('[API-08] a stale version of a note gets 409 with the note as it is, by every call that writes on it', async () => {
    const { note, owner } = await draft()
    const { id } = note
    const stale = { ...owner, id, version: note.version }
    const path = `/his/api/notes/${id}`
    expect((await put(lin, path, { ...owner, version: note.version, s: 'one', o: 'one' })).status).toBe('OK')
    const current = { status: 409, code: 'VERSION_STALE', data: { id, s: 'one', o: 'one' } }
    expect(await put(lin, path, { ...owner, version: note.version, s: 'two' })).toMatchObject({
      status: 'VERSION_STALE',
      data: { id, s: 'one' },
    })
    expect(await lin.post('/his/api/updateSubjective', { ...stale, text: 'two' })).toMatchObject(current)
    expect(await lin.post('/his/api/updateObject', { ...stale, text: 'two' })).toMatchObject(current)
    expect(await lin.post('/his/api/delnote', { ...stale, reason: '寫錯病人' })).toMatchObject({
      status: 409,
      code: 'VERSION_STALE',
    })

    const coded = (await lin.post<Note>('/his/api/upsertICD', { ...owner, noteId: id, code: 'I10' })).data
    const line = coded.diagnoses[0]
    const remark = (version: number | undefined, remarks: string) =>
      lin.post('/his/api/upsertICD', { ...owner, noteId: id, id: line?.id, version, code: 'I10', remarks })
    expect((await remark(line?.version, 'one')).code).toBe('OK')
    expect(await remark(line?.version, 'two')).toMatchObject({
      status: 409,
      code: 'VERSION_STALE',
      data: { diagnoses: [{ remarks: 'one' }] },
    })
    // Two changes of one line, of which neither says what it was made to.
    expect((await remark(undefined, 'two')).code).toBe('BAD_INPUT')
    const removed = { ...owner, noteId: id, id: line?.id }
    expect((await lin.post('/his/api/deleteICD', removed)).code).toBe('BAD_INPUT')
    expect(await lin.post('/his/api/deleteICD', { ...removed, version: line?.version })).toMatchObject({
      status: 409,
      code: 'VERSION_STALE',
      data: { id, diagnoses: [{ id: line?.id, remarks: 'one' }] },
    })
    await staleMedicine(owner, id)
    const noted = await lin.post<Note>('/his/api/getEmrData', owner)
    expect(noted.code).toBe('OK')
    const sign = { ...stale, password: 'demo1234' }
    expect(await lin.post('/his/api/recordSignature', sign)).toMatchObject(current)
    const order = { ...owner, noteId: id, order: [line?.id], version: note.version }
    expect((await lin.post('/his/api/soap_icd10', order)).code).toBe('VERSION_STALE')

    const [now] = await clinic.data.db.system.read(sql<{ version: number }>`select version from note where id = ${id}`)
    const signed = await lin.post<Note>('/his/api/recordSignature', {
      ...stale,
      version: now?.version,
      password: 'demo1234',
    })
    expect(signed.code).toBe('OK')
    const amend = { ...stale, reason: '補充說明', s: 'three' }
    expect(await lin.post('/his/api/updatenote', amend)).toMatchObject({
      status: 409,
      code: 'VERSION_STALE',
      data: { s: 'one' },
    })
  })
})

/** A prescription line that a nurse changed is neither changed nor removed by who read it before. */
async function staleMedicine(owner: { pid: number; qid: number }, noteId: string): Promise<void> {
  const drug = reference.drugs().search('amlodipine')[0]
  const dose = { code: drug?.code, dose: 1, frequency: 'QD', route: 'PO' }
  const put = (body: object) => lin.post<Note>('/his/api/upsertMedicine', { ...owner, noteId, ...dose, ...body })
  const line = (await put({ days: 7 })).data.lines[0]
  const read = { id: line?.id, version: line?.version }
  expect((await put({ ...read, days: 14 })).code).toBe('OK')
  const current = { status: 409, code: 'VERSION_STALE', data: { id: noteId, lines: [{ id: line?.id, days: 14 }] } }
  expect((await put({ id: line?.id, days: 3 })).code).toBe('BAD_INPUT')
  expect(await put({ ...read, days: 3 })).toMatchObject(current)
  expect(await lin.post('/his/api/deleteMedicine', { ...owner, noteId, ...read })).toMatchObject(current)
}

describe('times', () => {
  /** What looks like a day or an hour, and is neither `YYYY-MM-DD` nor an instant that says its offset. */
  const odd = (text: string) =>
    [...text.matchAll(/"([^"]*)":"(\d{4}-\d{2}-\d{2}[^"]*|\d{2}\/\d{2}\/\d{2,4})"/g)]
      .filter(([, , value = '']) => !/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/.test(value))
      .map(([whole]) => whole)

  /** A word that names a time or a day: `startAt`, `due_on`, `birthday`, `at`. */
  const timely =
    /(^|[a-z_])(At|Until|Time|Date|Day|On|Since|_at|_on|_time|_date|_day)$|^(at|on|date|day|time|today|since|until|from|to|birthday|month|start|end)$/
  /** So named, and neither an instant nor a day. */
  const others: Record<string, string> = {
    'from integer': 'an hour of the day, or minutes',
    'to integer': 'an hour of the day, or minutes',
    'today integer': 'how many there are today',
    'twDay integer': 'an amount by day',
    'cnDay integer': 'an amount by day',
    'settlementDay number': 'a day of every month',
    'timesPerDay number': 'how often a drug is taken',
    'time string': 'a time of day, HH:MM',
    'from string': 'a year or a month of a CV; a name',
    'to string': 'a year or a month of a CV; a state; whom it goes to',
    'start string': 'a time of day, HH:MM',
    'end string': 'a time of day, HH:MM',
    'month string': 'a month, YYYY-MM',
    'studyDate string': 'as a DICOM file writes it, YYYYMMDD',
    'studyTime string': 'as a DICOM file writes it, HHMMSS',
    'birthday string': 'what a file said, before it is read',
  }
  const PARTS = new Set(['anyOf', 'oneOf', 'allOf', 'items', 'additionalProperties', 'prefixItems'])

  // An answer that does not fit its definition never leaves the server, so what the definitions say holds for every answer.
  it('[API-09~] are instants with an offset or days by the definition of every answer and every event', async () => {
    const found: string[] = []
    const kinds = { 'date-time': 0, date: 0 }
    const walk = (node: unknown, name: string, of: string): void => {
      if (typeof node !== 'object' || node === null) return
      const { format, type } = node as { format?: keyof typeof kinds; type?: string | string[] }
      if (format && format in kinds) kinds[format] += 1
      else if (timely.test(name))
        for (const kind of [type ?? []].flat())
          if (/string|number|integer/.test(kind) && !(`${name} ${kind}` in others))
            found.push(`${of}: ${name} is a ${kind}`)
      for (const [key, value] of Object.entries(node)) walk(value, PARTS.has(key) || /^\d+$/.test(key) ? name : key, of)
    }
    const described = (schema: z.ZodType, io: 'input' | 'output') =>
      z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    const { registry } = clinic.app.http
    for (const one of registry) walk(described(one.response as z.ZodType, 'output'), '', nameOf(one))
    const contract = new URL('../../../contract/src/', import.meta.url)
    const events: EventShape[] = []
    for (const domain of readdirSync(contract)) {
      const file = new URL(`${domain}/events.ts`, contract)
      if (!existsSync(file)) continue
      const told = Object.values((await import(file.href)) as Record<string, unknown>)
      events.push(
        ...told.filter((one): one is EventShape => typeof one === 'object' && one !== null && 'payload' in one),
      )
    }
    expect(events.length).toBeGreaterThan(20)
    for (const one of events) walk(described(one.payload, 'output'), '', one.name)
    expect(found).toEqual([])
    expect(registry.length).toBeGreaterThan(270)
    expect(kinds['date-time']).toBeGreaterThan(400)
    expect(kinds.date).toBeGreaterThan(100)
    // What counts as one: an offset has to be there, and the day has to be one.
    for (const bad of ['2026-03-12T02:30:00', '2026-03-12 02:30:00Z', '2026-03-12', '12/03/2026', 1773282600000, ''])
      expect(instant.safeParse(bad).success, String(bad)).toBe(false)
    expect(instant.safeParse('2026-03-12T10:30:00+08:00').success).toBe(true)
    for (const bad of ['2026-02-30', '2026-3-1', '2026-03-12T00:00:00Z', '20260312', '12/03/2026'])
      expect(date.safeParse(bad).success, bad).toBe(false)
  })

  it('[API-09] are ISO 8601 with offset, days YYYY-MM-DD, in every answer', async () => {
    const { note, owner } = await draft()
    await lin.post('/his/api/updateSubjective', { ...owner, id: note.id, version: note.version, text: 'x' })
    const texts = [
      (await lin.post('/his/api/getQueues', {})).text,
      (await lin.post('/his/api/getEmrData', owner)).text,
      (await lin.post('/his/api/fetchMRHistory', { pid: 201 })).text,
      (await lin.post('/his/api/mrnotedata', { qid: owner.qid })).text,
      (await lin.post('/his/api/getCallList')).text,
      (await lin.post('/his/api/getRoomList')).text,
      (await lin.post('/his/api/login_log', {})).text,
      (await lin.post('/his/api/getQueuesUndoneQuantity', {})).text,
    ]
    for (const path of [
      `getQueueDetailByQid/${owner.qid}`,
      'getQueueHistory/201/1/1',
      'weekqueuestatus',
      'monthqueuestatus/2026/3',
      'dashboards/home',
      'operationlogs',
      'notes/201/1',
      `noteversions/${note.id}`,
      `getRXData/${owner.qid}`,
      'consents/201',
      'userinfo/3',
      `recordings?queueID=${owner.qid}`,
    ])
      texts.push((await lin.get(`/his/api/${path}`)).text)
    for (const text of texts) {
      expect(text).toContain('"status":"OK"')
      expect(odd(text)).toEqual([])
    }
    const all = texts.join('\n')
    expect([...all.matchAll(/T\d{2}:\d{2}:\d{2}/g)].length).toBeGreaterThan(30)
    // Nothing that names an instant is a bare number either.
    expect(all.match(/"\w*(At|Until|Time)":\d/g)).toBeNull()
  })

  it('[API-09] today is the institution’s: a partner in New York turns the day four hours after Greenwich', async () => {
    await clinic.data.db.system.tx((tx) => tx.run(sql`update partner set time_zone = 'America/New_York' where id = 32`))
    const entry = { partnerId: 32, unitId: 90, pid: 205, did: 105 }
    const eve = await book(clinic.data.db, { ...entry, date: '2026-03-11' })
    const day = await book(clinic.data.db, { ...entry, date: '2026-03-12' })
    const today = async (who: Staff) =>
      (await who.post<{ qid: number }[]>('/his/api/getQueues', { tab: 'today' })).data.map(({ qid }) => qid)
    // 02:30 in Greenwich, 10:30 in Taipei, half past ten of the evening before in New York.
    let far = await clinic.staff('dr.far')
    expect(await today(far)).toEqual([eve])
    // Who turns 26 on the 12th, entered at half past ten of the evening before.
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update member set birthday = '2000-03-12', created_at = '2026-03-12T02:30:00Z' where pid = 205`),
    )
    const found = async (query: object) =>
      (await far.post<{ pid: number }[]>('/partner/memberlist', query)).data.map(({ pid }) => pid).includes(205)
    expect([await found({ ageFrom: 26 }), await found({ ageTo: 25 })]).toEqual([false, true])
    expect([await found({ createdTo: '2026-03-11' }), await found({ createdFrom: '2026-03-12' })]).toEqual([
      true,
      false,
    ])
    expect((await far.get<{ today: string; timeZone: string }>('/his/api/dashboards/home')).data).toMatchObject({
      today: '2026-03-11',
      timeZone: 'America/New_York',
    })
    expect((await far.post('/his/api/queue', { qid: day, action: 'checkIn', version: 1 })).code).toBe('APPT_NOT_TODAY')
    const [one, other] = [Date.parse('2026-03-12T03:59:59Z'), Date.parse('2026-03-12T04:00:01Z')]
    clinic.clock.set(new Date(one))
    far = await clinic.staff('dr.far')
    expect(await today(far)).toEqual([eve])
    clinic.clock.set(new Date(other))
    expect(await today(far)).toEqual([day])
    expect((await far.post('/his/api/queue', { qid: day, action: 'checkIn', version: 1 })).code).toBe('OK')
    expect([await found({ ageFrom: 26 }), await found({ ageTo: 25 })]).toEqual([true, false])
    // And in Taipei it is noon of the same day as before.
    lin = await clinic.staff('dr.lin')
    expect((await lin.get('/his/api/dashboards/home')).data).toMatchObject({ today: '2026-03-12' })
  })
})

describe('fields', () => {
  const columns = async (table: string) =>
    (
      await clinic.data.db.system.read(
        sql<{ name: string }>`select column_name as name from information_schema.columns where table_name = ${table}`,
      )
    ).map(({ name }) => name)

  it('[MEMB-02] a member holds every field of the specification, stored and told', async () => {
    const held: [spec: string, column: string, wire: string][] = [
      ['id number', 'id_number', 'idNumber'],
      ['name', 'name', 'name'],
      ['gender', 'gender', 'gender'],
      ['birthday', 'birthday', 'birthday'],
      ['height', 'height', 'height'],
      ['weight', 'weight', 'weight'],
      ['national health card number', 'nhi_card_number', 'nhiCardNumber'],
      ['mobile', 'mobile', 'mobile'],
      ['verification state', 'mobilecode', 'mobilecode'],
      ['emergency contact', 'emergency_contact', 'emergencyContact'],
      ['VIP flag', 'vip', 'vip'],
    ]
    const stored = await columns('member')
    for (const [spec, column, wire] of held) {
      expect(stored, spec).toContain(column)
      expect(Object.keys(member.shape), spec).toContain(wire)
    }
    // Personal and family history, allergies.
    expect(historyKind.options).toEqual(
      expect.arrayContaining(['person_sick', 'parents_sick', 'parents_cancer', 'sensitive_matters']),
    )
    expect(Object.keys(member.shape)).toEqual(expect.arrayContaining(['histories', 'allergies']))
    expect(await columns('member_history')).toEqual(expect.arrayContaining(['kind', 'note', 'severity']))
    const refused = (change: ReturnType<typeof sql>) =>
      expect(clinic.data.db.system.tx((tx) => tx.run(change))).rejects.toThrow()
    await refused(sql`update member set nhi_card_number = '12345678901' where pid = 201`)
    await refused(sql`update member set nhi_card_number = '1234567890123' where pid = 201`)
    await refused(sql`update member set mobilecode = 2 where pid = 201`)
    await refused(
      sql`insert into member_history (pid, partner_id, unit_id, kind, note) values (201, 1, 2, 'other', 'x')`,
    )
  })

  it('[APPT-01] an entry tells every field of the specification’s queue under its own name', async () => {
    const told = Object.keys(appointment.shape)
    for (const field of [
      'finish',
      'closed',
      'interval',
      'proxy',
      'sms_room',
      'pid',
      'mr_id',
      'mrid',
      'currentPid',
      'p_memo',
      'e_name',
      'qid',
      'roomid',
      'did',
    ])
      expect(told, field).toContain(field)
    for (const field of [
      'doctor',
      'patient',
      'date',
      'slot',
      'status',
      'serviceItem',
      'fee',
      'durationMinutes',
      'consultProblem',
      'callTarget',
      'site',
    ])
      expect(told, field).toContain(field)
    expect(appointment.shape.slot.options).toEqual(
      expect.arrayContaining(['am', 'pm', 'night', 'other', 'emergency', 'earlyMorning', 'lateNight']),
    )
    expect(appointment.shape.kind.options).toEqual(expect.arrayContaining(['agent', 'special', 'emergency']))
    expect(await columns('recording')).toContain('qid')
  })
  it('[APPT-01] tells of each visit its record under both names, and whose it is', async () => {
    const { qid } = await clinic.patient('waiting')
    const told = async () => {
      const { data } = JSON.parse((await lin.post('/his/api/getQueues', {})).text) as { data: { qid: number }[] }
      return data.find((entry) => entry.qid === qid)
    }
    expect(await told()).toMatchObject({ mr_id: null, mrid: null, pid: 201, currentPid: 201, noteSigned: false })
    // Somebody else's note stands for the visit's until its doctor begins one.
    const chen = await clinic.staff('nurse.chen')
    const owner = { pid: 201, qid }
    const nurses = (await chen.post<Note>('/his/api/note', owner)).data
    expect(await told()).toMatchObject({ mr_id: nurses.id, mrid: nurses.id })
    const own = (await lin.post<Note>('/his/api/note', owner)).data
    expect(own.id).not.toBe(nurses.id)
    expect(await told()).toMatchObject({ mr_id: own.id, mrid: own.id, noteSigned: false })
    const gone = { ...owner, id: own.id, version: own.version, reason: '寫錯病人' }
    expect((await lin.post('/his/api/delnote', gone)).code).toBe('OK')
    expect(await told()).toMatchObject({ mr_id: nurses.id })
  })
})

describe('the steps of an appointment', () => {
  const actions = ['checkIn', 'undoCheckIn', 'finish', 'undoFinish', 'cancel', 'close', 'redial', 'memo'] as const
  const no = 'APPT_ILLEGAL_STEP'
  /** What comes of each step by the visit's doctor, today and out of the call; a state, or the refusal. */
  const table: Record<string, readonly string[]> = {
    held: [no, no, no, no, 'cancelled', no, no, 'held'],
    registered: ['checkedIn', no, no, no, 'cancelled', no, no, 'registered'],
    checkedIn: [no, 'registered', 'finished', no, 'cancelled', 'closed', no, 'checkedIn'],
    redial: [no, no, no, no, 'cancelled', 'closed', no, 'redial'],
    autoCancelled: [no, no, no, no, no, 'closed', 'redial', 'autoCancelled'],
    finished: [no, no, no, 'checkedIn', no, no, no, 'finished'],
    cancelled: [no, no, no, no, no, no, no, 'cancelled'],
    released: [no, no, no, no, no, no, no, 'released'],
    closed: [no, no, no, no, no, no, no, 'closed'],
  }
  it.each(Object.keys(table))('[APPT-02~] %s: the server takes or refuses each as the table says', async (status) => {
    for (const [at, action] of actions.entries()) {
      const finished = status === 'finished' ? { finishedAt: clinic.clock.now(), finishedBy: lin.mid } : {}
      const qid = await book(clinic.data.db, { status, time: '16:00', ...finished })
      const more = action === 'memo' ? { memo: 'x' } : { reason: '病患來電' }
      const answer = await lin.post('/his/api/queue', { qid, action, version: 1, ...more })
      const came = answer.code === 'OK' ? String(answer.data.status) : answer.code
      expect(came, `${status} ${action}`).toBe(table[status]?.[at])
      const [row] = await clinic.data.db.system.read(
        sql<{
          status: string
          steps: number
        }>`select status, (select count(*)::int from appointment_event e where e.qid = a.qid) as steps
          from appointment a where qid = ${qid}`,
      )
      expect(row, `${status} ${action}`).toEqual(
        answer.code === 'OK' ? { status: came, steps: 1 } : { status, steps: 0 },
      )
      if (answer.code === no) expect(answer.text).toContain('"state"')
    }
  })
})
