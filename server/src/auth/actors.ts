import { secondFactorDemanded } from '@teleward/contract/admin/rules.ts'
import { permissionsOf } from '@teleward/contract/core/access.ts'
import { closedCalls, hiddenScreens } from '@teleward/contract/uiconfig/rules.ts'
import { readUiConfig } from '@teleward/contract/uiconfig/schema.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { AuthMessage } from './sessions.ts'

/** Changes come by the bus at once; this bounds what a lost message or a grant that ran out can do. */
const FRESH_MS = 30_000
const MOST = 5000

interface Row {
  sid: string
  mid: number
  partner_id: number
  device_type: number
  device_token: string
  chosen: string[] | null
  covered: boolean
  live: boolean
  name: string
  account: string
  mobilecode: number
  doctortype: string
  staff_type: number
  privileges: string[]
  review: string
  time_zone: string
  settings: { removals?: Record<string, string[]>; secondStep?: unknown }
  platform_demand: string | null
  second_step: boolean
  unclaimed: boolean
  menu: unknown
  units: number[]
  grants: string[]
}

export interface Actors {
  /** The person of a live session; ERROR_TOKEN where it has ended, expired, or lost its ground. */
  bySession(sid: string): Promise<StaffActor>
  hear(message: AuthMessage): void
}

export function createActors(db: Db, clock: Clock): Actors {
  const cache = new Map<string, { actor: StaffActor; at: number }>()
  // What is being loaded while a change is announced may be the old state: it is used once and not kept.
  let changes = 0

  return {
    async bySession(sid) {
      const now = clock.now().getTime()
      const cached = cache.get(sid)
      if (cached && Math.abs(now - cached.at) < FRESH_MS) return cached.actor
      const before = changes
      const actor = await loadActor(db, sid, clock.now())
      if (changes === before) {
        if (cache.size >= MOST) cache.clear()
        cache.set(sid, { actor, at: now })
      }
      return actor
    },
    hear(message) {
      changes += 1
      if (message.kind === 'ended') cache.delete(message.sid)
      else
        for (const [sid, { actor }] of cache)
          if (message.kind === 'changed' ? actor.mid === message.mid : actor.partnerId === message.partnerId)
            cache.delete(sid)
    },
  }
}

async function loadActor(db: Db, sid: string, now: Date): Promise<StaffActor> {
  const [row] = await db.system.read(sql<Row>`
    select se.sid, se.mid, se.partner_id, se.device_type, se.device_token, se.privileges as chosen,
      se.covered_at is not null as covered,
      (se.ended_at is null and se.expires_at > ${now}::timestamptz and s.status = 'active' and sp.status = 'active'
        and p.status = 'active' and sp.review <> 'cancelled') as live,
      (select o.settings ->> 'secondStep' from partner o where o.id = 0) as platform_demand,
      (exists (select 1 from totp t where t.mid = se.mid and t.confirmed_at is not null)
        or exists (select 1 from line_binding lb where lb.mid = se.mid)) as second_step,
      exists (select 1 from staff_credential c where c.mid = se.mid and c.unclaimed) as unclaimed,
      s.name, s.account, s.mobilecode, sp.doctortype, sp.staff_type, sp.privileges, sp.review, p.time_zone, p.settings, p.ui_config -> 'menu' as menu,
      array(select su.unit_id from staff_unit su join unit u on u.id = su.unit_id
        where su.mid = se.mid and su.partner_id = se.partner_id and u.status = 'active' order by su.unit_id) as units,
      array(select distinct g.kind from staff_grant g where g.grantee_mid = se.mid and g.partner_id = se.partner_id
        and g.state = 'active' and g.starts_at <= ${now}::timestamptz and g.ends_at > ${now}::timestamptz) as grants
    from session se join staff s on s.mid = se.mid join partner p on p.id = se.partner_id
      join staff_partner sp on sp.mid = se.mid and sp.partner_id = se.partner_id
    where se.sid = ${sid}`)
  if (!row?.live) throw new AppError('ERROR_TOKEN')
  const onBoard = row.review === 'onBoard'
  const privileges = row.chosen ? row.privileges.filter((privilege) => row.chosen?.includes(privilege)) : row.privileges
  const rights = permissionsOf({
    doctortype: row.doctortype,
    onBoard,
    privileges,
    removals: row.settings.removals ?? {},
    grants: row.grants,
  })
  return {
    kind: 'staff',
    mid: row.mid,
    sid: row.sid,
    name: row.name,
    account: row.account,
    partnerId: row.partner_id,
    unitIds: row.units,
    doctortype: row.doctortype,
    staffType: row.staff_type,
    rights,
    privileges,
    closed: closedCalls(hiddenScreens(readUiConfig({ menu: row.menu ?? {} }), row.doctortype)),
    unclaimed: row.unclaimed,
    covered: row.covered,
    verified: row.mobilecode === 1,
    onBoard,
    review: row.review,
    secondStepMissing: !row.second_step && secondFactorDemanded(row.settings.secondStep, row.platform_demand, rights),
    deviceType: row.device_type,
    deviceToken: row.device_token,
    timeZone: row.time_zone,
    bearer: '',
  }
}
