import { randomUUID } from 'node:crypto'
import type { Referral } from '@teleward/contract/referrals/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Reply, type Staff } from '../consultation/calls/fixture.ts'
import { book } from '../appointments/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { recordsOf } from './service.ts'

/** dr.lin and nurse.chen of unit 2 refer to unit 3, where dr.away is; 吳秀鳳 is a member of unit 2 alone. */
let clinic: Clinic
let lin: Staff
let chen: Staff
let away: Staff
let far: Staff
let kao: Staff
let qid: number
beforeAll(async () => {
  clinic = await openClinic()
  ;[lin, chen, away, far, kao] = (await Promise.all(
    ['dr.lin', 'nurse.chen', 'dr.away', 'dr.far', 'agent.kao'].map((account) => clinic.staff(account)),
  )) as [Staff, Staff, Staff, Staff, Staff]
  qid = await book(clinic.data.db, { status: 'checkedIn', checkedInAt: clinic.clock.now() })
})
afterAll(() => clinic.close())

const letter = { toUnit: 3, toMid: 106, reason: '心雜音，請評估', consent: true }
const send = (over: object = {}, who = lin) => who.post<Referral>('/his/api/referrals', { qid, ...letter, ...over })
const put = async (who: Staff, id: string, body: object): Promise<Reply<Referral>> => {
  const response = await who.request(`/his/api/referrals/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const { status, data } = JSON.parse(text) as { status: string; data: Referral }
  return { status: response.status, code: status, data, headers: response.headers, text }
}
const listed = async (who: Staff, query = '') =>
  (await who.get<Referral[]>(`/his/api/referrals${query}`)).data.map(({ id }) => id)
const counted = async (who: Staff) =>
  (await who.post<{ tabs: { referrals: number } }>('/his/api/getQueuesUndoneQuantity', {})).data.tabs.referrals

describe('a referral', () => {
  it('[APPT-03~] [REFR-01~] goes from a visit to a unit or a person of it, and both have it among theirs, live', async () => {
    const [sender, receiver] = [await lin.line(), await away.line()]
    const targets = await lin.get<{ unitId: number; people: { mid: number }[] }[]>('/his/api/referraltargets')
    expect(targets.data.map(({ unitId, people }) => [unitId, people.map(({ mid }) => mid)])).toEqual([
      [1, []],
      [2, [101, 102, 103].toSorted()],
      [3, [106]],
    ])
    const made = await send({ urgency: 'urgent' })
    expect(made.data).toMatchObject({
      state: 'sent',
      side: 'sender',
      urgency: 'urgent',
      patient: { name: '吳秀鳳', gender: 'female', birthday: '1958-01-02' },
      from: { mid: 101, unitId: 2 },
      to: { unitId: 3, person: { mid: 106 } },
      history: [{ to: 'sent', name: '林書妍' }],
    })
    const { id } = made.data
    for (const socket of [sender, receiver]) await socket.waitFor('referral.changed', (payload) => payload.id === id)
    expect(JSON.stringify(receiver.heard)).not.toContain('吳秀鳳')
    expect([await listed(lin), await listed(away)]).toEqual([[id], [id]])
    expect([await listed(lin, '?side=received'), await listed(away, '?side=received')]).toEqual([[], [id]])
    expect([await counted(lin), await counted(away), await counted(chen)]).toEqual([1, 1, 0])

    expect((await put(away, id, { action: 'receive', version: 1 })).data).toMatchObject({ state: 'received' })
    const accepted = await put(away, id, { action: 'accept', version: 2, date: '2026-03-20' })
    expect(accepted.data).toMatchObject({ state: 'accepted', side: 'receiver', visitOn: '2026-03-20' })
    expect((await put(away, id, { action: 'visited', version: 3 })).data.state).toBe('visited')
    const reported = await put(away, id, { action: 'report', version: 4, answer: '二尖瓣脫垂，追蹤即可' })
    expect(reported.data).toMatchObject({ state: 'reported', answer: '二尖瓣脫垂，追蹤即可' })
    expect(reported.data.history.map(({ to }) => to)).toEqual(['sent', 'received', 'accepted', 'visited', 'reported'])
    expect(reported.data.history.at(-1)?.name).toBe('新店醫師')
    // Nobody has to do anything any more: it leaves the open ones, and is found among all.
    expect([await listed(lin), await counted(lin), await counted(away)]).toEqual([[], 0, 0])
    expect(await listed(lin, '?state=all')).toEqual([id])
    sender.close()
    receiver.close()
  })

  it('[REFR-01~] says all that is missing at once, and takes no step its state or side does not allow', async () => {
    const bare = await lin.post('/his/api/referrals', { qid })
    expect(bare.code).toBe('TARGET_REQUIRED')
    expect((JSON.parse(bare.text) as { fields: { path: string; code: string }[] }).fields).toEqual([
      { path: 'toUnit', code: 'TARGET_REQUIRED' },
      { path: 'reason', code: 'REASON_REQUIRED' },
      { path: 'consent', code: 'CONSENT_REQUIRED' },
    ])
    expect((await send({ consent: false })).code).toBe('CONSENT_REQUIRED')
    expect((await send({ reason: '  ' })).code).toBe('REASON_REQUIRED')
    // Not to oneself, to somebody of another unit, to another institution.
    for (const to of [
      { toUnit: 2, toMid: 101 },
      { toUnit: 3, toMid: 102 },
      { toUnit: 90, toMid: undefined },
    ])
      expect((await send(to)).code, JSON.stringify(to)).toBe('NOT_FOUND')
    // A unit that is in use no more takes none.
    const use = (status: string) =>
      clinic.data.db.system.tx((tx) => tx.run(sql`update unit set status = ${status} where id = 3`))
    await use('disabled')
    const targets = await lin.get<{ unitId: number }[]>('/his/api/referraltargets')
    expect(targets.data.map(({ unitId }) => unitId)).toEqual([1, 2])
    expect((await send()).code).toBe('NOT_FOUND')
    await use('active')
    const { id } = (await send()).data
    expect((await put(lin, id, { action: 'accept', version: 1, date: '2026-03-20' })).code).toBe('FORBIDDEN')
    expect((await put(away, id, { action: 'withdraw', version: 1 })).code).toBe('FORBIDDEN')
    expect((await put(away, id, { action: 'visited', version: 1 })).code).toBe('REFERRAL_ILLEGAL_STEP')
    expect((await put(away, id, { action: 'accept', version: 1 })).code).toBe('VALUE_INVALID')
    expect((await put(away, id, { action: 'accept', version: 1, date: '2026-03-11' })).code).toBe('VALUE_INVALID')
    expect((await put(away, id, { action: 'decline', version: 1 })).code).toBe('REASON_REQUIRED')
    expect((await put(away, id, { action: 'decline', version: 7, answer: '額滿' })).code).toBe('VERSION_STALE')
    const [one, two] = await Promise.all([
      put(away, id, { action: 'decline', version: 1, answer: '額滿' }),
      put(lin, id, { action: 'withdraw', version: 1 }),
    ])
    expect([one.code, two.code].toSorted()).toEqual(['OK', 'VERSION_STALE'])
    expect((await put(away, id, { action: 'report', version: 2, answer: 'x' })).code).toBe('REFERRAL_ILLEGAL_STEP')
  })

  it('[REFR-01~] is nobody’s but of both sides, and opens nothing else of the patient', async () => {
    const toUnit = (await send({ toMid: undefined })).data.id
    const toPerson = (await send()).data.id
    // A colleague of the sender has it not; another institution and who refers nobody cannot ask.
    expect(await listed(chen)).toEqual([])
    expect((await put(chen, toPerson, { action: 'withdraw', version: 1 })).code).toBe('NOT_FOUND')
    expect(await listed(far)).toEqual([])
    expect((await put(far, toPerson, { action: 'receive', version: 1 })).code).toBe('NOT_FOUND')
    expect((await send({}, far)).code).toBe('NOT_FOUND')
    expect((await send({}, away)).code).toBe('NOT_FOUND')
    expect((await kao.get('/his/api/referrals')).code).toBe('FORBIDDEN')
    expect((await listed(away)).toSorted()).toEqual([toUnit, toPerson].toSorted())
    expect((await away.get(`/his/api/getQueueDetailByQid/${qid}`)).code).toBe('NOT_FOUND')
    expect((await away.get('/his/api/members/201')).code).toBe('NOT_FOUND')
    // Held by the database, too, whoever writes: both sides of one institution, and no letter is rewritten.
    const { db } = clinic.data
    const row = (more: Record<string, number>) => {
      const { to = 3, visit = qid } = more
      return db.system.tx((tx) =>
        tx.run(sql`insert into referral (id, partner_id, unit_id, pid, qid, from_mid, to_unit, urgency, reason, patient_name, created_at, updated_at)
          values (gen_random_uuid(), 1, 2, 201, ${visit}, 101, ${to}, 'routine', 'x', 'x', now(), now())`),
      )
    }
    await expect(row({ to: 90 })).rejects.toThrow()
    await expect(row({ visit: await book(db, { pid: 202 }) })).rejects.toThrow()
    await expect(
      db.system.tx((tx) => tx.run(sql`update referral set reason = '改過' where id = ${toPerson}`)),
    ).rejects.toThrow()
    // With the membership the letters close, on both sides.
    const set = (status: string) =>
      db.system.tx((tx) => tx.run(sql`update member_unit set status = ${status} where pid = 201 and unit_id = 2`))
    await set('disabled')
    expect(await listed(lin)).toEqual([])
    await set('active')
    expect((await listed(lin)).toSorted()).toEqual([toUnit, toPerson].toSorted())
    const other = sql`insert into member_unit (pid, partner_id, unit_id, status) values (201, 1, 3, 'disabled')`
    await db.system.tx((tx) => tx.run(other))
    expect(await listed(away)).toEqual([])
    await db.system.tx((tx) => tx.run(sql`delete from member_unit where pid = 201 and unit_id = 3`))
  })

  it('[REFR-01~] takes signed notes along as they stood, for the other side to read in the letter alone, until it is declined', async () => {
    const { db } = clinic.data
    const note = async (pid: number, visit: number, state: string) => {
      const id = randomUUID()
      await db.system.tx((tx) =>
        tx.run(sql`insert into note (id, partner_id, unit_id, pid, qid, author_mid, state, s, a, signed_at, signed_by)
          values (${id}, 1, 2, ${pid}, ${visit}, 101, ${state}, '胸悶兩週', '疑瓣膜疾病', now(), 101)`),
      )
      return id
    }
    const signed = await note(201, await book(db, { pid: 201, status: 'finished' }), 'signed')
    const draft = await note(201, await book(db, { pid: 201, status: 'finished' }), 'draft')
    const others = await note(202, await book(db, { pid: 202, status: 'finished' }), 'signed')
    for (const notes of [[draft], [others], [signed, randomUUID()]])
      expect((await send({ notes })).code).toBe('NOT_FOUND')
    expect((await send({ notes: Array.from({ length: 11 }, () => randomUUID()) })).status).toBe(400)
    const made = (await send({ notes: [signed, signed] })).data
    expect(made.attachments).toBe(1)
    const of = async (mid: number, units: number[]) =>
      (await recordsOf((q) => db.system.read(q), { mid, partnerId: 1, unitIds: units } as never, made.id))?.notes
    const seen = async (who: Staff) =>
      (await who.get<Referral[]>('/his/api/referrals?state=all')).data.find(({ id }) => id === made.id)?.attachments
    expect([await seen(lin), await seen(away)]).toEqual([1, 1])
    // What is written into the note later stays out of the letter.
    await db.system.tx((tx) => tx.run(sql`update note set s = '改過' where id = ${signed}`))
    expect(await of(101, [2])).toMatchObject([{ s: '胸悶兩週', a: '疑瓣膜疾病', author: { name: '林書妍' } }])
    expect((await away.get(`/his/api/notes/201/1`)).code).toBe('NOT_FOUND')
    await expect(
      db.system.tx((tx) => tx.run(sql`update referral set attached = '[]' where id = ${made.id}`)),
    ).rejects.toThrow()
    expect((await put(away, made.id, { action: 'decline', version: 1, answer: '不收' })).code).toBe('OK')
    expect([await seen(lin), await seen(away)]).toEqual([1, 0])
  })

  it('[REFR-01~] says on the bell that it came, that it was answered, and after seven days without an answer that it waits, once', async () => {
    // Of the table: in seven days every session is over.
    const what = async (account: string, id: string) =>
      (
        await clinic.data.db.system.read(sql<{ what: string }>`
          select n.what from notification n join staff s on s.mid = n.mid
          where s.account = ${account} and n.subject_kind = 'referral' and n.subject_id = ${id} order by n.at`)
      ).map((one) => one.what)
    const answered = (await send()).data
    const waits = (await send()).data
    expect(await what('dr.away', answered.id)).toEqual(['referral.new'])
    // Of two who answer at once one is told how it stands.
    const both = await Promise.all([
      put(away, answered.id, { action: 'decline', version: 1, answer: '不在' }),
      put(away, answered.id, { action: 'accept', version: 1, date: '2030-01-02' }),
    ])
    expect(both.map(({ code }) => code).sort()).toEqual(['OK', 'VERSION_STALE'])
    expect(await what('dr.lin', answered.id)).toEqual(['referral.answered'])
    const bell = await lin.get<{ subject: { id: string }; gone: boolean }[]>('/his/api/notifications')
    expect(bell.data.find(({ subject }) => subject.id === answered.id)).toMatchObject({ gone: false })
    await clinic.pass(7 * 86_400_000 - 60_000)
    expect(await what('dr.lin', waits.id)).toEqual([])
    await clinic.pass(120_000)
    expect(await what('dr.lin', waits.id)).toEqual(['referral.waiting'])
    expect(await what('dr.lin', answered.id)).toEqual(['referral.answered'])
    await clinic.pass(8 * 86_400_000)
    expect(await what('dr.lin', waits.id)).toEqual(['referral.waiting'])
  })
})
