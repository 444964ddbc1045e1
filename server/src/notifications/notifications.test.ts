import type { Notification } from '@teleward/contract/notifications/schema.ts'
import { describe, expect, it } from 'vitest'
import { limit, PID, put, watchedClinic } from '../monitoring/fixture.ts'
import type { Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

const ward = watchedClinic()
const { lin, chen } = ward.staff
const bell = async (who: Staff, query = '') => (await who.get<Notification[]>(`/his/api/notifications${query}`)).data
const counts = async (who: Staff) => (await who.get<Record<string, number>>('/his/api/counts')).data
const clear = () => ward.run(sql`delete from notification`)
const handOver = (by: Staff, to: Staff, more = {}) =>
  by.post<{ id: string }>('/his/api/todolist', { content: '追蹤血壓', recipientMid: to.mid, ...more })

describe('the bell', () => {
  it('[NOTI-01~] has one entry for a hand-off, with who and of whom by a masked name, which leads to it and says when it is gone', async () => {
    await clear()
    const socket = await chen.line()
    const { id } = (await handOver(lin, chen, { pid: PID })).data
    const [entry, ...more] = await bell(chen)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      kind: 'todo',
      what: 'todo.new',
      subject: { kind: 'todo', id },
      link: { screen: 'todolist', search: { open: id } },
      from: { mid: lin.mid },
      patient: '吳○鳳',
      text: '追蹤血壓',
      gone: false,
      readAt: null,
    })
    // The event carries ids alone.
    const said = await socket.waitFor('notice.arrived')
    expect(Object.keys(said).toSorted()).toEqual(['at', 'id', 'kind', 'link', 'what'])
    expect(JSON.stringify(said)).not.toMatch(/吳|血壓/)
    socket.close()
    expect(await bell(lin)).toEqual([])
    expect(await counts(chen)).toMatchObject({ noti: 1, todo: 1 })
    // Nobody reads or changes another's.
    expect((await put(lin, `notifications/${entry?.id}`, { read: true })).code).toBe('NOT_FOUND')
    await ward.run(sql`delete from handoff_event where handoff_id = ${id}::uuid`)
    await ward.run(sql`delete from handoff where id = ${id}::uuid`)
    expect(await bell(chen)).toMatchObject([{ gone: true, text: null, what: 'todo.new' }])
  })

  it('[NOTI-01~] is read on all devices, one by one or all of a filter, with an undo; what comes meanwhile stays unread', async () => {
    await clear()
    for (let n = 0; n < 3; n += 1) await handOver(lin, chen)
    const [first] = await bell(chen)
    const other = await chen.line()
    const read = await put<Notification>(chen, `notifications/${first?.id}`, { read: true })
    expect(read.data.readAt).not.toBeNull()
    await other.waitFor('counts.changed')
    other.close()
    expect((await counts(chen)).noti).toBe(2)
    expect(await bell(chen, '?unread=1')).toHaveLength(2)
    expect((await bell(chen, '?sort=read')).map(({ readAt }) => readAt === null)).toEqual([true, true, false])
    const until = ward.clinic.clock.now().toISOString()
    ward.clinic.clock.advance(1000)
    await handOver(lin, chen)
    const all = await put<{ ids: string[]; kept: number }>(chen, 'notifications', { read: true, until })
    expect([all.data.ids.length, all.data.kept, (await counts(chen)).noti]).toEqual([2, 0, 1])
    expect(
      (await put(chen, 'notifications', { read: true, until: ward.clinic.clock.now().toISOString(), kind: 'alert' }))
        .data,
    ).toEqual({ ids: [], kept: 0 })
    expect((await put(chen, 'notifications', { read: false, ids: all.data.ids })).code).toBe('OK')
    expect((await counts(chen)).noti).toBe(3)
    // Somebody else's ids are nobody's.
    expect((await put<{ ids: string[] }>(lin, 'notifications', { read: false, ids: all.data.ids })).data.ids).toEqual(
      [],
    )
    expect(await bell(chen, '?kind=call')).toEqual([])
    expect(await bell(chen, '?from=2000-01-01&to=2000-01-02')).toEqual([])
  })

  it('[NOTI-01~] is read up to an entry by that entry’s own time, to the microsecond that the list names', async () => {
    await clear()
    await handOver(lin, chen)
    await ward.run(sql`update notification set at = at + interval '123 microseconds'`)
    const [newest] = await bell(chen)
    expect(newest?.at).toMatch(/\.\d+/)
    const all = await put<{ ids: string[] }>(chen, 'notifications', { read: true, until: newest?.at })
    expect(all.data.ids).toEqual([newest?.id])
  })

  it('[NOTI-04~] what a push of long ago leads to is found by itself, behind however many; another’s is nobody’s', async () => {
    await clear()
    await handOver(lin, chen)
    const [old] = await bell(chen)
    await ward.run(sql`update notification set at = at - interval '1 year'`)
    for (let n = 0; n < 3; n += 1) await handOver(lin, chen)
    expect((await bell(chen, '?pageSize=2')).map(({ id }) => id)).not.toContain(old?.id)
    expect((await bell(chen, `?id=${old?.id}`)).map(({ id }) => id)).toEqual([old?.id])
    expect(await bell(lin, `?id=${old?.id}`)).toEqual([])
    // The session state counts as the bar does.
    const { data } = await chen.get<Record<string, unknown>>('/his/api/userinfo/3')
    expect(data).toMatchObject({ noti: 4, schedule: 0, msg: 0 })
  })

  it('[NOTI-01~] keeps a missed call unread until somebody calls back or puts it away', async () => {
    await clear()
    const patient = await ward.clinic.patient('waiting')
    const line = await patient.line()
    expect((await patient.post('calls', {})).code).toBe('DOCTOR_OFFLINE')
    const [missed] = await bell(lin)
    expect(missed).toMatchObject({
      kind: 'call',
      what: 'call.missed',
      subject: { kind: 'call', id: String(patient.qid) },
      link: { screen: 'apptmgmt', search: { open: String(patient.qid) } },
      gone: false,
    })
    const until = ward.clinic.clock.now().toISOString()
    expect((await put(lin, 'notifications', { read: true, until })).data).toEqual({ ids: [], kept: 1 })
    expect((await counts(lin)).noti).toBe(1)
    await lin.online()
    expect((await lin.post('/his/api/callout', { queueID: patient.qid })).code).toBe('OK')
    expect(await bell(lin, '?unread=1')).toEqual([])
    line.close()
  })

  it('[NOTI-01~] tells who cares for a member of a new critical alert, once, and nobody of a lesser one', async () => {
    await clear()
    await ward.watch([limit(), limit({ value: 180, severity: 'critical' })])
    await ward.give(151, { timestamp: ward.at(9) })
    expect(await bell(chen)).toEqual([])
    await ward.give(190, { timestamp: ward.at(8) })
    await ward.give(195, { timestamp: ward.at(7) })
    expect(await bell(chen)).toMatchObject([{ kind: 'alert', what: 'alert.critical', patient: '吳○鳳', gone: false }])
    expect(await bell(lin)).toEqual([])
  })

  it('[NOTI-01~] keeps cases, shifts, grants and emergency access, each leading to its matter, and says when one is gone', async () => {
    await clear()
    const at = ward.clinic.clock.now().getTime()
    const day = new Date(at + 30 * 86_400_000).toISOString()
    await ward.run(sql`update staff_partner set doctortype = 'case_manager' where mid = ${ward.staff.care.mid}`)
    const opened = await chen.post<{ sn: number }>('/his/api/createSN', {
      pid: PID,
      title: '詢問衛教單張',
      type: 'consultation',
      owner: lin.mid,
    })
    expect(opened.code).toBe('OK')
    const shifts = await lin.post('/his/api/noticedoctorshift', { from: '2026-03-20', to: '2026-03-21' })
    expect(shifts.code).toBe('OK')
    ward.clinic.clock.advance(1000)
    const given = await lin.post<{ id: number; version: number }>('/his/api/authorizations', {
      granteeMid: chen.mid,
      kind: 'shift.others',
      endsAt: day,
    })
    expect(given.code).toBe('OK')
    expect(await bell(lin)).toMatchObject([
      {
        kind: 'noti',
        what: 'case.assigned',
        link: { screen: 'crm', search: { open: String(opened.data.sn) } },
        from: { mid: chen.mid },
        patient: '吳○鳳',
        text: '詢問衛教單張',
        gone: false,
      },
    ])
    const [grant, shift] = await bell(chen)
    expect(grant).toMatchObject({
      what: 'grant.given',
      subject: { kind: 'grant', id: String(given.data.id) },
      link: { screen: 'authorization', search: { tab: 'received', open: String(given.data.id) } },
      from: { mid: lin.mid },
      gone: false,
    })
    expect(shift).toMatchObject({
      what: 'shift.changed',
      link: { screen: 'shift', search: { date: '2026-03-20', did: String(lin.mid) } },
    })
    await ward.run(sql`delete from crm_entry where sn = ${opened.data.sn}`)
    await ward.run(sql`delete from crm_case where sn = ${opened.data.sn}`)
    expect(await bell(lin)).toMatchObject([{ what: 'case.assigned', gone: true, text: null }])
    // Who takes it back is told nothing; the other side is.
    const back = await chen.request(`/his/api/authorizations/${given.data.id}?version=${given.data.version}`, {
      method: 'DELETE',
    })
    expect(back.status).toBe(200)
    expect((await bell(lin)).map(({ what }) => what)).toContain('grant.ended')
    expect((await bell(chen)).map(({ what }) => what)).toEqual(['grant.given', 'shift.changed'])
  })
})
