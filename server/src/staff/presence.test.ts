import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { HEARTBEAT } from '../platform/sockets/index.ts'
import { type TestApp, type TestSocket, openTestApp, until } from '../auth/fixture.ts'
import { createConnections } from './connections.ts'
import { presenceOf } from './routes.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp?.stop())

const mid = (account: string) => testApp.mids[account] ?? 0
let watcher: TestSocket
let watching: string
beforeEach(async () => {
  watching = (await testApp.signIn('nurse.chen')).token
  watcher = await testApp.connect(watching)
})

const codeOf = async (account: string) => {
  const { body } = await testApp.get(`/his/api/doctorstatus?mids=${mid(account)}`, watching)
  return (body.data as unknown as { code: number }[])[0]?.code
}
/** The server has noticed that nobody is connected any more, and counts. */
const counting = (account: string) =>
  until(async () => {
    const rows = await testApp.app.deps.db.system.read(sql<{ due_at: Date }>`
      select due_at from timer where kind = 'presence.vanished' and key = ${String(mid(account))}`)
    return rows.some((row) => row.due_at.getTime() - testApp.clock.now().getTime() <= 30_000)
  }, 'the clock of a vanished browser')
const set = (token: string, doctorStatus: unknown) => testApp.post('/his/api/doctorstatus', { doctorStatus }, token)
const seen = (account: string) =>
  watcher.received
    .filter((e) => e.type === 'presence.changed' && e.payload.id === mid(account))
    .map((e) => e.payload.code)
const pass = async (ms: number) => {
  testApp.clock.advance(ms)
  // Longer than two looks of the timers at their table.
  await new Promise((resolve) => setTimeout(resolve, 2200))
}

