import { canSeeMember, canSeeMembership, canSeeVisit } from '../access/visible.ts'
import { condition, ownPatients } from '../platform/access/index.ts'
import { normaliseId } from '@teleward/contract/core/identity.ts'
import type { MemberListQuery, RegisterQuery } from '@teleward/contract/members/endpoints.ts'
import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import type { Member, MemberRow, RecentMember } from '@teleward/contract/members/schema.ts'
import type { PartSearch } from '@teleward/contract/members/search.ts'
import type { RawBuilder } from 'kysely'
import { hasCaseOf } from '../cases/managers.ts'
import { inCareGroup } from '../monitoring/care.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, inOrder, sql } from '../platform/db/index.ts'
import { authorisationOf, patientBriefJson } from '../patients/brief.ts'
import { holdsName } from '../patients/matching.ts'
import type { Read } from '../patients/service.ts'

export interface Paged<T> {
  rows: T[]
  total: number
}
export type Briefs = Paged<PatientBrief>
/** Who asks, where a filter goes by what they may know. */
export type Viewer = Pick<StaffActor, 'mid' | 'partnerId' | 'rights'>
interface PageOf {
  page: number
  pageSize: number
}
/** What narrows both lists; the register's own filters are there only in its query. */
export type ListQuery = MemberListQuery & Partial<Omit<RegisterQuery, keyof MemberListQuery>>

/** A page of hits (`pid`, `unit_id`, `place`, `total`) as patients in brief. */
async function inBrief(read: Read, hits: RawBuilder<unknown>, { page, pageSize }: PageOf): Promise<Briefs> {
  const found = await read(sql<{ total: number; patient: PatientBrief | null }>`
    with hit as materialized (${hits}),
    one_page as (
      select hit.place, ${patientBriefJson} as patient
      from hit join member m on m.pid = hit.pid join unit u on u.id = hit.unit_id ${authorisationOf}
      where hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int
    )
    select (select count(*)::int from hit) as total, one_page.patient
    from (select 1) one left join one_page on true order by one_page.place`)
  return counted(found)
}

/** A page of such hits as rows of a list: the database's function looks once at who asks. */
async function inRows(
  read: Read,
  hits: RawBuilder<unknown>,
  { page, pageSize }: PageOf,
  now: Date,
): Promise<Paged<MemberRow>> {
  const found = await read(sql<{ total: number; patient: MemberRow | null }>`
    with hit as materialized (${hits}),
    one_page as (
      select array_agg(hit.pid order by hit.place) as pids, array_agg(hit.unit_id order by hit.place) as units
      from hit where hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int
    )
    select (select count(*)::int from hit) as total, r.patient
    from one_page left join lateral app_member_rows(one_page.pids, one_page.units, ${now}::timestamptz) r on true
    order by r.place`)
  const { rows, total } = counted(found)
  return { rows: rows.map(withoutId), total }
}

/** An id or permit, also a mistyped one. */
const ID_SHAPE = /^[A-Z][A-Z\d]\d{8}$/i
/** Of an id a list and its file show the end alone, also where it is what somebody signs in by. */
function withoutId(row: MemberRow): MemberRow {
  const { account } = row
  return account && ID_SHAPE.test(normaliseId(account)) ? { ...row, account: `·······${account.slice(-3)}` } : row
}

const counted = <T>(found: { total: number; patient: T | null }[]): Paged<T> => ({
  rows: found.flatMap(({ patient }) => (patient ? [patient] : [])),
  total: found[0]?.total ?? 0,
})

const zone = sql`(select p.time_zone from partner p where p.id = ${asking.partner}::int)`
/** The birthday of who becomes that old today, by the institution's clock; ages are full years. */
const bornBy = (now: Date, years: number) =>
  sql`((${now}::timestamptz at time zone ${zone})::date - make_interval(years => ${years}::int))::date`

