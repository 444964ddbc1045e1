import { createHash, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageText } from '@teleward/contract/emr/images.ts'
import type { OutsideReferral } from '@teleward/contract/referrals/outside-endpoints.ts'
import type { Referral, ReferralDetail } from '@teleward/contract/referrals/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { book } from '../appointments/fixture.ts'
import { type Clinic, openClinic, type Reply, type Staff, until } from '../consultation/calls/fixture.ts'
import { pdf } from '../files/fixture.ts'
import { locked, step } from '../outbox/steps.ts'
import { sql } from '../platform/db/index.ts'

/** dr.lin of unit 2 refers 吳秀鳳 (201) to unit 3, where dr.away is, and to institutions outside. */
let clinic: Clinic
let lin: Staff
let chen: Staff
let away: Staff
let far: Staff
/** Anew, once the clock has gone past the end of their sessions. */
async function signedIn(): Promise<void> {
  ;[lin, chen, away, far] = (await Promise.all(
    ['dr.lin', 'nurse.chen', 'dr.away', 'dr.far'].map((account) => clinic.staff(account)),
  )) as [Staff, Staff, Staff, Staff]
}
beforeAll(async () => {
  clinic = await openClinic({ OUTBOX: 'development' })
  await signedIn()
})
afterAll(() => clinic.close())

const run = (statement: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(statement))
const body = pdf()
/** A file of a patient in the record, with bytes. */
async function file(pid: number, name: string): Promise<string> {
  const [id, key] = [randomUUID(), `1/${randomUUID()}.pdf`]
  await mkdir(join(clinic.dataDir, 'files/1'), { recursive: true })
  await writeFile(join(clinic.dataDir, 'files', key), body)
  await run(sql`insert into medical_file (id, partner_id, unit_id, pid, mid, kind, format, name, bytes, sha256, key, state, created_at, updated_at)
    values (${id}, 1, 2, ${pid}, 101, 'pe_report', 'pdf', ${name}, ${body.length}, ${createHash('sha256').update(body).digest('hex')}, ${key}, 'stored', now(), now())`)
  return id
}
/** A picture of the record that its notes speak of. */
const picture = imageText({ viewer: 'viewdicom', file: randomUUID(), look: 'look=f', words: '心臟超音波 3/40' })
async function note(pid: number): Promise<string> {
  const id = randomUUID()
  const visit = await book(clinic.data.db, { pid, status: 'finished' })
  await run(sql`insert into note (id, partner_id, unit_id, pid, qid, author_mid, state, s, o, a, signed_at, signed_by)
    values (${id}, 1, 2, ${pid}, ${visit}, 101, 'signed', '胸悶兩週', ${picture}, '疑瓣膜疾病', now(), 101)`)
  return id
}
const report = async (title: string) =>
  (
    await lin.post<{ id: string }>('/his/api/externalreports', {
      pid: 201,
      category: 'laboratory',
      title,
      source: '北投檢驗所',
      issuedAt: '2026-03-01T08:00:00Z',
      results: [{ name: 'BNP', value: '420', unit: 'pg/mL' }],
    })
  ).data.id

async function method<T>(who: Staff, verb: string, path: string, sent: object = {}): Promise<Reply<T>> {
  const response = await who.request(path, {
    method: verb,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  })
  const text = await response.text()
  const said = JSON.parse(text) as { status: string; data: T }
  return { status: response.status, code: said.status, data: said.data, headers: response.headers, text }
}
const put = (who: Staff, id: string, sent: object) => method<Referral>(who, 'PUT', `/his/api/referrals/${id}`, sent)
const detail = async (who: Staff, id: string) => who.get<ReferralDetail>(`/his/api/referrals/${id}`)
const hospital = async (more: object = {}) =>
  (
    await lin.post<{ id: string }>('/his/api/outsideinstitutions', {
      name: '淡水紀念醫院',
      phone: '02-28094661',
      address: '新北市淡水區民生路 45 號',
      email: 'referral@hospital.example',
      ...more,
    })
  ).data.id
const send = (more: object, who = lin) =>
  who.post<Referral>('/his/api/referrals', { pid: 201, reason: '心雜音，請評估', consent: true, ...more })
interface Made {
  id: string
  address: string
  code: string
}
const link = async (id: string, more: object = {}) =>
  (await lin.post<Made>(`/his/api/referrals/${id}/links`, more)).data

