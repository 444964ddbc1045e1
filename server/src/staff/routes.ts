import { getDoctorStatus, setDoctorStatus } from '@teleward/contract/staff/endpoints.ts'
import { AWAY, ONLINE } from '@teleward/contract/staff/rules.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/http/index.ts'
import { createConnections } from './connections.ts'
import { createPresence, type Presence } from './presence.ts'
import { colleagues, type PresenceRecord } from './repo.ts'

export const presenceOf = ({ clock, timers }: Pick<Deps, 'clock' | 'timers'>): Presence => createPresence(clock, timers)

export function register(deps: Deps): void {
  const presence = presenceOf(deps)
  calls(deps, presence)
  const { db, clock, timers, sockets, log, joined } = deps
  const onError = (error: unknown) => log.error({ err: error }, 'presence could not be kept')
  const connections = createConnections({ db, clock, presence, timers, onError, roster: joined?.roster })
  sockets.onStaff((connection) => connections.opened(connection))
  timers.on('presence.vanished', ({ key }) => db.system.tx((tx) => connections.vanished(tx, Number(key))))
  timers.on('presence.callEnded', ({ key, payload }) =>
    db.system.tx((tx) => connections.callEnded(tx, Number(key), payload.callId)),
  )
  deps.onStart(() => connections.watchStale())
  joined?.roster.onLost(() => void connections.processLost().catch(onError))
  deps.onStop(() => connections.stop())
}

function calls({ http, clock }: Deps, presence: Presence): void {
  route(http, getDoctorStatus, async (ctx, { query }) => {
    const mids = query.mids
      ?.split(',')
      .map(Number)
      .filter((mid) => mid <= 2_147_483_647)
    const rows = await ctx.read(colleagues(ctx.who, mids))
    return rows.map((row) => answer(row, clock.now()))
  })

  route(http, setDoctorStatus, async (ctx, { body }) => {
    const { who } = ctx
    if (body.doctorStatus === ONLINE && !mayGoOnline(who)) throw new AppError('STAFF_NOT_VERIFIED')
    ctx.target({ kind: 'staff', id: who.mid, detail: { doctorStatus: body.doctorStatus } })
    const state = await ctx.tx((tx) => presence.set(tx, who.mid, body.doctorStatus))
    return { mid: who.mid, name: who.name, code: state.code, updatedAt: clock.now().toISOString() }
  })
}

const mayGoOnline = (who: StaffActor) => who.verified && who.onBoard

// A person never seen on line has no row yet and is away since ever.
const answer = (row: PresenceRecord, now: Date) => ({
  mid: row.mid,
  name: row.name,
  nameEn: row.name_en,
  title: row.title,
  divisionStrC: row.division,
  divisionStrE: row.division_en,
  code: row.code ?? AWAY,
  updatedAt: (row.updated_at ?? now).toISOString(),
})