function narrowed(query: ListQuery, of: 't' | 'mu', now: Date): RawBuilder<unknown> {
  const pid = sql.ref(`${of}.pid`)
  const { unit, vip, gender, identity, ageFrom, ageTo, condition, did, mobilecode, duplicate, createdFrom, createdTo } =
    query
  const member = [
    ...(vip === undefined ? [] : [sql`v.vip = ${vip}`]),
    ...(gender === undefined ? [] : [sql`v.gender = ${gender}`]),
    ...(identity === undefined ? [] : [sql`v.identity = ${identity}`]),
    ...(ageFrom === undefined ? [] : [sql`v.birthday <= ${bornBy(now, ageFrom)}`]),
    ...(ageTo === undefined ? [] : [sql`v.birthday > ${bornBy(now, ageTo + 1)}`]),
    ...(mobilecode === undefined ? [] : [sql`v.mobilecode = ${mobilecode}::int`]),
    ...(createdFrom === undefined ? [] : [sql`v.created_at >= ${createdFrom}::date::timestamp at time zone ${zone}`]),
    ...(createdTo === undefined ? [] : [sql`v.created_at < (${createdTo}::date + 1)::timestamp at time zone ${zone}`]),
    ...(query.createdBy === undefined ? [] : [sql`v.created_by = ${query.createdBy}`]),
    ...(duplicate === undefined
      ? []
      : [
          sql`exists (select 1 from member o where o.name_key = v.name_key and o.birthday = v.birthday and o.pid <> v.pid and ${canSeeMember('o')}) = ${duplicate}`,
        ]),
  ]
  return sql`
    ${unit === undefined ? sql`` : sql`and ${sql.ref(`${of}.unit_id`)} = ${unit}`}
    ${member.length ? sql`and exists (select 1 from member v where v.pid = ${pid} and ${sql.join(member, sql` and `)})` : sql``}
    ${
      condition === undefined
        ? sql``
        : sql`and ${pid} in (select h.pid from app_open_conditions() h where h.note = ${condition})`
    }
    ${
      did === undefined
        ? sql``
        : sql`and exists (select 1 from appointment q where q.pid = ${pid} and q.did = ${did} and ${canSeeVisit('q')})`
    }
    ${query.group === undefined ? sql`` : sql`and ${inCareGroup(pid, query.group)}`}
    ${query.manager === undefined ? sql`` : sql`and ${hasCaseOf(pid, query.manager)}`}`
}

/** What the hits are ordered by where somebody chose; a person's own columns are looked up for these two orders only. */
function orderOf({ sort }: ListQuery, of: 't' | 'mu', standard: RawBuilder<unknown>) {
  const pid = sql.ref(`${of}.pid`)
  const orders = { member: sql`min(w.name)`, birthday: sql`min(w.birthday)`, created: pid }
  const looked = sort !== undefined && !sort.endsWith('created')
  return {
    by: inOrder(sort, orders, pid, standard),
    join: looked ? sql`join member w on w.pid = ${pid} and ${canSeeMember('w')}` : sql``,
  }
}

/**
 * By a part of a name or phone, or by the whole of a number: names that begin with it first. The tokens say it all; members are
 * read for one page.
 */
export const byPart = (
  read: Read,
  { token, part }: PartSearch,
  query: ListQuery,
  now: Date,
): Promise<Paged<MemberRow>> => {
  const begins = sql`bool_or(strpos(t.whole, ${part}) = 1) desc, min(t.name), t.pid`
  const { by, join } = orderOf(query, 't', begins)
  return inRows(
    read,
    sql`select t.pid, min(t.unit_id) as unit_id, row_number() over (order by ${by})::int as place
      from member_token t ${join}
      where t.token in (${token}, ${`=${part}`}) and ${canSeeMembership('t')}
        and t.status = 'active' and strpos(t.whole, ${part}) > 0 ${narrowed(query, 't', now)}
      group by t.pid`,
    query,
    now,
  )
}

/** By a complete value of whatever kind. */
export const byWhole = (read: Read, whole: string, page: PageOf): Promise<Briefs> =>
  inBrief(
    read,
    sql`select t.pid, min(t.unit_id) as unit_id, row_number() over (order by min(t.name), t.pid)::int as place
      from member_token t
      where t.token = ${`=${whole}`} and ${canSeeMembership('t')} and t.status = 'active'
      group by t.pid`,
    page,
  )

/** Everybody, newest first unless told. */
export const everybody = (read: Read, query: ListQuery, now: Date): Promise<Paged<MemberRow>> => {
  const { by, join } = orderOf(query, 'mu', sql`mu.pid desc`)
  return inRows(
    read,
    sql`select mu.pid, min(mu.unit_id) as unit_id, row_number() over (order by ${by})::int as place
      from member_unit mu ${join}
      where ${canSeeMembership('mu')} and mu.status = 'active'
        ${narrowed(query, 'mu', now)}
      group by mu.pid`,
    query,
    now,
  )
}

