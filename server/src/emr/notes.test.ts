import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmrData, NoteVersion } from '@teleward/contract/emr/schema.ts'
import { sql } from '../platform/db/index.ts'
import { book, type Clinic, members, openClinic, people } from './fixture.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic?.stop())

const { lin, wang, chen, kao, far, away } = people

describe('beginning a note', () => {
  it('[EMR-02~] begins one note per visit and author, however often and at once it is asked for', async () => {
    const qid = await book(clinic.db, { status: 'checkedIn' })
    const all = await Promise.all(Array.from({ length: 20 }, () => clinic.post(lin, 'note', { pid: members.wu, qid })))
    expect(new Set(all.map((answer) => answer.data.id)).size).toBe(1)
    expect(all[0]?.data).toMatchObject({
      pid: members.wu,
      qid,
      state: 'draft',
      version: 1,
      s: '',
      author: { mid: lin },
    })
    const own = await clinic.post(chen, 'note', { pid: members.wu, qid })
    expect(own.data.id).not.toBe(all[0]?.data.id)
  })
  it.each([
    ['nobody', undefined, 401, 'UNAUTHENTICATED'],
    ['an agent', kao, 403, 'FORBIDDEN'],
    ['a doctor of another unit', away, 404, 'NOT_FOUND'],
    ['a doctor of another institution', far, 404, 'NOT_FOUND'],
  ] as const)('[EMR-11~] refuses %s', async (_who, mid, status, code) => {
    const qid = await book(clinic.db)
    expect(await clinic.post(mid, 'note', { pid: members.wu, qid })).toMatchObject({ status, code })
  })
  it('[EMR-02~] fixes the patient: a visit of somebody else is refused at the beginning and at every save', async () => {
    const qid = await book(clinic.db)
    expect(await clinic.post(lin, 'note', { pid: members.zhang, qid })).toMatchObject({
      status: 400,
      code: 'FIELD_RELATED',
    })
    const note = await clinic.draft()
    const other = await book(clinic.db)
    for (const wrong of [
      { pid: members.zhang, qid: note.qid },
      { pid: note.pid, qid: other },
    ]) {
      const answer = await clinic.call(lin, 'PUT', `notes/${note.id}`, { ...wrong, version: 1, s: '別人的主訴' })
      expect(answer).toMatchObject({ status: 400, code: 'FIELD_RELATED' })
    }
    expect((await clinic.save(note, {})).data.s).toBe('')
  })
  it.each(['held', 'cancelled', 'released'])('takes no note of a visit that is %s', async (status) => {
    const qid = await book(clinic.db, { status })
    expect(await clinic.post(lin, 'note', { pid: members.wu, qid })).toMatchObject({
      status: 409,
      code: 'APPT_ILLEGAL_STEP',
    })
  })
  it('[EMR-11~] without authorisation lets only those who took part in the visit write', async () => {
    const qid = await book(clinic.db, { pid: members.zhang, status: 'checkedIn' })
    expect(await clinic.post(wang, 'note', { pid: members.zhang, qid })).toMatchObject({
      status: 403,
      code: 'EMR_NOT_AUTHORISED',
    })
    const mine = await clinic.post(lin, 'note', { pid: members.zhang, qid })
    expect(mine).toMatchObject({ status: 200, data: { state: 'draft' } })
    expect(await clinic.save(mine.data, { s: '咳嗽' })).toMatchObject({ status: 200, data: { s: '咳嗽' } })
    expect((await clinic.post(chen, 'note', { pid: members.zhang, qid })).status).toBe(200)
    // A bound nurse prepares only where the record is open to the nurse.
    expect(await clinic.post(chen, 'note', { pid: members.zhang, qid, did: lin })).toMatchObject({
      code: 'EMR_NOT_AUTHORISED',
    })
  })
})

