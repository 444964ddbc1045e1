import { hash } from '@node-rs/argon2'
import { NONE_KNOWN } from '@teleward/contract/members/allergies.ts'
import type { Tx } from '../platform/db/index.ts'
import { allergies, familyHistories, histories, lifestyles } from './clinic.ts'
import { noteTemplates, nurseBindings, partners, staff, units, words } from './institution.ts'
import { type DemoMember, known, people } from './people.ts'
import type { Random } from './random.ts'
import { insertRows } from './rows.ts'

export const PASSWORD = 'demo1234'
const CHILD_BORN_AFTER = '2009'

export interface Seeded {
  /** account → mid */
  mids: Map<string, number>
  /** unit → members visible there; the known faces come first in unit 2 */
  members: Map<number, number[]>
  known: number[]
}

/** Institutions, units, staff with credentials, canned words. */
async function plantStaff(tx: Tx, time_zone: string): Promise<Map<string, number>> {
  await insertRows(
    tx,
    'partner',
    partners.map((partner) => ({
      ...partner,
      time_zone,
      ui_config: {},
      // The demo's own institution sells what its people recommend.
      settings: partner.id === 1 ? { allowShop: true } : {},
      status: 'active',
      version: 1,
    })),
  )
  await insertRows(
    tx,
    'unit',
    units.map((unit) => ({ ...unit, status: 'active' })),
  )
  const mids = (
    await insertRows(
      tx,
      'staff',
      staff.map((person, index) => ({
        account: person.account,
        phone: `0900${String(100_000 + index)}`,
        name: person.name,
        name_en: person.nameEn,
        family_name: person.name.slice(0, 1),
        mobilecode: 1,
        status: 'active',
        servicelang: ['zh_TW', 'en'],
        version: 1,
        created_at: new Date('2025-01-02T09:00:00+08:00'),
      })),
      'mid',
    )
  ).map(Number)
  const password_hash = await hash(PASSWORD)
  await insertRows(
    tx,
    'staff_credential',
    mids.map((mid) => ({ mid, password_hash, failed_attempts: 0, changed_at: new Date('2025-01-02T09:00:00+08:00') })),
  )
  const places = staff.flatMap((person, index) => {
    const first = { person, mid: mids[index], partner_id: person.partner ?? 1, units: person.units }
    const { alsoAt } = person
    return alsoAt ? [first, { ...first, partner_id: alsoAt.partner, units: alsoAt.units }] : [first]
  })
  await insertRows(
    tx,
    'staff_partner',
    places.map(({ person, mid, partner_id }) => ({
      mid,
      partner_id,
      staff_type: person.staffType,
      doctortype: person.doctortype,
      title: person.title,
      division: person.division?.[0] ?? null,
      division_en: person.division?.[1] ?? null,
      privileges: person.doctortype === 'doctor' ? ['medical_decision'] : [],
      review: 'onBoard',
      service_flags: person.doctortype === 'doctor' ? { onsite: true, video: true } : {},
      status: 'active',
    })),
  )
  await insertRows(
    tx,
    'staff_unit',
    places.flatMap(({ mid, partner_id, units: own }) => own.map((unit_id) => ({ mid, partner_id, unit_id }))),
  )
  const byAccount = new Map(staff.map((person, index) => [person.account, mids[index] ?? 0]))
  await insertRows(
    tx,
    'nurse_binding',
    nurseBindings.map(({ partner_id, doctor, nurse }) => ({
      partner_id,
      did: byAccount.get(doctor),
      mid: byAccount.get(nurse),
    })),
  )
  const writers = places.flatMap(({ person, mid, partner_id }) =>
    ['doctor', 'nurse'].includes(person.doctortype) ? [{ mid, partner_id }] : [],
  )
  await insertRows(
    tx,
    'word',
    writers.flatMap((writer) =>
      words.map(([type, word, code], sort) => ({ ...writer, type, code: code ?? null, word, sort, version: 1 })),
    ),
  )
  await insertRows(
    tx,
    'note_template',
    noteTemplates.flatMap(({ by, name, code, parts }) => {
      const place = places.find(({ person }) => person.account === by)
      if (!place) return []
      const [division, division_en] = place.person.division ?? []
      return [
        {
          partner_id: place.partner_id,
          owner_mid: place.mid,
          name,
          name_key: name,
          code,
          division: division ?? null,
          division_en: division_en ?? null,
          parts: { s: '', o: '', a: '', p: '', memo: '', ...parts },
          updated_at: new Date(0),
        },
      ]
    }),
  )
  return byAccount
}

