import type { MemberDetail } from '@teleward/contract/members/schema.ts'
import { expect, it } from 'vitest'
import { edited, over } from '../../patterns/sharedForm.ts'
import { fieldsOf, plainOf, saidOf } from './member-fields.ts'

const member = {
  account: '0912000111',
  name: '王小明',
  nameEn: null,
  weight: 60,
  language: 'zh-TW',
  vip: false,
  emergencyContact: { name: '王母', relation: '母', phone: '0912 345 678' },
} as MemberDetail

it('[MEMB-02~] what another changed meanwhile is not sent back as it was: neither a field nor a part of the contact', () => {
  const mine = edited({}, fieldsOf(member), { weight: 62 })
  const now = { ...member, emergencyContact: { name: '王母', relation: '母', phone: '0922 000 000' } } as MemberDetail
  const { fields, changed, theirs } = over(fieldsOf(now), mine)
  expect(saidOf(changed, fields)).toEqual({ weight: 62 })
  expect(theirs).toEqual({})
  // Another part of the same contact: theirs stays beside mine.
  const both = over(fieldsOf(now), edited({}, fieldsOf(member), { contactRelation: '姊' }))
  expect(saidOf(both.changed, both.fields)).toEqual({
    emergencyContact: { name: '王母', relation: '姊', phone: '0922 000 000' },
  })
  // The same part: both sides are told.
  const clash = over(fieldsOf(now), edited({}, fieldsOf(member), { contactPhone: '0933 000 000' }))
  expect(clash.theirs).toEqual({ contactPhone: '0922 000 000' })
})

it('[MEMB-02~] a text that is typed and emptied again where there was none is no change', () => {
  const live = fieldsOf(member)
  expect(over(live, edited({}, live, plainOf({ nameEn: '' }, live))).changed).toEqual({})
})
