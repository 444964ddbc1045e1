import { localDay } from '@teleward/contract/core/dates.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { answerOutsideReferral, OutsideReferral } from '@teleward/contract/referrals/outside-endpoints.ts'
import { CODE_TRIES } from '@teleward/contract/referrals/rules.ts'
import type { AttachedRecords, Referral } from '@teleward/contract/referrals/schema.ts'
import type { Read } from '../patients/service.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Alarms } from '../referrals/clock.ts'
import { lockedOutside, outsideLetter, outsideRecords } from '../referrals/outside.ts'
import { answered } from '../referrals/service.ts'
import { taken } from '../referrals/steps.ts'
import type { Link, Standing } from './access.ts'

export async function letterOf(read: Read, link: Link): Promise<{ letter: Referral; records: AttachedRecords | null }> {
  const letter = await outsideLetter(read, link.referralId)
  if (!letter) throw new AppError('LINK_INVALID')
  return { letter, records: await outsideRecords(read, link.referralId) }
}

/** What the page shows: before the code who writes, and to whom; of the patient and of what it is about nothing. */
export async function pageOf(read: Read, link: Link, standing: Standing): Promise<OutsideReferral> {
  const { institution, to, zone, expiresAt, tries } = link
  const frame = {
    state: standing,
    triesLeft: Math.max(0, CODE_TRIES - tries),
    institution,
    to,
    timeZone: zone,
    expiresAt: expiresAt.toISOString(),
  }
  if (standing !== 'open') return { ...frame, letter: null }
  const { letter, records } = await letterOf(read, link)
  const { state, urgency, reason, patient, from, visitOn, answer, history, createdAt, version } = letter
  return {
    ...frame,
    letter: {
      ...{ state, urgency, reason, patient, visitOn, answer, records, version },
      from,
      // Who of the sender's house did something is not told, but that the letter was sent.
      history: history.map((one) => ({ to: one.to, who: one.who, at: one.at })),
      sentAt: createdAt,
    },
  }
}

interface Doing {
  timers: Alarms
  now: Date
}
/** Opened with the code, it is received: nobody there has to say so. */
export async function receive(tx: Tx, { timers, now }: Doing, link: Link): Promise<void> {
  const letter = await lockedOutside(tx, link.referralId)
  if (letter.state !== 'sent') return
  await outsideStep(tx, { timers, now }, link, { action: 'receive', version: letter.version, who: link.to })
}

type Answer = Omit<EndpointParsed<typeof answerOutsideReferral>['body'], 'action'> & {
  action: EndpointParsed<typeof answerOutsideReferral>['body']['action'] | 'receive'
}
/**
 * A step of the institution outside, by the rules of every other one. FIELD_EMPTY: nobody says who answers; VERSION_STALE with
 * nothing but that it stands otherwise: the page asks again.
 */
export async function outsideStep(tx: Tx, { timers, now }: Doing, link: Link, ask: Answer): Promise<void> {
  if (ask.who === '') throw new AppError('FIELD_EMPTY', { fields: [{ path: 'who', code: 'FIELD_EMPTY' }] })
  const letter = await lockedOutside(tx, link.referralId)
  // What became of the link while one waited for the letter's lock.
  const [living] = await tx.many(
    sql`select 1 from referral_link l where l.id = ${link.id}::uuid and l.ended_at is null and l.expires_at > ${now}::timestamptz`,
  )
  if (!living) throw new AppError('LINK_DEAD')
  const { action, version, date, answer, who: by } = ask
  await taken(tx, { timers, now, zone: link.zone, which: sql`r.to_outside is not null` }, letter, {
    action,
    version,
    date,
    answer,
    by,
    today: localDay(now, link.zone),
  })
  const after = await lockedOutside(tx, link.referralId)
  await answered(tx, after, { partnerId: link.partnerId, by: null, now })
}

export interface Attached {
  key: string
  copyKey: string | null
  thumbKey: string | null
  dataKey: string | null
  dataName: string | null
  sha256: string
  dataSha256: string | null
  id: string
  name: string
  format: string
  pid: number | null
}
/** One person under two entries: a letter and a file that went along may lie in units of which one alone has merged them. */
const sameEntry = sql`exists (select 1 from member_merge g where g.undone_at is null and g.partner_id = w.partner_id
  and (f.pid, r.pid) in ((g.kept_pid, g.merged_pid), (g.merged_pid, g.kept_pid)))`
/** Where a file lies that went along with this very letter, and is still in the record it came from. */
export const attachedFile = (referral: string, file: string) => sql<Attached>`
  select f.id, f.format, f.name, f.key, f.copy_key as "copyKey", f.thumb_key as "thumbKey", f.data_key as "dataKey", f.data_name as "dataName", f.sha256,
    f.data_sha256 as "dataSha256", f.pid
  from referral_file w join medical_file f on f.id = w.file_id join referral r on r.id = w.referral_id
  where w.referral_id = ${referral}::uuid and w.file_id = ${file}::uuid and f.state = 'stored' and (f.pid = r.pid or ${sameEntry})`
