import { addDays, instantOf, parseDay } from '@teleward/contract/core/dates.ts'
import { minutesOf, overlapOf, slotBit, slotsOf, spanOf, weekMask } from '@teleward/contract/shifts/rules.ts'
import type { FreeTimes } from '@teleward/contract/shifts/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { book } from '../appointments/fixture.ts'
import type { Clinic, Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { cell, openShifts } from './fixture.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openShifts()
})
afterAll(() => clinic?.close())

const instants = (readings: readonly string[], zone: string) =>
  clinic.data.db.system.read(sql<{ at: Date }>`
    select wall_instant(r::timestamp, ${zone}) as at from unnest(${[...readings]}::text[]) with ordinality as x (r, n) order by n`)

describe('hours by the wall clock', () => {
  it('[SHIFT-01~] the database and the contract read a clock alike, over every change of clocks', async () => {
    const zones: [string, string][] = [
      ['America/New_York', '2026-03-08'],
      ['America/New_York', '2026-11-01'],
      ['Europe/London', '2026-03-29'],
      ['Europe/London', '2026-10-25'],
      ['Australia/Lord_Howe', '2026-04-05'],
      ['Australia/Lord_Howe', '2026-10-04'],
      ['America/Sao_Paulo', '2018-11-04'],
      ['Asia/Taipei', '2026-06-01'],
    ]
    for (const [zone, day] of zones) {
      const readings = [-1, 0, 1].flatMap((by) =>
        Array.from({ length: 96 }, (_, quarter) => {
          const clock = `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`
          return `${addDays(day, by)}T${clock}`
        }),
      )
      const expected = readings.map((reading) => {
        const [date = '', clock = ''] = reading.split('T')
        const minutes = minutesOf(clock)
        const parsed = parseDay(date)
        if (!parsed) throw new Error(reading)
        return instantOf(
          { ...parsed, hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0 },
          zone,
        ).toISOString()
      })
      expect(
        (await instants(readings, zone)).map(({ at }) => at.toISOString()),
        `${zone} ${day}`,
      ).toEqual(expected)
    }
  })

  it('[API-09~] [SHIFT-01~] a session past midnight belongs to the day it starts on, and is as long as the night is', async () => {
    await clinic.data.db.system.tx((tx) => tx.run(sql`update partner set time_zone = 'America/New_York' where id = 1`))
    const lin: Staff = await clinic.staff('dr.lin')
    try {
      const entries = [cell(6, 5, { start: '22:00', end: '04:00', capacity: 24, slotMinutes: 60 })]
      expect((await lin.post('/his/api/schedule', { entries, effectiveFrom: '2026-03-13' })).code).toBe('OK')
      const nights = async (from: string) =>
        (await lin.get<FreeTimes>(`/his/api/freetimes/${lin.mid}?from=${from}&to=${addDays(from, 1)}`)).data.days
      // Saturday nights: an ordinary one, that of the shorter, and that of the longer night, whose second hour at one o'clock
      // nobody could ask for by the clock: its place is not offered.
      for (const [saturday, hours] of [
        ['2026-03-14', 6],
        ['2027-03-13', 5],
        ['2026-10-31', 6],
      ] as const) {
        const [night, sunday] = await nights(saturday)
        expect([saturday, night?.sessions[0]?.places.length]).toEqual([saturday, hours])
        expect(sunday?.sessions).toEqual([])
      }
      // An entry at one in the morning takes a place of the night before.
      await book(clinic.data.db, { date: '2026-03-14', interval: 5, did: lin.mid, time: '12:00' })
      await clinic.data.db.system.tx((tx) =>
        tx.run(
          sql`update appointment set start_at = '2026-03-15T01:00-04:00' where did = ${lin.mid} and date = '2026-03-14'`,
        ),
      )
      const [night] = await nights('2026-03-14')
      expect(night?.sessions[0]?.booked).toBe(1)
      // The clock is where it was: 2026-03-11, 22:30 there; so tomorrow is the 12th, and the 11th is past.
      expect((await lin.post('/his/api/updateLeave', { from: '2026-03-11', to: '2026-03-11' })).code).toBe('SHIFT_PAST')
      expect((await lin.post('/his/api/updateLeave', { from: '2026-03-12', to: '2026-03-12' })).code).toBe('OK')
    } finally {
      await clinic.data.db.system.tx((tx) => tx.run(sql`update partner set time_zone = 'Asia/Taipei' where id = 1`))
    }
  })
})

describe('the rules of a week', () => {
  it('[SHIFT-01~] name 14 slots: bit 0 is Monday by day, bit 13 Sunday by night', () => {
    expect([slotBit(1, 'day'), slotBit(1, 'night'), slotBit(7, 'night')]).toEqual([0, 1, 13])
    const day = [1, 2, 6].map((interval) => weekMask([{ weekday: 3, interval }]))
    const night = [0, 3, 4, 5].map((interval) => weekMask([{ weekday: 3, interval }]))
    expect([new Set(day), new Set(night)]).toEqual([new Set([1 << 4]), new Set([1 << 5])])
    for (let mask = 0; mask < 1 << 14; mask += 1) {
      const cells = slotsOf(mask).map(({ weekday, half }) => ({ weekday, interval: half === 'day' ? 2 : 3 }))
      if (weekMask(cells) !== mask) expect(weekMask(cells)).toBe(mask)
    }
  })
  it('[SHIFT-01~] see an overlap over midnight and over the end of the week, and none where one begins as another ends', () => {
    const week = (...spans: [number, string, string][]) =>
      spans.map(([weekday, start, end]) => ({ weekday, interval: 1, start, end }))
    expect(spanOf({ start: '22:00', end: '02:00' })).toBe(240)
    expect(overlapOf(week([1, '22:00', '02:00'], [2, '01:00', '03:00']))).not.toBeNull()
    expect(overlapOf(week([7, '22:00', '02:00'], [1, '01:59', '03:00']))).not.toBeNull()
    expect(overlapOf(week([7, '22:00', '02:00'], [1, '02:00', '03:00']))).toBeNull()
    expect(overlapOf(week([1, '09:00', '12:00'], [1, '12:00', '14:00'], [2, '09:00', '12:00']))).toBeNull()
  })
})
