import { expect, it } from 'vitest'
import { type Edits, edited, over, settled } from './sharedForm.ts'

const record = { name: '內科', nameEn: 'Internal', hours: { from: 9, to: 17 } }
type Unit = typeof record

it('what another saved meanwhile is taken over where nothing was typed, and what was typed stays', () => {
  const mine = edited<Unit>({}, record, { name: '家醫科' })
  const now = { ...record, nameEn: 'General' }
  expect(over(now, mine)).toEqual({
    fields: { name: '家醫科', nameEn: 'General', hours: { from: 9, to: 17 } },
    // The other's field is not sent back as it was.
    changed: { name: '家醫科' },
    theirs: {},
  })
})

it('a field that both changed keeps what was typed and says what it is now, until one of them is chosen', () => {
  const mine = edited<Unit>({}, record, { hours: { from: 8, to: 12 } })
  const now = { ...record, hours: { from: 10, to: 12 } }
  expect(over(now, mine)).toMatchObject({
    fields: { hours: { from: 8, to: 12 } },
    theirs: { hours: { from: 10, to: 12 } },
  })
  // Typing on does not make the other's change unseen.
  const on = edited(mine, now, { hours: { from: 7, to: 12 } })
  expect(over(now, on).theirs).toEqual({ hours: { from: 10, to: 12 } })
  const taken: Edits<Unit> = edited(on, now, { hours: now.hours })
  expect(over(now, taken)).toEqual({ fields: now, changed: {}, theirs: {} })
})

it('both typed the same, or it was saved: nothing is left to send', () => {
  const mine = edited<Unit>({}, record, { name: '家醫科' })
  const now = { ...record, name: '家醫科' }
  expect(over(now, mine)).toEqual({ fields: now, changed: {}, theirs: {} })
  const left = settled(mine, now)
  expect(left).toEqual({})
  expect(settled(left, now)).toBe(left)
  // Whoever changes it afterwards changes nothing that was typed here.
  expect(over({ ...now, name: '兒科' }, left).theirs).toEqual({})
})
