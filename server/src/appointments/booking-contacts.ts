import { canSeeMember, canSeeRow, canSeeVisit } from '../access/visible.ts'
import type { ContactDoctor, ContactPatient, Contacts } from '@teleward/contract/appointments/booking-schema.ts'
import { maskName } from '@teleward/contract/core/text.ts'
import { type PartSearch, partSearch, wholeSearch } from '@teleward/contract/members/search.ts'
import { offersOf, serviceFlagsOf } from '@teleward/contract/profile/rules.ts'
import { holdsName, isNamed } from '../patients/matching.ts'
import { absence, type Read } from '../patients/service.ts'
import { sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { bookable } from '../staff/bookable.ts'

interface Asker {
  mid: number
  partnerId: number
  unitIds: readonly number[]
  narrow: boolean
}
const SHOWN = 12

const patientColumns = sql`m.pid, m.name, m.name_en as "nameEn", m.gender, m.birthday, right(m.id_number, 3) as "idLast", m.vip,
  u.id as "unitId", u.name as "unitName", u.name_en as "unitNameEn",
  (select a.did from appointment a where a.pid = m.pid and a.partner_id = u.partner_id and ${canSeeVisit('a')} order by a.start_at desc limit 1) as "lastDid"`

/** Who was booked last by this person, when nothing is asked yet. */
const recent = (read: Read, { mid, partnerId, unitIds }: Asker) =>
  read(sql<ContactPatient>`
    select ${patientColumns}
    from (select a.pid, max(a.qid) as latest, min(a.unit_id) as unit_id from appointment a
        where a.partner_id = ${partnerId} and a.unit_id = any (${[...unitIds]}::int[]) and (a.booked_by = ${mid} or a.did = ${mid}) and ${canSeeVisit('a')}
        group by a.pid order by latest desc limit ${SHOWN}) r
    join member m on m.pid = r.pid and ${canSeeMember('m')} join unit u on u.id = r.unit_id order by r.latest desc`)

function byPart(read: Read, asker: Asker, { token, part }: PartSearch) {
  return read(sql<ContactPatient>`
    select ${patientColumns}
    from (select t.pid, min(t.unit_id) as unit_id, bool_or(strpos(t.whole, ${part}) = 1) as first, min(t.name) as name
        from member_token t where t.token in (${token}, ${`=${part}`}) and t.status = 'active' and strpos(t.whole, ${part}) > 0
          and t.partner_id = ${asker.partnerId} and t.unit_id = any (${[...asker.unitIds]}::int[])
        group by t.pid order by 3 desc, 4, 1 limit ${SHOWN}) h
    join member m on m.pid = h.pid and ${canSeeMember('m')} join unit u on u.id = h.unit_id order by h.first desc, h.name, h.pid`)
}

/** Whom nobody but the patient could name: shown masked, so that it can be said whether it is the right one. */
async function named(read: Read, asker: Asker, whole: string): Promise<ContactPatient[]> {
  const rows = await read(sql<Omit<ContactPatient, 'nameEn' | 'gender' | 'vip' | 'lastDid'>>`
    select b.pid, b.name, null::date as birthday, b.id_last as "idLast", u.id as "unitId", u.name as "unitName", u.name_en as "unitNameEn"
    from booking_member(${whole}) b join unit u on u.id = b.unit_ids[1] and u.partner_id = ${asker.partnerId}
    where u.id = any (${[...asker.unitIds]}::int[])`)
  return rows.map((row) => ({
    ...row,
    name: maskName(row.name),
    nameEn: null,
    gender: null,
    vip: false,
    lastDid: null,
  }))
}

/** One patient, of the caller's units and within the caller's sight. */
const byNumber = (read: Read, { partnerId, unitIds }: Asker, pid: number) =>
  read(sql<ContactPatient>`
    select ${patientColumns}
    from (select min(mu.unit_id) as unit_id from member_unit mu where mu.pid = ${pid} and mu.partner_id = ${partnerId}
        and mu.status = 'active' and mu.unit_id = any (${[...unitIds]}::int[]) and ${canSeeRow('mu')} having count(*) > 0) h
    join member m on m.pid = ${pid} and ${canSeeMember('m')} join unit u on u.id = h.unit_id`)

async function patients(read: Read, asker: Asker, q: string, pid: number | undefined): Promise<ContactPatient[]> {
  if (pid !== undefined) {
    const found = await byNumber(read, asker, pid)
    if (!found.length) throw await absence(read, pid)
    return found
  }
  if (!q.trim()) return recent(read, asker)
  const part = partSearch(q)
  if (!part) throw new AppError('SEARCH_INCOMPLETE', { fields: [{ path: 'q', code: 'SEARCH_INCOMPLETE' }] })
  const found = await byPart(read, asker, part)
  if (found.length || !asker.narrow) return found
  // By nothing less than what only the patient shows.
  const whole = wholeSearch(q)
  return whole === null ? [] : named(read, asker, whole)
}

async function doctors(read: Read, { partnerId, unitIds }: Asker, q: string): Promise<ContactDoctor[]> {
  const called =
    q.trim() === ''
      ? sql``
      : sql`and (${isNamed('s', q)} or ${holdsName(sql`concat_ws(' ', sp.division, sp.division_en)`, q)})`
  const found = await read(sql<Omit<ContactDoctor, 'video' | 'onsite'> & { flags: unknown }>`
    select s.mid, s.name, s.name_en as "nameEn", sp.title, sp.division, sp.division_en as "divisionEn",
      array_agg(su.unit_id order by su.unit_id) as "unitIds", sp.service_flags as flags
    from staff_partner sp join staff s on s.mid = sp.mid
    join staff_unit su on su.mid = sp.mid and su.partner_id = sp.partner_id and su.unit_id = any (${[...unitIds]}::int[])
    where sp.partner_id = ${partnerId} and ${bookable} and s.status = 'active'
      ${called}
    group by s.mid, s.name, s.name_en, sp.title, sp.division, sp.division_en, sp.service_flags, sp.staff_type
    order by sp.staff_type, s.name limit 200`)
  return found.map(({ flags, ...doctor }) => {
    const { video, onsite } = offersOf(serviceFlagsOf(flags))
    return { ...doctor, video, onsite }
  })
}

/** Whom one can book for, and with whom. */
export async function contacts(
  read: Read,
  asker: Asker,
  ask: { q: string; doctors: string; pid?: number | undefined },
): Promise<Contacts> {
  return { patients: await patients(read, asker, ask.q, ask.pid), doctors: await doctors(read, asker, ask.doctors) }
}