describe('saving', () => {
  it('[EMR-02~] keeps what was acknowledged, and the same text again is no new version', async () => {
    const note = await clinic.draft()
    const parts = { s: '第一行\n第二行\t😀𠮷', o: 'O', a: 'A', p: 'P', memo: '多喝水' }
    const saved = await clinic.save(note, parts)
    expect(saved).toMatchObject({ status: 200, data: { ...parts, version: 2 } })
    expect((await clinic.save(note, parts)).data.version).toBe(2)
    expect((await clinic.save(note, {})).data.version).toBe(2)
  })
  it('[EMR-19~] two tabs share one draft: different parts are merged, the same part answers VERSION_STALE with the note as it is', async () => {
    const note = await clinic.draft()
    await clinic.save(note, { s: '一號分頁' })
    const merged = await clinic.save(note, { o: '二號分頁' })
    expect(merged).toMatchObject({ status: 200, data: { s: '一號分頁', o: '二號分頁', version: 3 } })
    const clash = await clinic.save(note, { s: '二號分頁也寫', p: '不該存' })
    expect(clash).toMatchObject({ status: 409, code: 'VERSION_STALE', data: { s: '一號分頁', p: '', version: 3 } })
    expect(clash.body.fields).toMatchObject([{ path: 's' }])
    expect((await clinic.save(note, { s: '一號分頁' })).status).toBe(200)
    expect((await clinic.save(note, { s: 'x' }, lin, 99)).code).toBe('VERSION_STALE')
  })
  it('[EMR-19~] fifty saves of two tabs at once lose no part', async () => {
    const note = await clinic.draft()
    const tabs = Array.from({ length: 50 }, (_, at) => clinic.save(note, at % 2 ? { s: `s${at}` } : { o: `o${at}` }))
    const answers = await Promise.all(tabs)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.every(({ status, code }) => status === 200 || code === 'VERSION_STALE')).toBe(true)
    const now = await clinic.save(note, {})
    expect(now.data).toMatchObject({
      version: 3,
      s: expect.stringMatching(/^s\d+$/),
      o: expect.stringMatching(/^o\d+$/),
    })
  })
  it('[EMR-02~] keeps versions: at most one in 30 seconds of typing, and what stood through a pause', async () => {
    const note = await clinic.draft()
    let version = note.version
    for (let second = 0; second < 65; second += 1) {
      version = (await clinic.save(note, { s: `${second}` }, lin, version)).data.version
      clinic.clock.advance(1000)
    }
    clinic.clock.advance(3_600_000)
    await clinic.save(note, { s: '一小時後' }, lin, version)
    const { data, body } = await clinic.call<NoteVersion[]>(lin, 'GET', `noteversions/${note.id}`)
    expect(body.total).toBeLessThanOrEqual(4)
    expect(data.map((row: { content: { s: string } }) => row.content.s)).toContain('64')
    expect(data[0]).toMatchObject({ kind: 'autosave', changed: ['s'], savedBy: { mid: lin } })
  })
  it('updateSubjective and updateObject write one part each', async () => {
    const note = await clinic.draft()
    const owner = { pid: note.pid, qid: note.qid, id: note.id }
    expect((await clinic.post(lin, 'updateSubjective', { ...owner, version: 1, text: '主訴' })).data.s).toBe('主訴')
    expect((await clinic.post(lin, 'updateObject', { ...owner, version: 1, text: '理學' })).data).toMatchObject({
      s: '主訴',
      o: '理學',
    })
  })
  it.each([
    ['a megabyte of text', { s: 'x'.repeat(900_000) }, 400],
    ['a number', { s: 5 }, 400],
    ['a list', { s: ['x'] }, 400],
  ])('refuses %s in a part and changes nothing', async (_what, parts, status) => {
    const note = await clinic.draft()
    expect((await clinic.save(note, parts)).status).toBe(status)
    expect((await clinic.save(note, {})).data).toMatchObject({ s: '', version: 1 })
  })
  it('refuses a body of more than a megabyte, __proto__ and broken JSON', async () => {
    const note = await clinic.draft()
    expect(await clinic.save(note, { s: 'x'.repeat(1_100_000) })).toMatchObject({ status: 413, code: 'TOO_LARGE' })
    const proto = `{"pid":${note.pid},"qid":${note.qid},"version":1,"__proto__":{"s":"x"}}`
    expect((await clinic.call(lin, 'PUT', `notes/${note.id}`, proto)).status).toBe(400)
    expect((await clinic.call(lin, 'PUT', `notes/${note.id}`, '{"pid":')).status).toBe(400)
    expect((await clinic.call(lin, 'PUT', `notes/not-a-uuid`, { pid: 1, qid: 1, version: 1 })).status).toBe(400)
  })
  it('stores half a character as something that can be signed and read again', async () => {
    const note = await clinic.draft()
    const saved = await clinic.save(note, { s: 'a\ud83d' })
    expect(saved).toMatchObject({ status: 200, data: { s: 'a\ufffd' } })
    clinic.clock.advance(60_000)
    expect((await clinic.save(note, { s: 'b' }, lin, saved.data.version)).status).toBe(200)
  })
  it('takes SQL and markup as the text they are', async () => {
    const note = await clinic.draft()
    const s = `'; drop table note; -- <script>alert(1)</script> %_\\ {{x}} $1`
    expect((await clinic.save(note, { s })).data.s).toBe(s)
  })
})