/** A browser at the institution outside: its cookies, and what it is answered. */
function browser(address: string) {
  const token = address.split('/').at(-1) ?? ''
  let cookie = ''
  const ask = async (path = '', init: RequestInit = {}) => {
    const response = await fetch(`${clinic.base}/his/api/outsidereferrals/${token}${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    })
    const set = response.headers.get('set-cookie')
    if (set) cookie = set.split(';')[0] ?? ''
    const text = await response.text()
    const said = (text.startsWith('{') ? JSON.parse(text) : {}) as {
      status?: string
      data?: OutsideReferral & { triesLeft: number }
    }
    return {
      status: response.status,
      code: said.status ?? '',
      data: said.data as OutsideReferral & { triesLeft: number },
      text,
      headers: response.headers,
    }
  }
  const json = (verb: string, sent: object): RequestInit => ({ method: verb, body: JSON.stringify(sent) })
  return {
    look: () => ask(),
    code: (code: string) => ask('/code', json('POST', { code })),
    step: (sent: object) => ask('', json('PUT', { who: '陳護理師', ...sent })),
    letter: () => ask('/letter'),
    file: (id: string) => ask(`/files/${id}`),
  }
}
const acts = (id: string) =>
  clinic.data.db.system.read(sql<{ action: string; step: string | null; file: string | null; outcome: string }>`
    select action, detail ->> 'step' as step, detail ->> 'file' as file, outcome from audit_log where target_kind = 'referral' and target_id = ${id} order by id`)

describe('a referral whole', () => {
  it('[REFR-01] goes to a unit, a doctor or an outside institution with reason and chosen records, in each state with who and when; its letter is a PDF, its answer stands in the record, and it is among ‘my referrals’', async () => {
    const [signed, paper, lab] = [await note(201), await file(201, '心電圖.pdf'), await report('心臟標記')]
    const records = { notes: [signed], files: [paper], reports: [lab] }
    const toUnit = (await send({ toUnit: 3, ...records })).data
    const toDoctor = (await send({ toUnit: 3, toMid: 106, urgency: 'urgent', ...records })).data
    const toOutside = (await send({ toOutside: await hospital({ code: '1131010011' }), ...records })).data
    expect([toUnit.to.person, toDoctor.to.person?.mid, toOutside.to]).toMatchObject([
      null,
      106,
      { unitId: null, unitName: '淡水紀念醫院', outside: { code: '1131010011' } },
    ])
    for (const one of [toUnit, toDoctor, toOutside])
      expect(one).toMatchObject({ state: 'sent', reason: '心雜音，請評估', attachments: 3 })
    const letters = async (who: Staff) =>
      (await who.get<Referral[]>('/his/api/referrals?state=all&pageSize=100')).data.map(({ id }) => id).toSorted()
    expect(await letters(lin)).toEqual([toUnit.id, toDoctor.id, toOutside.id].toSorted())
    expect(await letters(away)).toEqual([toUnit.id, toDoctor.id].toSorted())
    expect(
      (await lin.post<{ tabs: { referrals: number } }>('/his/api/getQueuesUndoneQuantity', {})).data.tabs.referrals,
    ).toBe(3)

    // Inside: the doctor reads exactly what was chosen, and takes the steps.
    expect((await detail(away, toDoctor.id)).data.records).toMatchObject({
      // What the picture shows, and not which file of the record it is.
      notes: [{ s: '胸悶兩週', o: '[心臟超音波 3/40]' }],
      reports: [{ title: '心臟標記', results: [{ name: 'BNP', value: '420' }] }],
      files: [{ id: paper, name: '心電圖.pdf' }],
    })
    const bytes = await away.request(`/his/api/referrals/${toDoctor.id}/files/${paper}`, {})
    expect(Buffer.from(await bytes.arrayBuffer()).equals(body)).toBe(true)
    const paperOf = async (who: Staff) =>
      (await who.request(`/his/api/documents/referral/${toDoctor.id}`, {})).headers.get('content-type')
    expect([await paperOf(lin), await paperOf(away)]).toEqual(['application/pdf', 'application/pdf'])
    for (const [version, step] of [
      { action: 'receive' },
      { action: 'accept', date: '2026-03-20' },
      { action: 'visited' },
      { action: 'report', answer: '二尖瓣脫垂' },
    ].entries())
      expect((await put(away, toDoctor.id, { ...step, version: version + 1 })).code).toBe('OK')
    const declined = await put(away, toUnit.id, { action: 'decline', answer: '額滿', version: 1 })
    expect(declined.data).toMatchObject({ state: 'declined', answer: '額滿', dueAt: null })

    // Outside: by the link and the code that is told beside it.
    const { address, code } = await link(toOutside.id)
    const outside = browser(address)
    expect((await outside.code(code)).data.letter).toMatchObject({
      state: 'received',
      patient: { name: '吳秀鳳', birthday: '1958-01-02' },
      records: {
        notes: [{ o: '[心臟超音波 3/40]', a: '疑瓣膜疾病' }],
        reports: [{ title: '心臟標記' }],
        files: [{ id: paper }],
      },
    })
    expect((await outside.letter()).headers.get('content-type')).toBe('application/pdf')
    expect((await outside.file(paper)).headers.get('content-type')).toBe('application/pdf')
    expect(await acts(toOutside.id)).toContainEqual({
      action: 'GET /his/api/outsidereferrals/{token}/files/{file}',
      step: null,
      file: paper,
      outcome: 'OK',
    })
    for (const [version, step] of [
      { action: 'accept', date: '2026-03-25' },
      { action: 'visited' },
      { action: 'report', answer: '建議手術評估' },
    ].entries())
      expect((await outside.step({ ...step, version: version + 2 })).code, step.action).toBe('OK')
    const whole = (await detail(lin, toOutside.id)).data
    expect(whole.history.map(({ to, name, who }) => [to, name ?? who])).toEqual([
      ['sent', '林書妍'],
      ['received', '淡水紀念醫院'],
      ['accepted', '陳護理師'],
      ['visited', '陳護理師'],
      ['reported', '陳護理師'],
    ])
    expect(whole.history.every(({ at }) => !Number.isNaN(Date.parse(at)))).toBe(true)

    // Both answers stand in the record, seen by the referring doctor, who was told.
    const { reports } = (
      await lin.get<{ reports: { category: string; conclusion: string; source: string; title: string }[] }>(
        '/his/api/externalreports/201',
      )
    ).data
    expect(
      reports
        .filter(({ category }) => category === 'referral')
        .map(({ conclusion, source, title }) => [conclusion, source, title])
        .toSorted(),
    ).toEqual([
      ['二尖瓣脫垂', '新店分站 新店醫師', '心雜音，請評估'],
      ['建議手術評估', '淡水紀念醫院 陳護理師', '心雜音，請評估'],
    ])
    const rung = await lin.get<{ what: string; subject: { id: string } }[]>('/his/api/notifications?pageSize=50')
    for (const { id } of [toDoctor, toOutside])
      expect(rung.data.filter((one) => one.subject.id === id).map(({ what }) => what)).toEqual([
        'referral.answered',
        'referral.answered',
      ])
  })

  it('[REFR-01~] reaches whom it waits for: the sender and the taker, once in each state, by the clock of each', async () => {
    const what = async (account: string, id: string) =>
      (
        await clinic.data.db.system.read(sql<{ what: string }>`
          select n.what from notification n join staff s on s.mid = n.mid
          where s.account = ${account} and n.subject_id = ${id} and n.what in ('referral.waiting', 'referral.overdue') order by n.at`)
      ).map((one) => one.what)
    const { id, dueAt, createdAt } = (await send({ toUnit: 3, toMid: 106, urgency: 'urgent' })).data
    expect(Date.parse(dueAt ?? '') - Date.parse(createdAt)).toBe(86_400_000)
    const late = async (who: Staff) =>
      (await who.get<Referral[]>('/his/api/referrals?state=late')).data.some((one) => one.id === id)
    expect(await late(lin)).toBe(false)
    await clinic.pass(86_400_000 + 60_000)
    await signedIn()
    expect([await what('dr.lin', id), await what('dr.away', id)]).toEqual([['referral.waiting'], ['referral.waiting']])
    expect([await late(lin), await late(away)]).toEqual([true, true])
    const day = (ahead: number) =>
      new Date(clinic.clock.now().getTime() + ahead * 86_400_000).toISOString().slice(0, 10)
    expect((await put(away, id, { action: 'accept', date: day(1), version: 1 })).code).toBe('OK')
    expect(await late(lin)).toBe(false)
    await clinic.pass(4 * 86_400_000)
    await signedIn()
    expect([await what('dr.lin', id), await what('dr.away', id)]).toEqual([
      ['referral.waiting', 'referral.overdue'],
      ['referral.waiting', 'referral.overdue'],
    ])
    expect((await put(away, id, { action: 'report', answer: '已看', version: 2 })).data.dueAt).toBeNull()
  })

  it('[REFR-01~] is by the link nothing before the code, by five wrong codes nothing any more, and after its end never again', async () => {
    const { id } = (await send({ toOutside: await hospital() })).data
    const first = await link(id)
    expect(JSON.stringify(await clinic.data.db.system.read(sql`select * from referral_link`))).not.toContain(
      first.address.split('/').at(-1),
    )
    const shut = browser(first.address)
    const before = await shut.look()
    expect(before.data).toMatchObject({ state: 'code', triesLeft: 5, letter: null, to: '淡水紀念醫院' })
    expect(before.text).not.toMatch(/吳秀鳳|1958|心雜音/)
    for (const act of [
      () => shut.letter(),
      () => shut.file(randomUUID()),
      () => shut.step({ action: 'accept', version: 1, date: '2030-01-01' }),
    ])
      expect((await act()).code).toBe('IDENTITY_MISMATCH')
    const wrong = first.code === '000000' ? '000001' : '000000'
    // Five at once are five tries and no more.
    const tried = await Promise.all(Array.from({ length: 8 }, () => shut.code(wrong)))
    expect(tried.filter(({ code }) => code === 'CODE_WRONG')).toHaveLength(4)
    expect((await shut.code(first.code)).code).toBe('IDENTITY_LOCKED')
    expect((await shut.look()).data.state).toBe('locked')
    expect((await detail(lin, id)).data.link).toMatchObject({ locked: true, opens: 0 })

    // Another link in its place; the one before is dead, and one browser holds the new one.
    const second = await link(id, { send: true })
    expect((await shut.look()).data.state).toBe('revoked')
    const [one, two] = [browser(second.address), browser(second.address)]
    expect((await one.code(second.code)).code).toBe('OK')
    expect((await one.look()).data.letter?.patient.name).toBe('吳秀鳳')
    expect((await two.look()).data).toMatchObject({ state: 'code', letter: null })
    expect((await two.code(second.code)).code).toBe('OK')
    expect((await one.look()).data.letter).toBeNull()
    expect((await detail(lin, id)).data.link).toMatchObject({ opens: 2, sentTo: 'r…@hospital.example' })
    const [message] = await clinic.data.db.system.read(
      sql<{
        body: string
        secret: boolean
      }>`select body, secret from outbox_message where origin_kind = 'referral' and origin_id = ${id}`,
    )
    expect(message?.secret).toBe(true)
    expect(message?.body).toContain(second.address)
    expect(message?.body).not.toMatch(new RegExp(`吳秀鳳|心雜音|${second.code}`))

    // Each opening and each wrong code is in the log; taken back and withdrawn it opens nothing.
    const log = await acts(id)
    for (const [outcome, times] of [
      ['CODE_WRONG', 4],
      ['IDENTITY_LOCKED', 5],
      ['OK', 2],
    ] as const)
      expect(
        log.filter((one) => one.action.endsWith('/code') && one.outcome === outcome),
        outcome,
      ).toHaveLength(times)
    expect(log.filter(({ action, step }) => action.startsWith('GET') && step === 'open').length).toBeGreaterThan(0)
    expect((await method(lin, 'DELETE', `/his/api/referrals/${id}/links/${second.id}`)).code).toBe('OK')
    expect((await two.look()).data).toMatchObject({ state: 'revoked', letter: null })
    expect((await two.letter()).code).toBe('LINK_DEAD')
    const third = await link(id, { days: 1 })
    const held = browser(third.address)
    await held.code(third.code)
    expect((await put(lin, id, { action: 'withdraw', version: (await detail(lin, id)).data.version })).code).toBe('OK')
    expect((await held.look()).data).toMatchObject({ state: 'withdrawn', letter: null })
    expect((await held.step({ action: 'accept', version: 3, date: '2030-01-01' })).code).toBe('LINK_DEAD')
    expect((await lin.post(`/his/api/referrals/${id}/links`, {})).code).toBe('REFERRAL_ILLEGAL_STEP')
    const other = (await send({ toOutside: await hospital() })).data
    const short = await link(other.id, { days: 1 })
    await clinic.pass(86_400_000)
    expect((await browser(short.address).look()).data).toMatchObject({ state: 'expired', letter: null })
    expect((await browser(short.address).code(short.code)).code).toBe('LINK_EXPIRED')
    await signedIn()
    // Who tries many addresses waits; who has one does not, from whichever browser.
    const last = await link((await send({ toOutside: await hospital() })).data.id)
    const reads = browser(last.address)
    expect((await reads.code(last.code)).code).toBe('OK')
    const guesses: string[] = []
    for (let count = 0; count < 31; count++) guesses.push((await browser('x/none').look()).code)
    expect([guesses[0], guesses[29], guesses[30]]).toEqual(['LINK_INVALID', 'LINK_INVALID', 'RATE_LIMITED'])
    expect((await reads.look()).data.state).toBe('open')
    expect((await browser(last.address).look()).data.state).toBe('code')
  })

  it('[REFR-01~] says to who sent it whether its mail has left, and tells them when it does', async () => {
    const line = await lin.line()
    const { id } = (await send({ toOutside: await hospital() })).data
    const mailed = async () => (await detail(lin, id)).data.link?.sending
    await link(id)
    expect(await mailed()).toBeNull()
    const made = await link(id, { send: true })
    await until(async () => (await mailed()) === 'sent')
    const heard = () =>
      line.heard.filter(({ type, payload }) => type === 'referral.changed' && payload.id === id).length
    const before = heard()
    await clinic.data.db.system.tx(async (tx) => {
      const mail = await tx.one(
        sql<{ id: string }>`select message_id as id from referral_link where id = ${made.id}::uuid`,
      )
      await step(tx, await tx.one(locked(mail.id)), { action: 'delivered', at: clinic.clock.now() })
    })
    await until(async () => heard() > before)
    expect(await mailed()).toBe('sent')
    await run(
      sql`update outbox_message set state = 'failed' where id = (select message_id from referral_link where id = ${made.id}::uuid)`,
    )
    expect(await mailed()).toBe('failed')
    line.close()
  })

  it('[REFR-01~] is answered once: of two at once the second is told, a declined one goes elsewhere once, and shows its records no more', async () => {
    await signedIn()
    const paper = await file(201, '超音波.pdf')
    const { id } = (await send({ toOutside: await hospital(), files: [paper] })).data
    const { address, code } = await link(id)
    const outside = browser(address)
    await outside.code(code)
    const both = await Promise.all([
      outside.step({ action: 'decline', answer: '無此專科', version: 2 }),
      outside.step({ action: 'accept', date: '2030-01-02', version: 2 }),
      put(lin, id, { action: 'withdraw', version: 2 }),
    ])
    expect(both.map((one) => one.code).filter((one) => one === 'OK')).toHaveLength(1)
    for (const { code: told } of both) expect(['OK', 'VERSION_STALE', 'LINK_DEAD']).toContain(told)

    const next = (await send({ toOutside: await hospital(), files: [paper] })).data
    const again = browser((await link(next.id)).address)
    expect((await again.step({ action: 'decline', answer: 'x', version: 1 })).code).toBe('IDENTITY_MISMATCH')
    const fresh = await link(next.id)
    const opened = browser(fresh.address)
    await opened.code(fresh.code)
    expect((await opened.step({ action: 'decline', answer: '  ', version: 2 })).code).toBe('REASON_REQUIRED')
    expect((await opened.step({ action: 'decline', answer: '無此專科', version: 2, who: '' })).code).toBe('FIELD_EMPTY')
    expect((await opened.step({ action: 'decline', answer: '無此專科', version: 2 })).data.letter).toMatchObject({
      state: 'declined',
      records: null,
    })
    expect((await opened.file(paper)).code).toBe('NOT_FOUND')
    expect((await opened.step({ action: 'report', answer: 'x', version: 3 })).code).toBe('REFERRAL_ILLEGAL_STEP')
    // On to a unit of the house; once, by its sender, about the same patient.
    expect((await send({ toUnit: 3, follows: next.id, pid: 202 })).code).toBe('NOT_FOUND')
    expect((await send({ toUnit: 3, follows: next.id }, chen)).code).toBe('NOT_FOUND')
    const on = await Promise.all([send({ toUnit: 3, follows: next.id }), send({ toUnit: 3, follows: next.id })])
    expect(on.map((one) => one.code).toSorted()).toEqual(['OK', 'REFERRAL_ILLEGAL_STEP'])
    expect((await detail(lin, next.id)).data.followedBy).toBe(on.find((one) => one.code === 'OK')?.data.id)
  })

  it('[REFR-01~] [MEMB-11~] goes along when its patient’s two entries become one, its link and its files open on, and back with what came of it since', async () => {
    await signedIn()
    await run(sql`update staff_partner set doctortype = 'health_secretary' where mid = 103`)
    const desk = await clinic.staff('nurse.chen')
    await run(sql`insert into member (pid, member_no, name, gender, birthday) overriding system value
      values (210, 'M-10', '吳秀鳯', 'female', '1958-01-02')`)
    await run(sql`insert into member_unit (pid, partner_id, unit_id) values (210, 1, 2), (210, 1, 3)`)
    await run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at)
      values (gen_random_uuid(), 1, 2, 210, 'record', 'active', '1', '2026-01-01')`)
    const [paper, elsewhere] = [await file(210, '心臟超音波.pdf'), await file(210, '胸部X光.pdf')]
    const { id } = (await send({ pid: 210, toOutside: await hospital(), files: [paper, elsewhere] })).data
    // Of a unit that does not take part in the merge.
    await run(sql`update medical_file set unit_id = 3 where id = ${elsewhere}`)
    const made = await link(id)
    const outside = browser(made.address)
    expect((await outside.code(made.code)).code).toBe('OK')
    const declined = (await send({ pid: 210, toUnit: 3, files: [paper] })).data
    expect((await put(away, declined.id, { action: 'decline', answer: '額滿', version: 1 })).code).toBe('OK')

    const version = async (pid: number) => (await desk.get<{ version: number }>(`/his/api/members/${pid}`)).data.version
    const merged = await desk.post<{ id: number }>('/his/api/members/merges', {
      kept: 201,
      merged: 210,
      keptVersion: await version(201),
      mergedVersion: await version(210),
    })
    expect(merged.code).toBe('OK')
    // The letter is the one member's, and says what it said; at both ends all of it opens.
    const letter = (await detail(lin, id)).data
    expect(letter).toMatchObject({ pid: 201, state: 'received', patient: { name: '吳秀鳯' }, attachments: 2 })
    expect(letter.link).toMatchObject({ id: made.id, endedAt: null })
    expect((await outside.look()).data.letter).toMatchObject({
      patient: { name: '吳秀鳯' },
      records: { files: expect.arrayContaining([expect.objectContaining({ id: paper })]) },
    })
    for (const one of [paper, elsewhere]) {
      expect((await outside.file(one)).status, one).toBe(200)
      expect((await lin.request(`/his/api/referrals/${id}/files/${one}`, {})).status, one).toBe(200)
    }
    // Of the record of somebody else it is not the letter's any more.
    await run(sql`update medical_file set pid = 202, unit_id = 2 where id = ${elsewhere}`)
    expect((await outside.file(elsewhere)).code).toBe('NOT_FOUND')
    await run(sql`update medical_file set pid = 210, unit_id = 2 where id = ${elsewhere}`)
    const { version: now } = (await outside.look()).data.letter ?? { version: 0 }
    expect((await outside.step({ action: 'accept', date: '2030-01-02', version: now })).code).toBe('OK')
    expect((await outside.step({ action: 'report', answer: '合併後回覆', version: now + 1 })).code).toBe('OK')
    const onward = (await send({ pid: 201, toUnit: 3, follows: declined.id })).data
    expect(onward.follows).toBe(declined.id)
    const answers = async (pid: number) =>
      (await lin.get<{ reports: { conclusion: string }[] }>(`/his/api/externalreports/${pid}`)).data.reports.filter(
        ({ conclusion }) => conclusion === '合併後回覆',
      ).length
    expect(await answers(201)).toBe(1)

    expect((await desk.request(`/his/api/members/merges/${merged.data.id}`, { method: 'DELETE' })).status).toBe(200)
    expect([await answers(201), await answers(210)]).toEqual([0, 1])
    for (const one of [id, declined.id, onward.id]) expect((await detail(lin, one)).data.pid).toBe(210)
    expect((await outside.file(paper)).status).toBe(200)
    expect((await lin.request(`/his/api/referrals/${id}/files/${elsewhere}`, {})).status).toBe(200)
    await run(sql`update staff_partner set doctortype = 'nurse' where mid = 103`)
    await signedIn()
  })

  it('[REFR-01~] widens nothing: what is not the sender’s to read goes along with no letter, and a letter opens nothing beside what went with it', async () => {
    const [paper, other, theirs] = [await file(201, '一.pdf'), await file(201, '二.pdf'), await file(202, '三.pdf')]
    for (const wish of [
      { files: [theirs] },
      { files: [randomUUID()] },
      { reports: [paper] },
      { notes: [await note(202)] },
    ])
      expect((await send({ toUnit: 3, ...wish })).code, JSON.stringify(wish)).toBe('NOT_FOUND')
    expect((await send({ toUnit: 3 }, away)).code).toBe('NOT_FOUND')
    expect((await send({ toUnit: 3, pid: 205 })).code).toBe('NOT_FOUND')
    expect((await send({ toUnit: 3, pid: undefined })).code).toBe('FIELD_EMPTY')
    const { id } = (await send({ toUnit: 3, toMid: 106, files: [paper] })).data
    const get = async (who: Staff, what: string) =>
      (await who.request(`/his/api/referrals/${id}/files/${what}`, {})).status
    expect([await get(away, paper), await get(away, other), await get(chen, paper), await get(far, paper)]).toEqual([
      200, 404, 404, 404,
    ])
    expect([
      (await away.get(`/his/api/files/${paper}`)).code,
      (await away.get('/his/api/externalreports/201')).code,
    ]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    expect((await detail(chen, id)).code).toBe('NOT_FOUND')
    // Withdrawn from the record it is no more in the letter either; declined, the other side reads nothing.
    await run(
      sql`update medical_file set state = 'withdrawn', withdrawn_by = 101, withdrawn_at = now(), withdrawn_reason = 'x' where id = ${paper}`,
    )
    expect([await get(away, paper), await get(lin, paper)]).toEqual([404, 404])
    expect((await put(away, id, { action: 'decline', answer: '不收', version: 1 })).code).toBe('OK')
    expect([(await detail(away, id)).data.records, (await detail(lin, id)).data.records?.files.length]).toEqual([
      null,
      1,
    ])
    // Of another institution's directory, and a closed one's, nothing goes out; a code is one's own once.
    const clinicOutside = await hospital({ name: '三重診所', code: '3501200000' })
    expect((await lin.post('/his/api/outsideinstitutions', { name: '又一', code: '3501200000' })).code).toBe(
      'DUPLICATE',
    )
    expect((await send({ toOutside: clinicOutside, toUnit: 3 })).code).toBe('NOT_FOUND')
    expect(
      (
        await method(lin, 'PUT', `/his/api/outsideinstitutions/${clinicOutside}`, {
          name: '三重診所',
          closed: true,
          version: 1,
        })
      ).code,
    ).toBe('OK')
    expect((await send({ toOutside: clinicOutside })).code).toBe('NOT_FOUND')
    expect((await lin.post(`/his/api/referrals/${id}/links`, {})).code).toBe('REFERRAL_ILLEGAL_STEP')
    expect((await away.post(`/his/api/referrals/${id}/links`, {})).code).toBe('NOT_FOUND')
    await run(
      sql`insert into outside_institution (id, partner_id, name, made_by, made_at) values ('7f0a5df5-98f0-4a70-9f43-6f2f1f6f0a01', 32, '外地', 101, now())`,
    )
    expect((await send({ toOutside: '7f0a5df5-98f0-4a70-9f43-6f2f1f6f0a01' })).code).toBe('NOT_FOUND')
    expect(
      (await lin.get<{ name: string }[]>('/his/api/outsideinstitutions?closed=1&pageSize=100')).data.map(
        ({ name }) => name,
      ),
    ).not.toContain('外地')
  })
})