interface Asked {
  partner_id: number
  unit_id: number
  /** Who asked. */
  recorded_by: number
}
function history(random: Random, pid: number, { partner_id, unit_id, recorded_by }: Asked, child: boolean): object[] {
  const row = (kind: string, note: string, ename: string | null = null, severity: string | null = null) => ({
    pid,
    partner_id,
    unit_id,
    kind,
    note,
    ename,
    severity,
    recorded_by,
    recorded_at: new Date('2025-12-02T09:00:00+08:00'),
  })
  const rows: object[] = []
  if (random.chance(0.3)) rows.push(row('sensitive_matters', ...random.pick(allergies)))
  // One of four of the others was never asked.
  else if (pid % 4 !== 0) rows.push(row('sensitive_matters', '無已知過敏', 'No known allergies', NONE_KNOWN))
  const [sick, lives] = [random.pick(histories), random.pick(lifestyles)]
  if (random.chance(0.6)) rows.push(row('person_sick', child ? '氣喘' : sick))
  if (random.chance(0.4)) rows.push(row('parents_sick', random.pick(familyHistories)))
  rows.push(row('life_type', child ? '與父母同住，家中無人吸菸' : lives))
  return rows
}

async function plantMembers(
  tx: Tx,
  random: Random,
  partner_id: number,
  count: number,
  prefix: string,
  shares: [number, number][],
  faces: Partial<DemoMember>[],
  recorded_by: number,
): Promise<{ pids: number[]; byUnit: Map<number, number[]> }> {
  const members = people(random, count, prefix).map((member, index) => ({
    ...member,
    ...faces[index],
    mobilecode: 1,
    version: 1,
    created_at: new Date('2025-03-01T09:00:00+08:00'),
  }))
  const pids = (await insertRows(tx, 'member', members, 'pid')).map(Number)
  const byUnit = new Map<number, number[]>()
  const memberships = pids.flatMap((pid, index) => {
    const main = index < faces.length ? (shares[0]?.[0] ?? 0) : random.weighted(shares)
    const also =
      index >= faces.length && random.chance(0.08)
        ? shares
            .map(([unit]) => unit)
            .filter((unit) => unit !== main)
            .slice(0, 1)
        : []
    return [main, ...also].map((unit_id) => {
      byUnit.set(unit_id, [...(byUnit.get(unit_id) ?? []), pid])
      return { pid, partner_id, unit_id, status: 'active', since: '2025-03-01' }
    })
  })
  await insertRows(tx, 'member_unit', memberships)
  const home = new Map(memberships.map(({ pid, unit_id }) => [pid, unit_id]))
  await insertRows(
    tx,
    'member_history',
    pids.flatMap((pid, index) => {
      const unit = home.get(pid) ?? 0
      if (index === 0 && faces.length) {
        // The patient of the story: two allergies, so that the red box has something to say.
        return allergies.slice(0, 2).map(([note, ename, severity]) => ({
          pid,
          partner_id,
          unit_id: unit,
          kind: 'sensitive_matters',
          note,
          ename,
          severity,
          recorded_by,
          recorded_at: new Date('2025-12-02T09:00:00+08:00'),
        }))
      }
      return history(
        random,
        pid,
        { partner_id, unit_id: unit, recorded_by },
        (members[index]?.birthday ?? '') > CHILD_BORN_AFTER,
      )
    }),
  )
  // Three of four have opened their record to the unit; the patients of the story are asked by their link.
  const consents = memberships.flatMap(({ pid, unit_id }, index) => {
    if (index < faces.length ? index % 2 === 0 : !random.chance(0.75)) return []
    const starts = new Date('2026-01-05T09:00:00+08:00')
    return [
      {
        id: crypto.randomUUID(),
        partner_id,
        unit_id,
        pid,
        kind: 'record',
        state: 'active',
        text_version: '2026-01',
        given_by: 'patient',
        starts_at: starts,
        ends_at: new Date(Date.now() + 200 * 86_400_000),
        at: starts,
      },
    ]
  })
  await insertRows(tx, 'consent', consents)
  return { pids, byUnit }
}

export async function seedWorld(tx: Tx, random: Random, timeZone: string): Promise<Seeded> {
  const mids = await plantStaff(tx, timeZone)
  const main = await plantMembers(
    tx,
    random,
    1,
    200,
    'M',
    [
      [2, 60],
      [3, 27],
      [1, 13],
    ],
    known,
    mids.get('nurse.chen') ?? 0,
  )
  const second = await plantMembers(tx, random, 32, 20, 'C', [[320, 1]], [], mids.get('nurse.hua') ?? 0)
  return { mids, members: new Map([...main.byUnit, ...second.byUnit]), known: main.pids.slice(0, known.length) }
}
