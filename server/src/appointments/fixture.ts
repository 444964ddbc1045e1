import { permissionsOf } from '@teleward/contract/core/access.ts'
import type { Db, Scope } from '../platform/db/index.ts'
import { sql } from '../platform/db/index.ts'

/** A small world for the tests of this domain: two institutions, three units, a few people and a Thursday. */
export const TODAY = '2026-03-12'
/** 10:30 in Taipei. */
export const NOW = new Date('2026-03-12T02:30:00Z')
export const people = { lin: 101, wang: 102, chen: 103, kao: 104, far: 105, away: 106 } as const
export const members = { wu: 201, zhang: 202, li: 203, other: 204, foreign: 205 } as const

export async function seed(db: Db): Promise<void> {
  await db.system.tx(async (tx) => {
    await tx.run(sql`insert into partner (id, name) values (1, '禾安'), (32, '遠山')`)
    await tx.run(
      sql`insert into unit (id, main_id, partner_id, name) values (1, null, 1, '總院'), (2, 1, 1, '內湖分站'), (3, 1, 1, '新店分站'), (90, null, 32, '遠山院')`,
    )
    await tx.run(sql`insert into staff (mid, account, name) overriding system value values (101, 'dr.lin', '林書妍'), (102, 'dr.wang', '王志明'),
      (103, 'nurse.chen', '陳護理師'), (104, 'agent.kao', '高代理'), (105, 'dr.far', '遠山醫師'), (106, 'dr.away', '新店醫師')`)
    await tx.run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (101, 1, 1, 'doctor'), (102, 1, 1, 'doctor'),
      (103, 1, 2, 'nurse'), (104, 1, 7, 'agent'), (105, 32, 1, 'doctor'), (106, 1, 1, 'doctor')`)
    await tx.run(
      sql`insert into staff_unit (mid, partner_id, unit_id) values (101, 1, 2), (102, 1, 2), (103, 1, 2), (104, 1, 2), (105, 32, 90), (106, 1, 3)`,
    )
    await tx.run(sql`insert into member (pid, member_no, id_number, name, name_en, gender, birthday, mobile, vip) overriding system value values
      (201, 'M-1', 'A223456527', '吳秀鳳', null, 'female', '1958-01-02', '0912345305', false),
      (202, 'M-2', 'A123456789', '張振國', 'Chang Chen-Kuo', 'male', '1963-11-02', '0922345678', true),
      (203, 'M-3', null, '李佩珊', null, 'female', '1991-06-12', null, false),
      (204, 'M-4', null, '新店人', null, null, null, null, false), (205, 'M-5', null, '遠山人', null, null, null, null, false)`)
    await tx.run(
      sql`insert into member_unit (pid, partner_id, unit_id) values (201, 1, 2), (202, 1, 2), (203, 1, 2), (204, 1, 3), (205, 32, 90)`,
    )
    await tx.run(sql`insert into member_history (pid, partner_id, unit_id, kind, note, ename, severity) values
      (201, 1, 2, 'sensitive_matters', 'Penicillin 類', 'Penicillins', 'moderate'), (202, 1, 2, 'sensitive_matters', '海鮮', 'Seafood', 'mild')`)
    await tx.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at, ends_at) values
      (gen_random_uuid(), 1, 2, 201, 'record', 'active', '1', '2026-01-01', '2099-01-01')`)
  })
}

export interface Entry {
  qid?: number
  partnerId?: number
  unitId?: number
  pid?: number
  did?: number
  bookedBy?: number | null
  status?: string
  kind?: string
  interval?: number
  date?: string
  /** Wall clock in Taipei. */
  time?: string
  queueNo?: number
  checkedInAt?: Date | null
  finishedAt?: Date | null
  finishedBy?: number | null
  callTarget?: string | null
  proxy?: boolean
}
let next = 1
/** One entry: of dr.lin with 吳秀鳳 this morning, unless told otherwise. */
export async function book(db: Db, entry: Entry = {}): Promise<number> {
  const date = entry.date ?? TODAY
  const number = entry.queueNo ?? next++
  const [row] = await db.system.tx((tx) =>
    tx.many(sql<{
      qid: number
    }>`insert into appointment (partner_id, unit_id, pid, did, booked_by, status, kind, "interval", date, start_at, queue_no,
        checked_in_at, finished_at, finished_by, call_target, proxy)
      values (${entry.partnerId ?? 1}, ${entry.unitId ?? 2}, ${entry.pid ?? members.wu}, ${entry.did ?? people.lin}, ${entry.bookedBy ?? null}::int,
        ${entry.status ?? 'registered'}, ${entry.kind ?? 'general'}, ${entry.interval ?? 1}::int, ${date}::date,
        ${`${date}T${entry.time ?? '10:00'}:00+08:00`}::timestamptz, ${number}::int, ${entry.checkedInAt ?? null}::timestamptz,
        ${entry.finishedAt ?? null}::timestamptz, ${entry.finishedBy ?? null}::int, ${entry.callTarget ?? null}::text, ${entry.proxy ?? false})
      returning qid`),
  )
  if (!row) throw new Error('no entry was made')
  return row.qid
}

/** The room of a visit, live or closed. */
export async function room(db: Db, qid: number, state: 'waiting' | 'live' | 'closed'): Promise<void> {
  await db.system.tx((tx) =>
    tx.run(sql`insert into room (room_id, partner_id, unit_id, qid, pid, state, ds_room_id)
      select gen_random_uuid(), partner_id, unit_id, qid, pid, ${state}, 'x' from appointment where qid = ${qid}`),
  )
}

export const scopeFor = (mid: number, over: Partial<Scope> = {}): Scope => ({
  kind: 'staff',
  mid,
  partnerId: 1,
  unitIds: [2],
  pid: null,
  qid: null,
  'emr.read': 'y',
  'appointment.read': 'y',
  ...over,
})

/** Between tests: the people stay, what happened goes. */
export async function clear(db: Db): Promise<void> {
  await db.system.tx(async (tx) => {
    for (const table of ['appointment_event', 'call', 'note', 'room', 'appointment'])
      await tx.run(sql`delete from ${sql.table(table)}`)
  })
}

export const viewer = (mid: number, doctortype: string, partnerId = 1) => ({
  mid,
  partnerId,
  doctortype,
  rights: permissionsOf({ doctortype, onBoard: true }),
})
export const lin = viewer(people.lin, 'doctor')
export const chen = viewer(people.chen, 'nurse')
export const kao = viewer(people.kao, 'agent')
export const asLin = scopeFor(people.lin)
export const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

/** Reads for a scope, and counts its statements. */
export function counting(db: () => Db) {
  const counter = {
    statements: 0,
    for(scope: Scope) {
      counter.statements = 0
      return <T>(query: Parameters<Db['read']>[1]) => {
        counter.statements += 1
        return db().read(scope, query) as Promise<T[]>
      }
    },
  }
  return counter
}
