import { randomBytes, timingSafeEqual } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Db, sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Timers } from '../../platform/timers/index.ts'
import { issueLink } from '../../visit-links/links.ts'
import { currentAt } from '../../visits/current.ts'

/** Where a running demo server tells `npm run demo-link` how to reach it. Readable by its owner alone. */
export const demoFile = (dataDir: string) => join(dataDir, 'demo-link.json')
export const DEMO_LINK_PATH = '/his/api/demolinks'

export const demoLink = z.object({
  url: z.string(),
  qid: z.number(),
  doctorName: z.string(),
  patientName: z.string(),
  startAt: z.string(),
  birthday: z.string().nullable(),
  last4: z.string().nullable(),
})
export type DemoLink = z.output<typeof demoLink>
const wish = z.object({
  doctor: z.string().max(64).optional(),
  qid: z.number().int().positive().optional(),
  /** The clock of a 'come now' link, in seconds. Without it the link has none. */
  seconds: z.number().int().positive().max(3600).optional(),
})
/** What the tool asks for. */
export type DemoAsk = z.output<typeof wish>
interface DemoWish {
  doctor?: string | undefined
  qid?: number | undefined
  clock?: { seconds: number; alarms: Pick<Timers, 'set'> }
}

interface Candidate {
  qid: number
  doctorName: string
  patientName: string
  startAt: Date
  birthday: string | null
  last4: string | null
}

/**
 * A fresh link, without the 3-minute clock unless asked for, for a visit of today that has not begun: by video where there is
 * one, first patients who have not arrived, of them those nobody holds a link to, the next to come before the ones past.
 */
export async function freshDemoLink(
  db: Db,
  now: Date,
  origin: string,
  { doctor, qid, clock }: DemoWish = {},
): Promise<DemoLink> {
  return db.system.tx(async (tx) => {
    const visit = await tx.maybe(sql<Candidate>`
      select a.qid, s.name as "doctorName", m.name as "patientName", a.start_at as "startAt", m.birthday,
        upper(right(coalesce(m.id_number, m.mobile), 4)) as last4
      from appointment a join staff s on s.mid = a.did join member m on m.pid = a.pid join partner p on p.id = a.partner_id
      where ${currentAt(now)} and a.status in ('registered', 'checkedIn', 'redial', 'autoCancelled')
        and a.site <> 'onsite' and m.birthday is not null
        and (${doctor ?? null}::text is null or lower(s.account) = lower(${doctor ?? null}::text))
        and (${qid ?? null}::int is null or a.qid = ${qid ?? null}::int)
      order by a.site <> 'video', a.status <> 'registered', exists (select 1 from video_link l where l.qid = a.qid and l.state in ('sent', 'opened', 'joined')),
        (s.account = 'dr.lin') desc, a.start_at < ${now}::timestamptz, a.start_at limit 1`)
    if (!visit) throw new AppError('NOT_FOUND')
    const ends = clock
      ? { expiresAt: new Date(now.getTime() + clock.seconds * 1000), alarms: clock.alarms }
      : { expiresAt: null }
    const { token } = await issueLink(tx, { qid: visit.qid, ...ends }, now)
    return { ...visit, startAt: visit.startAt.toISOString(), url: `${origin}/link/${token}` }
  })
}

/** The embedded database belongs to one process: the tool asks the running server, by a secret only its owner can read. */
export function registerDemoLinks({ http, db, clock, config, timers, onStart, onStop }: Deps): void {
  if (!config.demo) return
  const secret = randomBytes(32).toString('base64url')
  const file = demoFile(config.dataDir)
  let origin = config.publicUrl ?? ''

  http.app.post(DEMO_LINK_PATH, async (request) => {
    const { remoteAddress, localAddress } = request.socket
    const given = Buffer.from(request.headers.authorization ?? '')
    const expected = Buffer.from(`Bearer ${secret}`)
    const sameMachine =
      remoteAddress !== undefined && (/^(::ffff:)?127\.|^::1$/.test(remoteAddress) || remoteAddress === localAddress)
    const known = given.length === expected.length && timingSafeEqual(given, expected)
    // A caller that may not use the demo's endpoint is answered NOT_FOUND, as if it did not exist.
    if (!sameMachine || !known) throw new AppError('NOT_FOUND')
    const body = wish.safeParse(request.body ?? {})
    if (!body.success) throw new AppError('BAD_INPUT')
    const { seconds, ...wanted } = body.data
    const ends = seconds === undefined ? {} : { clock: { seconds, alarms: timers } }
    const link = await freshDemoLink(db, clock.now(), origin.replace(/\/$/, ''), { ...wanted, ...ends })
    return { status: 'OK', data: link }
  })

  onStart(async () => {
    const at = http.app.server.address()
    if (at === null || typeof at === 'string') return
    const scheme = config.tls ? 'https' : 'http'
    const host =
      at.address === '::' || at.address === '0.0.0.0'
        ? '127.0.0.1'
        : at.family === 'IPv6'
          ? `[${at.address}]`
          : at.address
    const own = `${scheme}://${host}:${at.port}`
    origin ||= own.replace('127.0.0.1', 'localhost').replace('[::1]', 'localhost')
    await writeFile(file, JSON.stringify({ url: `${own}${DEMO_LINK_PATH}`, secret }), { mode: 0o600 })
  })
  onStop(() => rm(file, { force: true }))
}
