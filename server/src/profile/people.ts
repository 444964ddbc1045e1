import { serviceFlagsOf, typesOf } from '@teleward/contract/profile/rules.ts'
import type { DoctorRow, Employee, employeesBody, queryDoctorBody } from '@teleward/contract/profile/schema.ts'
import { AWAY } from '@teleward/contract/staff/rules.ts'
import type { z } from 'zod'
import { isNamed } from '../patients/matching.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Compilable, sql } from '../platform/db/index.ts'
import type { Signer } from '../storage/tickets.ts'
import type { Read } from './own.ts'
import { photoAddress } from './photos.ts'

interface Row extends Omit<Employee, 'avatar' | 'code'> {
  avatar: string | null
  code: Employee['code'] | null
  service_flags: unknown
  uiastaff: boolean | null
  doctorEnable: number | null
  fees: DoctorRow['fees']
  total: number
}
type Wish = z.output<typeof queryDoctorBody> & Pick<z.output<typeof employeesBody>, 'doctortype' | 'doctortypes'>

/** Staff on board of the caller's own institution who share a unit with the caller: whom presence tells of, too. */
function colleagues(who: StaffActor, wish: Wish): Compilable<Row> {
  const units = wish.unit === undefined ? [...who.unitIds] : who.unitIds.filter((id) => id === wish.unit)
  const inUnits = sql`su.partner_id = ${who.partnerId} and su.unit_id = any (${units}::int[])`
  const named = (text: string) => sql`and ${isNamed('s', text)}`
  return sql<Row>`
    select s.mid as did, s.mid, s.name, s.name_en as "nameEn", s.family_name, s.avatar, sp.doctortype, sp.title, sp.division,
      sp.division_en as "divisionStrE", s.servicelang, sp.service_flags, pr.code,
      (select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'nameEn', u.name_en) order by u.id)
        from staff_unit su join unit u on u.id = su.unit_id where su.mid = s.mid and ${inUnits}) as units,
      (select jsonb_build_object('twDay', f.tw_day, 'twNight', f.tw_night, 'cnDay', f.cn_day, 'cnNight', f.cn_night)
        from doctor_fee f where f.mid = s.mid and f.partner_id = ${who.partnerId}) as fees,
      st.uiastaff, st.doctor_enable as "doctorEnable", count(*) over ()::int as total
    from staff s join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${who.partnerId}
      left join presence pr on pr.mid = s.mid left join app_staff_serving(${who.partnerId}) st on st.mid = s.mid
    where s.status = 'active' and s.mobilecode = 1 and sp.status = 'active' and sp.review = 'onBoard' and (${wish.partnerid ?? who.partnerId}::int = ${who.partnerId})
      and exists (select 1 from staff_unit su where su.mid = s.mid and ${inUnits})
      ${wish.doctortype ? sql`and sp.doctortype = ${wish.doctortype}` : sql``}
      ${wish.doctortypes ? sql`and sp.doctortype = any (${wish.doctortypes}::text[])` : sql``}
      ${wish.q ? named(wish.q) : sql``} ${wish.name ? named(wish.name) : sql``}
      ${wish.division ? sql`and (sp.division = ${wish.division} or sp.division_en = ${wish.division})` : sql``}
      ${wish.language ? sql`and ${wish.language} = any (s.servicelang)` : sql``}
      ${wish.service ? sql`and coalesce((sp.service_flags ->> ${wish.service})::boolean, ${serviceFlagsOf({})[wish.service]})` : sql``}
    order by s.name, s.mid limit ${wish.pageSize} offset ${(wish.page - 1) * wish.pageSize}`
}

interface Asking {
  read: Read
  who: StaffActor
  signer: Signer
}
const page = <T>(rows: readonly Row[], wish: Wish, one: (row: Row) => T) => ({
  data: rows.map(one),
  page: wish.page,
  pageSize: wish.pageSize,
  total: rows[0]?.total ?? 0,
})

export async function employeesOf({ read, who, signer }: Asking, wish: Wish) {
  return page<Employee>(await read(colleagues(who, wish)), wish, (row) => seen(row, signer))
}
export async function doctorsOf({ read, who, signer }: Asking, wish: Wish) {
  const rows = await read(colleagues(who, { ...wish, doctortype: 'doctor' }))
  return page<DoctorRow>(rows, wish, (row) => {
    const flags = serviceFlagsOf(row.service_flags)
    const { uiastaff, doctorEnable } = row
    return {
      ...seen(row, signer),
      flags,
      types: typesOf(flags),
      uiastaff: uiastaff ?? false,
      doctorEnable: doctorEnable ?? 2,
      fees: row.fees,
    }
  })
}

const UUID = /^[0-9a-f-]{36}$/
const seen = (row: Row, signer: Signer): Employee => ({
  did: row.did,
  mid: row.mid,
  name: row.name,
  nameEn: row.nameEn,
  family_name: row.family_name,
  avatar: row.avatar && UUID.test(row.avatar) ? photoAddress(signer, row.avatar).url : null,
  doctortype: row.doctortype,
  title: row.title,
  division: row.division,
  divisionStrE: row.divisionStrE,
  servicelang: row.servicelang,
  units: row.units ?? [],
  code: row.code ?? AWAY,
})