/** Those whose membership was disabled: that they are, in which unit and since when; no more. */
export async function disabledOnes(read: Read, query: ListQuery): Promise<Paged<MemberRow>> {
  const { page, pageSize, unit, memberStatus, sort } = query
  const q = query.q.trim()
  // Of them only name and number are known here.
  const by = inOrder(
    sort === 'birthday' || sort === '-birthday' ? undefined : sort,
    { member: sql`d.name`, created: sql`d.pid` },
    sql`d.pid, u.id`,
    sql`d.changed_at desc nulls last, d.pid, u.id`,
  )
  const wanted = memberStatus === 'partnerDisabled' ? 'partnerDisabled' : 'disabled'
  const found = await read(sql<{ total: number; row: MemberRow | null }>`
    with hit as (
      select d.pid, d.name, d.member_no, d.changed_at, d.version, u.id as unit_id, u.name as unit_name, u.name_en as unit_name_en,
        row_number() over (order by ${by})::int as place
      from app_disabled_members() d join unit u on u.id = d.unit_id
      where d.status = ${wanted} and u.partner_id = ${asking.partner}::int and d.unit_id = any (${asking.units}::int[])
        ${unit === undefined ? sql`` : sql`and d.unit_id = ${unit}`}
        ${q ? sql`and (${holdsName(sql`d.name`, q)} or ${holdsName(sql`d.member_no`, q)})` : sql``}
    )
    select (select count(*)::int from hit) as total, case when hit.pid is null then null else jsonb_build_object(
      'pid', hit.pid, 'memberNo', hit.member_no, 'name', hit.name, 'nameEn', null, 'gender', null, 'birthday', null, 'vip', false,
      'idLast', null, 'unitId', hit.unit_id, 'unitName', hit.unit_name, 'unitNameEn', hit.unit_name_en, 'allergies', null,
      'authorised', 'notAuthorised', 'authorisedUntil', null, 'identity', 'none', 'mobile', null, 'mobilecode', 0, 'account', null,
      'nhiLast', null, 'height', null, 'weight', null, 'email', null, 'language', 'zh-TW',
      'status', ${memberStatus === 'partnerDisabled' ? 'partnerDisabled' : 'unitDisabled'}::text, 'changedAt', hit.changed_at,
      'createdAt', coalesce(hit.changed_at, now()), 'createdBy', null, 'doctor', null, 'lastVisitAt', null, 'lastQid', null,
      'next', null, 'twin', false, 'readings', '[]'::jsonb, 'version', hit.version) end as row
    from (select 1) one left join hit on hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int
    order by hit.place`)
  return { rows: found.flatMap(({ row }) => (row ? [row] : [])), total: found[0]?.total ?? 0 }
}

/** The members one opened last, newest first; a small picture in a list and a list that found one person are no opening. */
export async function recents(read: Read, mid: number, most: number, now: Date): Promise<RecentMember[]> {
  const { rows } = await inRows(
    read,
    sql`select r.pid, u.unit_id, row_number() over (order by r.at desc)::int as place
      from (select l.pid, max(l.id) as at from (select a.pid, a.id from audit_log a where a.mid = ${mid} and a.partner_id = ${asking.partner}::int
          and a.outcome = 'OK' and a.pid is not null and a.action <> 'file.thumbnail'
          and (a.target_kind is null or a.target_kind not in ('list', 'export')) order by a.id desc limit 400) l group by l.pid) r
      cross join lateral (select min(mu.unit_id) as unit_id from member_unit mu where mu.pid = r.pid and mu.status = 'active' and ${canSeeMembership('mu')}) u
      where u.unit_id is not null and ${canSeeMember('r')}`,
    { page: 1, pageSize: most },
    now,
  )
  return rows
}

/** What the database's function says of a member: what stands elsewhere in it is not said twice. */
type Sheet = Omit<Member, 'unitName' | 'unitNameEn' | 'allergies'>

/** A member in full; histories only where the record is open. Of two with one account the older one. */
export async function byAccount(read: Read, account: string): Promise<Member | undefined> {
  const [row] = await read(sql<{ sheet: Sheet | null }>`select app_member_sheet(${account}) as sheet`)
  if (!row?.sheet) return undefined
  const { units, unitId, histories } = row.sheet
  const under = units.find((unit) => unit.unitId === unitId)
  if (!under) throw new Error('a member stands under a unit that is not among the member’s')
  const allergies = histories?.filter(({ kind }) => kind === 'sensitive_matters') ?? null
  return { ...row.sheet, unitName: under.unitName, unitNameEn: under.unitNameEn, allergies }
}

/** A member of that account whose membership in the caller's own units, or in the whole institution, was disabled. */
export async function disabledAccount(read: Read, whole: string): Promise<number | undefined> {
  const [row] = await read(sql<{ pid: number }>`
    select t.pid from member_token t where t.token = ${`=${whole}`} and t.status <> 'active' and t.partner_id = ${asking.partner}::int
      and t.unit_id = any (${asking.units}::int[]) and ${condition(ownPatients, 't')} limit 1`)
  return row?.pid
}