describe('presence', () => {
  it('[CALL-17] is set by hand and seen live by the colleagues of the unit, and by nobody else', async () => {
    const far = await testApp.connect((await testApp.signIn('dr.far')).token)
    const hua = await testApp.connect((await testApp.signIn('dr.hua')).token)
    const { token } = await testApp.signIn('dr.lin')
    await testApp.connect(token)
    expect(await codeOf('dr.lin')).toBe(3000)
    expect((await set(token, 1000)).body.data).toMatchObject({ mid: mid('dr.lin'), code: 1000 })
    await until(() => seen('dr.lin').length, 'the change')
    expect(seen('dr.lin')).toEqual([1000])
    expect(await codeOf('dr.lin')).toBe(1000)
    for (const socket of [far, hua]) expect(socket.received.some((e) => e.payload.id === mid('dr.lin'))).toBe(false)
    expect(
      (await testApp.get(`/his/api/doctorstatus?mids=${mid('dr.lin')}`, (await testApp.signIn('dr.hua')).token)).body
        .data,
    ).toEqual([])
    await testApp.post('/his/api/logout', {}, token)
    expect(await codeOf('dr.lin')).toBe(3000)
  })
  it('[CALL-17~] is told of oneself and the colleagues of the own units, asked for by name or not', async () => {
    const told = async (token: string, query = '') => {
      const { body } = await testApp.get(`/his/api/doctorstatus${query}`, token)
      return (body.data as unknown as { mid: number }[]).map((row) => row.mid)
    }
    const far = (await testApp.signIn('dr.far')).token
    // Unit 3: dr.wang works in both, dr.lin and the nurse in unit 2 alone; another institution is not there at all.
    expect((await told(far)).sort()).toEqual([mid('dr.wang'), mid('admin'), mid('dr.far')].sort())
    const all = Object.values(testApp.mids).join(',')
    expect((await told(far, `?mids=${all}`)).sort()).toEqual((await told(far)).sort())
    const own = await told(watching)
    expect(own).toEqual(expect.arrayContaining([mid('dr.lin'), mid('dr.wang'), mid('nurse.chen')]))
    // Neither who left the service nor whose membership was cancelled stands among the colleagues.
    for (const gone of ['dr.far', 'dr.hua', 'dr.closed', 'dr.cancelled', 'dr.nowhere'])
      expect(own, gone).not.toContain(mid(gone))
  })
  it('takes no code but waiting and away, and answers 401 to a stranger', async () => {
    const { token } = await testApp.signIn('dr.lin')
    for (const bad of [2000, '1000', 0, null, [1000]]) expect((await set(token, bad)).status, String(bad)).toBe(400)
    expect((await set('', 1000)).status).toBe(401)
    for (const bad of ['x', '1;drop', '1,', '99999999999999'])
      expect((await testApp.get(`/his/api/doctorstatus?mids=${bad}`, token)).status, bad).toBe(400)
  })
  it('[CALL-17] is one for several tabs, holds over a reload, and ends within 30 s of the last tab', async () => {
    const { token } = await testApp.signIn('dr.lin')
    const [one, two] = [await testApp.connect(token), await testApp.connect(token)]
    await set(token, 1000)
    one.socket.disconnect()
    await pass(31_000)
    expect(await codeOf('dr.lin')).toBe(1000)
    two.socket.disconnect()
    await pass(20_000)
    expect(await codeOf('dr.lin')).toBe(1000)
    const reloaded = await testApp.connect(token)
    await pass(31_000)
    expect(await codeOf('dr.lin')).toBe(1000)
    reloaded.socket.disconnect()
    await until(async () => (await testApp.app.sockets.connections(`staff:${mid('dr.lin')}`)).length === 0, 'the end')
    await counting('dr.lin')
    testApp.clock.advance(30_000)
    await until(async () => (await codeOf('dr.lin')) === 3000, 'being away')
    // Back within the session: as before.
    await testApp.connect(token)
    await until(async () => (await codeOf('dr.lin')) === 1000, 'the return')
    await testApp.post('/his/api/logout', {}, token)
  }, 40_000)
  it('[CALL-17~] a line that falls silent is as good as closed: off line within 30 s of its last answer', async () => {
    const quick = await openTestApp({ heartbeat: { intervalMs: 200, timeoutMs: 200 } })
    const { token } = await quick.signIn('dr.lin')
    const { socket } = await quick.connect(token)
    await quick.post('/his/api/doctorstatus', { doctorStatus: 1000 }, token)
    // Nothing is said and nothing is closed: what the server sends is never read.
    const { ws } = socket.io.engine.transport as unknown as { ws: { pause(): void; terminate(): void } }
    ws.pause()
    const due = async () => {
      const rows = await quick.data.db.system.read(sql<{ due_at: Date }>`
        select due_at from timer where kind = 'presence.vanished' and key = ${String(quick.mids['dr.lin'])}`)
      return rows[0]?.due_at
    }
    await until(due, 'the silence being noticed')
    const wait = ((await due())?.getTime() ?? 0) - quick.clock.now().getTime()
    // What the server's own heartbeat takes to notice it comes before that wait.
    expect(HEARTBEAT.intervalMs + HEARTBEAT.timeoutMs + wait).toBeLessThan(30_000)
    quick.clock.advance(wait)
    const codes = async () => (await quick.get(`/his/api/doctorstatus?mids=${quick.mids['dr.lin']}`, token)).body.data
    await until(async () => ((await codes()) as unknown as { code: number }[])[0]?.code === 3000, 'being away')
    ws.terminate()
    await quick.stop()
  }, 40_000)
  it('[CALL-17~] ends with the last tab, though one on a process that has just died still looks alive', async () => {
    await testApp.signIn('dr.lin')
    const { token } = await testApp.signIn('dr.lin')
    const socket = await testApp.connect(token)
    await set(token, 1000)
    // On another kind of device: its process said that it is there 5 s ago, and will say nothing any more.
    const alive = new Date(testApp.clock.now().getTime() + 20_000)
    const left = await testApp.data.db.system.tx((tx) =>
      tx.run(sql`update session set ended_at = null, device_type = 1, connected_until = ${alive}
        where sid = (select sid from session where mid = ${mid('dr.lin')} and ended_at is not null limit 1)`),
    )
    expect(left).toBe(1)
    socket.socket.disconnect()
    await counting('dr.lin')
    await pass(30_000)
    await until(async () => (await codeOf('dr.lin')) === 3000, 'being away')
    await testApp.post('/his/api/logout', {}, token)
  }, 40_000)
  it('[CALL-17] is busy by calls alone: refuses the hand, holds without a line, returns 2 s after the end', async () => {
    const { token } = await testApp.signIn('dr.wang')
    const socket = await testApp.connect(token)
    await set(token, 1000)
    const presence = presenceOf(testApp.app.deps)
    const callId = randomUUID()
    await testApp.data.db.system.tx((t) => presence.started(t, mid('dr.wang'), callId))
    expect(await codeOf('dr.wang')).toBe(2000)
    const refused = await set(token, 3000)
    expect([refused.status, refused.body.status]).toEqual([409, 'PRESENCE_IN_CALL'])
    socket.socket.disconnect()
    await pass(31_000)
    expect(await codeOf('dr.wang')).toBe(2000)
    await testApp.connect(token)
    await testApp.data.db.system.tx((t) => presence.ended(t, mid('dr.wang'), callId, true))
    await pass(1000)
    expect(await codeOf('dr.wang')).toBe(2000)
    await pass(1000)
    expect(await codeOf('dr.wang')).toBe(1000)
    await until(() => seen('dr.wang').at(-1) === 1000, 'the news')
  }, 40_000)
  it('[CALL-17~] whose line was lost during the call is away after it', async () => {
    const { token } = await testApp.signIn('dr.wang')
    const socket = await testApp.connect(token)
    await set(token, 1000)
    const presence = presenceOf(testApp.app.deps)
    const callId = randomUUID()
    await testApp.data.db.system.tx((t) => presence.started(t, mid('dr.wang'), callId))
    socket.socket.disconnect()
    await until(() => testApp.app.sockets.connections(`staff:${mid('dr.wang')}`).length === 0, 'the end')
    await pass(31_000)
    await testApp.data.db.system.tx((t) => presence.ended(t, mid('dr.wang'), callId, false))
    await pass(1000)
    await pass(30_000)
    expect(await codeOf('dr.wang')).toBe(3000)
  }, 40_000)
  it('[CALL-17~] who has a screen open is kept in the database by beats, with Redis as without', async () => {
    const { db, timers } = testApp.app.deps
    const { token } = await testApp.signIn('dr.lin')
    const actor = await testApp.app.auth.staff(token)
    const connectedUntil = async () => {
      const [row] = await db.system.read(
        sql<{ at: Date | null }>`select connected_until as at from session where sid = ${actor.sid}`,
      )
      return row?.at?.getTime()
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const onError = (error: unknown) => expect(error).toBeUndefined()
      const deps = { db, clock: testApp.clock, presence: presenceOf(testApp.app.deps), timers, onError }
      const connections = createConnections({ ...deps, roster: { has: () => true } })
      const line = { id: 'line', actor, connected: true }
      const nothing = () => undefined
      connections.opened({
        ...line,
        on: nothing,
        emit: nothing,
        join: nothing,
        leave: nothing,
        onClosed: nothing,
        close: nothing,
      })
      await until(connectedUntil, 'the arrival')
      testApp.clock.advance(60_000)
      vi.advanceTimersByTime(10_000)
      await until(async () => ((await connectedUntil()) ?? 0) > testApp.clock.now().getTime(), 'the beat')
      await connections.stop()
    } finally {
      vi.useRealTimers()
    }
    await testApp.post('/his/api/logout', {}, token)
  }, 40_000)
})
