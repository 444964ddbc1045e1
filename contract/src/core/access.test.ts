import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allows, MEDICAL_DECISION, permissionsOf, tiedByLaw } from './access.ts'
import { type Permission, permissions, staffTypes } from './permissions.gen.ts'

const keys = Object.keys(permissions) as Permission[]
const of = (doctortype: string, more: Partial<Parameters<typeof permissionsOf>[0]> = {}) =>
  permissionsOf({ doctortype, onBoard: true, ...more })

describe('permissionsOf', () => {
  it('is the table where nothing was given or taken', () => {
    for (const type of staffTypes)
      for (const key of keys) {
        const base = permissions[key][type]
        expect(of(type)[key], `${type} ${key}`).toBe(base === 'g' ? '-' : base)
      }
  })
  it('lets a grant open what the table leaves to one', () => {
    expect(of('nurse', { grants: ['shift.others'] })['shift.others']).toBe('g')
    expect(of('nurse', { grants: ['contact.others'] })['shift.others']).toBe('-')
    expect(of('volunteer', { grants: ['shift.others'] })['shift.others']).toBe('-')
    expect(of('nurse', { grants: ['prescription.dispense'] })['prescription.dispense']).toBe('-')
  })
  it('gives every verified doctor the medical decision, unless the institution took it', () => {
    expect(of('doctor')['grant.give']).toBe('y')
    expect(of('nurse', { privileges: [MEDICAL_DECISION] })['grant.give']).toBe('-')
    const removals = { doctor: [MEDICAL_DECISION] }
    expect(of('doctor', { removals })['grant.give']).toBe('-')
    expect(of('doctor', { removals, privileges: [MEDICAL_DECISION] })['grant.give']).toBe('y')
    expect(of('doctor', { onBoard: false })['grant.give']).toBe('-')
  })
  it('never gives what the law ties to a profession', () => {
    for (const type of staffTypes) {
      const given = of(type, { privileges: [...tiedByLaw] })
      for (const key of tiedByLaw) expect(given[key], `${type} ${key}`).toBe(permissions[key][type])
    }
    expect(of('doctor', { removals: { doctor: ['emr.sign'] }, privileges: ['emr.sign'] })['emr.sign']).toBe('-')
  })
  it('[Sw4] gives records to no profession that has none of them, and accounts and rights to administrators alone', () => {
    const bound: Permission[] = [
      'emr.read',
      'emr.write',
      'emr.emergency',
      'file.read',
      'recording.play',
      'monitor.read',
    ]
    const records = of('customer_service', { privileges: [...bound, 'admin.partner', 'admin.review'] })
    for (const key of [...bound, 'admin.partner', 'admin.review'] as const) expect(records[key], key).toBe('-')
    // Of a profession that has it of its own patients, or prepares it, a person may have it whole.
    expect(of('caregiver', { privileges: ['emr.read'] })['emr.read']).toBe('y')
    for (const type of staffTypes)
      for (const key of [...bound, 'admin.partner'] as const)
        expect(of(type, { privileges: [key] })[key] === '-', `${type} ${key}`).toBe(permissions[key][type] === '-')
    expect(of('nurse', { privileges: ['admin.partner'] })['admin.partner']).toBe('-')
    expect(of('nurse', { privileges: ['audit.read'] })['audit.read']).toBe('y')
  })
  it('takes from a type and gives to a person', () => {
    expect(of('nurse', { removals: { nurse: ['appointment.book'] } })['appointment.book']).toBe('-')
    expect(of('doctor', { removals: { nurse: ['appointment.book'] } })['appointment.book']).toBe('y')
    expect(of('pharmacist', { privileges: ['member.write'] })['member.write']).toBe('y')
  })
  it('leaves who is not on board with the own settings alone', () => {
    const rights = of('doctor', { onBoard: false, privileges: ['audit.read'] })
    expect(keys.filter((key) => allows(rights, key))).toEqual(['setting.own'])
  })
  it('has nothing for a type that is none, whatever is claimed', () => {
    for (const type of ['', 'Doctor', 'constructor', '__proto__', 'admin '])
      expect(
        keys.some((key) => allows(of(type, { privileges: keys }), key)),
        type,
      ).toBe(false)
  })
  it('cannot be talked into a law-tied right by any mix', () => {
    const anything = fc.array(fc.oneof(fc.constantFrom<string>(...keys, MEDICAL_DECISION), fc.string()))
    fc.assert(
      fc.property(
        fc.constantFrom(...staffTypes),
        anything,
        anything,
        fc.array(anything),
        (type, privileges, grants, lists) => {
          const rights = of(type, { privileges, grants, removals: { [type]: lists.flat() } })
          return tiedByLaw.every((key) => rights[key] === '-' || rights[key] === permissions[key][type])
        },
      ),
    )
  })
})