describe('whose note', () => {
  it('[EMR-10~] nobody but the author and who is bound to the author writes on it', async () => {
    const note = await clinic.draft()
    expect(await clinic.save(note, { s: 'x' }, wang)).toMatchObject({ status: 403, code: 'NOTE_NOT_AUTHOR' })
    expect(await clinic.save(note, { s: 'x' }, kao)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    for (const mid of [away, far])
      expect(await clinic.save(note, { s: 'x' }, mid)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const body = { pid: note.pid, qid: note.qid, version: 1, s: 'x' }
    expect(await clinic.call(undefined, 'PUT', `notes/${note.id}`, body)).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    })
    expect((await clinic.save(note, {})).data.s).toBe('')
  })
  it('[EMR-02~] a bound nurse prepares, is named, hands over, and cannot sign', async () => {
    const qid = await book(clinic.db, { status: 'checkedIn' })
    const { data: note } = await clinic.post(chen, 'note', { pid: members.wu, qid, did: lin })
    expect(note).toMatchObject({ author: { mid: lin }, preparedBy: { mid: chen }, state: 'draft' })
    const saved = await clinic.save(note, { s: '護理師先寫', handOver: true }, chen)
    expect(saved.data).toMatchObject({ s: '護理師先寫', state: 'prepared', preparedBy: { mid: chen } })
    const owner = { pid: note.pid, qid, noteId: note.id }
    expect((await clinic.post(chen, 'upsertICD', { ...owner, code: 'I10' })).status).toBe(200)
    // The audit log keeps for whom it was written; of what the doctor writes, nobody.
    const keptOf = (mid: number, action: string) =>
      clinic.db.system.read(sql<{ actedFor: number | null }>`select (detail ->> 'actedFor')::int as "actedFor"
        from audit_log where mid = ${mid} and action = ${action} order by id desc limit 1`)
    for (const action of ['POST /his/api/note', 'PUT /his/api/notes/{id}', 'POST /his/api/upsertICD'])
      expect([action, await keptOf(chen, action)]).toEqual([action, [{ actedFor: lin }]])
    expect(await keptOf(lin, 'POST /his/api/note')).toEqual([{ actedFor: null }])
    const sign = { pid: note.pid, qid, id: note.id, version: saved.data.version + 1, password: 'demo1234' }
    expect(await clinic.post(chen, 'recordSignature', sign)).toMatchObject({ status: 403, code: 'NOTE_NOT_AUTHOR' })
    const signed = await clinic.post(lin, 'recordSignature', sign)
    expect(signed).toMatchObject({
      status: 200,
      data: { state: 'signed', preparedBy: { mid: chen }, signedBy: { mid: lin } },
    })
    // Of a doctor the nurse is not bound to, and of a visit that is another doctor's.
    expect(
      await clinic.post(chen, 'note', { pid: members.wu, qid: await book(clinic.db, { did: wang }), did: wang }),
    ).toMatchObject({ code: 'NOTE_NOT_AUTHOR' })
    expect(
      await clinic.post(chen, 'note', { pid: members.wu, qid: await book(clinic.db, { did: wang }), did: lin }),
    ).toMatchObject({ code: 'NOTE_NOT_AUTHOR' })
  })
  it('[EMR-02~] shows a draft to nobody but its writers', async () => {
    const note = await clinic.draft()
    await clinic.save(note, { s: '草稿' })
    const seen = async (mid: number) =>
      (await clinic.post<EmrData>(mid, 'getEmrData', { pid: note.pid, qid: note.qid })).data
    expect((await seen(wang)).others).toEqual([])
    expect((await seen(chen)).others).toMatchObject([{ id: note.id, s: '草稿' }])
    expect((await seen(lin)).note).toMatchObject({ id: note.id, s: '草稿' })
    expect((await clinic.call<NoteVersion[]>(wang, 'GET', `noteversions/${note.id}`)).status).toBe(404)
  })
  it('[EMR-16~] keeps what another wrote before it is replaced, however fresh it is; what is gone on with needs no version', async () => {
    const note = await clinic.draft()
    const versions = async () => (await clinic.call<NoteVersion[]>(lin, 'GET', `noteversions/${note.id}`)).data
    const hers = (await clinic.save(note, { p: '護理師的計畫' }, chen)).data
    const longer = (await clinic.save(hers, { p: '護理師的計畫\n醫師補充' }, lin)).data
    expect(await versions()).toEqual([])
    const back = (await clinic.save(longer, { p: '只剩護理師的' }, chen)).data
    const mine = await clinic.save(back, { p: '只剩醫師的' }, lin)
    expect(mine.status).toBe(200)
    expect((await versions()).map(({ content, savedBy }) => [content.p, savedBy.mid])).toEqual([
      ['只剩護理師的', chen],
      ['護理師的計畫\n醫師補充', lin],
    ])
    // One's own words are typed over as before.
    await clinic.save(mine.data, { p: '再改' }, lin)
    expect(await versions()).toHaveLength(2)
  })
  it('[EMR-02~] writes an event with ids and no text, to the writers', async () => {
    const note = await clinic.draft()
    await clinic.save(note, { s: '不可外洩' })
    const rows = await clinic.db.system.read(sql<{ audience: string[]; payload: object }>`
      select audience, payload from event_log where type = 'note.changed' and payload ->> 'noteId' = ${note.id} order by id`)
    expect(rows.at(-1)).toMatchObject({
      audience: [`staff:${lin}`, `staff:${chen}`],
      payload: { noteId: note.id, version: 2, qid: note.qid },
    })
    expect(JSON.stringify(rows)).not.toContain('不可外洩')
  })
})
