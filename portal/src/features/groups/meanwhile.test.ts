import type { MonitorRule } from '@teleward/contract/monitoring/group-schema.ts'
import { describe, expect, it } from 'vitest'
import { mergedRules } from './meanwhile.ts'
import { withGone } from './takingOut.ts'
import { typedOver } from './typed.ts'

const rule = (id: string, more: Partial<MonitorRule> = {}): MonitorRule => ({
  id,
  measure: 'systolic',
  test: 'above',
  value: 180,
  inclusive: true,
  direction: null,
  hours: null,
  severity: 'critical',
  fromHour: 0,
  toHour: 24,
  ...more,
})
const base = [
  rule('crisis'),
  rule('high', { value: 130, severity: 'notice' }),
  rule('low', { test: 'below', value: 90, inclusive: false }),
]
const [crisis, high, low] = base as [MonitorRule, MonitorRule, MonitorRule]

describe('limits that another changed while they are edited', () => {
  it('[MON-03~] come into the form where nothing was typed: 170 stays 170, though another line was taken out here', () => {
    const theirs = [{ ...crisis, value: 170 }, high, low]
    expect(mergedRules(base, theirs, [crisis, high])).toEqual({
      rules: [{ ...crisis, value: 170 }, high],
      changes: [{ was: crisis, now: { ...crisis, value: 170 }, kept: false }],
    })
  })
  it('[MON-03~] that were taken out or added are taken out or added here, and told', () => {
    const added = rule('new', { measure: 'blood_oxygen', test: 'below', value: 90 })
    expect(mergedRules(base, [crisis, low, added], base)).toEqual({
      rules: [crisis, low, added],
      changes: [
        { was: high, now: null, kept: false },
        { was: null, now: added, kept: false },
      ],
    })
  })
  it('[MON-03~] leave what was typed, and are shown beside it', () => {
    const typed = [{ ...crisis, value: 185 }, high, rule('mine', { measure: 'weight', value: 90 })]
    const weight = rule('theirs', { measure: 'weight', value: 95 })
    expect(mergedRules(base, [{ ...crisis, value: 170 }, high, { ...low, value: 85 }, weight], typed)).toEqual({
      rules: typed,
      changes: [
        { was: crisis, now: { ...crisis, value: 170 }, kept: true },
        { was: low, now: { ...low, value: 85 }, kept: true },
        { was: null, now: weight, kept: true },
      ],
    })
  })
  it('a limit from before, which says nothing of its value, is the same as one that says what it meant', () => {
    const { inclusive: _, direction: __, ...before } = low
    expect(mergedRules([before], [low], [before])).toEqual({ rules: [before], changes: [] })
  })
})

describe('name and staff that another changed while they are typed', () => {
  const staff = (...mids: number[]) => mids.map((mid) => ({ mid, name: `n${mid}`, nameEn: null, doctortype: 'nurse' }))
  it('[MON-02~] follow the other where nothing was typed, and are told where something was', () => {
    const typed = { name: { now: '血壓二', was: '血壓' } }
    expect(typedOver(typed, { name: '血壓', staff: staff(1), reachMinutes: 15 })).toMatchObject({
      change: { name: '血壓二' },
      meanwhile: { name: false, staff: false },
    })
    expect(typedOver(typed, { name: '體重', staff: staff(1, 2), reachMinutes: 15 })).toEqual({
      name: '血壓二',
      staff: [1, 2],
      reach: 15,
      change: { name: '血壓二' },
      meanwhile: { name: true, staff: false, reach: false },
    })
    expect(typedOver({}, { name: '體重', staff: staff(2), reachMinutes: 15 })).toMatchObject({
      name: '體重',
      change: {},
    })
  })
  it('[M18] so do the minutes after which the unit is told', () => {
    const typed = { reach: { now: 30, was: 15 } }
    const group = { name: '血壓', staff: staff(1) }
    expect(typedOver(typed, { ...group, reachMinutes: 15 })).toMatchObject({
      reach: 30,
      change: { reachMinutes: 30 },
      meanwhile: { reach: false },
    })
    expect(typedOver(typed, { ...group, reachMinutes: 5 }).meanwhile.reach).toBe(true)
    // The other chose the same: nothing to save, nothing to tell.
    expect(typedOver(typed, { ...group, reachMinutes: 30 })).toMatchObject({ change: {}, meanwhile: { reach: false } })
    expect(typedOver({}, { ...group, reachMinutes: 5 })).toMatchObject({ reach: 5, change: {} })
  })
})

describe('members that are taken out', () => {
  const one = (pid: number) => ({ pid }) as Parameters<typeof withGone>[0][number]
  const pids = (rows: { pid: number }[]) => rows.map(({ pid }) => pid)
  it('[MON-02~] keep their rows: nobody slides under the pointer', () => {
    const gone = [
      { one: one(3), place: 2 },
      { one: one(1), place: 0 },
    ]
    expect(pids(withGone([one(2), one(4)], gone))).toEqual([1, 2, 3, 4])
    // Back again, they are there once.
    expect(pids(withGone([one(1), one(2), one(4)], gone))).toEqual([1, 2, 3, 4])
  })
})
