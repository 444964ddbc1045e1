import { describe, expect, it } from 'vitest'
import { type Db, sql } from '../platform/db/index.ts'
import { HOUR, limit, PID, put, SHUT, watchedClinic } from './fixture.ts'
import { lookForSilence } from './watch.ts'

const world = watchedClinic()
const quiet = () => world.watch([limit({ test: 'noData', value: null, hours: 48 })])
const alerted = async () =>
  (
    await world.clinic.data.db.system.read(sql<{ pid: number }>`
      select pid from monitor_alert where test = 'noData' order by pid`)
  ).map(({ pid }) => pid)
/** The same database, where something happens on the way. */
const through = (over: Partial<Db['system']>): Db => {
  const { db } = world.clinic.data
  return Object.assign(Object.create(db) as Db, {
    system: Object.assign(Object.create(db.system) as Db['system'], over),
  })
}
function recorder() {
  const lines: object[] = []
  return { lines, error: (line: object) => void lines.push(line) }
}
const afterTwoDays = () => new Date(world.clinic.clock.now().getTime() + 49 * HOUR)

describe('a round that looks for silence', () => {
  it('[MON-03~] goes on where one of its members fails, names no patient in the log, and tells that one in the next', async () => {
    await quiet()
    const { db } = world.clinic.data
    let tries = 0
    const tx: Db['system']['tx'] = (...work) => {
      tries += 1
      return tries === 1 ? Promise.reject(new Error('broken')) : db.system.tx(...work)
    }
    const log = recorder()
    await lookForSilence(through({ tx }), afterTwoDays(), log as never)
    expect(await alerted()).toEqual([SHUT])
    expect(log.lines).toHaveLength(1)
    expect(Object.keys(log.lines[0] ?? {}).toSorted()).toEqual(['err', 'rule', 'unitId'])
    await lookForSilence(db, afterTwoDays(), log as never)
    expect(await alerted()).toEqual([PID, SHUT])
  })

  it('[MON-03~] says nothing of whom a reading came of while it went on', async () => {
    await quiet()
    await world.give(120)
    const { db } = world.clinic.data
    const now = afterTwoDays()
    const read: Db['system']['read'] = async (...query) => {
      const rows = await db.system.read(...query)
      await world.run(sql`update last_measurement set measured_at = ${now}::timestamptz where pid = ${PID}`)
      return rows
    }
    const log = recorder()
    await lookForSilence(through({ read }), now, log as never)
    expect(await alerted()).toEqual([SHUT])
    expect(log.lines).toEqual([])
  })
})

describe('a muted alert of silence', () => {
  it('[Mw6] stays muted while it lasts, and calls again where something came and then nothing for the hours anew', async () => {
    const { chen } = world.staff
    const { later, give, alerts, at } = world
    // Muting is judged by the database's clock, which is the run's day.
    await later(Math.floor(Date.now() / 1000) * 1000 - world.clinic.clock.now().getTime())
    await world.watch([limit({ test: 'noData', value: null, hours: 48 })], [PID])
    await later(49 * HOUR)
    const [one] = await alerts(chen)
    expect(one).toMatchObject({ test: 'noData', times: 1, muted: null })
    const note = '出國兩週，回國後再追蹤'
    expect((await put(chen, `alerts/${one?.id}/mute`, { until: at(-29 * 24 * 60), note })).code).toBe('OK')
    await later(100 * HOUR)
    expect(await alerts(chen)).toMatchObject([{ id: one?.id, times: 1, muted: { note } }])
    await give(120, { timestamp: at(1) })
    await later(47 * HOUR)
    expect(await alerts(chen)).toMatchObject([{ times: 1, muted: { note } }])
    await later(2 * HOUR)
    expect(await alerts(chen)).toMatchObject([{ id: one?.id, state: 'open', times: 2, muted: null }])
    await later(HOUR)
    expect(await alerts(chen)).toMatchObject([{ times: 2 }])
  })
})
