import { type Db, sql } from '../../server/src/platform/db/index.ts'
import { CALLED } from './house.ts'
import type { Entry } from './ledger.ts'

export interface Verdict {
  acknowledged: number
  /** Answered by a repeat of the key, after the first answer was lost. */
  replayed: number
  lost: string[]
  doubled: string[]
  halfWritten: string[]
}

type Counts = Map<string, number>
const counted = async (db: Db, query: Parameters<Db['system']['read']>[0]): Promise<Counts> =>
  new Map(((await db.system.read(query)) as { name: string; n: number }[]).map(({ name, n }) => [name, n]))

/** Kinds whose effect is one row that bears the canary. */
const rows = {
  word: sql`select word as name, count(*)::int as n from word group by word`,
  icd: sql`select remarks as name, count(*)::int as n from diagnosis group by remarks`,
  line: sql`select notes as name, count(*)::int as n from prescription_line group by notes`,
  emergency: sql`select reason as name, count(*)::int as n from emergency_access group by reason`,
  note: sql`select 'note-' || qid as name, count(*)::int as n from note group by qid`,
  sign: sql`select 'sign-' || n.qid as name, count(*)::int as n from note_version v join note n on n.id = v.note_id where v.kind = 'sign' group by n.qid`,
  // Three consents a person, given in one step.
  consents: sql`select 'consents-' || qid as name, (count(*) / 3.0)::float as n from consent where qid is not null group by qid`,
  arrivals: sql`select 'arrivals-' || qid as name, count(*)::int as n from appointment_event where to_status = 'checkedIn' group by qid`,
  calls: sql`select 'calls-' || qid as name, count(*)::int as n from call where cause is distinct from 'busy' and cause is distinct from 'doctorOffline' group by qid`,
  answer: sql`select 'answer-' || qid as name, count(*)::int as n from call where answered_by_mid is not null group by qid`,
  hangup: sql`select 'hangup-' || qid as name, count(*)::int as n from call where state = 'ended' group by qid`,
} as const

/** Writes that leave one row of the audit log each; a reading or a state that was reached already leaves none. */
const AUDITED = [
  'word',
  'icd',
  'line',
  'emergency',
  'note',
  'save',
  'sign',
  'preference',
  'consents',
  'arrivals',
  'calls',
  'answer',
  'hangup',
]

/** Kinds whose canary no other write can have put there. */
const ONE_OF_ITS_KIND = ['word', 'icd', 'line', 'emergency', 'save', 'note', 'sign', 'consents', 'arrivals']

export async function checkLedger(db: Db, entries: readonly Entry[]): Promise<Verdict> {
  const verdict: Verdict = { acknowledged: 0, replayed: 0, lost: [], doubled: [], halfWritten: [] }
  const tell = (list: string[], entry: Entry, n: number) =>
    void list.push(`${entry.canary} (${entry.told} ${entry.code}, ${entry.tries} tries): ${n}`)
  const found: Record<string, Counts> = {}
  for (const [kind, query] of Object.entries(rows)) found[kind] = await counted(db, query)
  // The call's own row; an act like an emergency access has another one beside it.
  const audit = await counted(
    db,
    sql`select request_id as name, count(*)::int as n from audit_log where outcome = 'OK' and request_id is not null and action like '% /%' group by request_id`,
  )
  const texts = new Map(
    (await db.system.read(sql<{ id: string; s: string }>`select id::text, s from note`)).map(({ id, s }) => [id, s]),
  )
  for (const entry of entries) {
    const done = entry.told === 'done'
    if (done) verdict.acknowledged += 1
    if (done && !entry.requestId) verdict.replayed += 1
    const n =
      entry.kind === 'save'
        ? (texts.get(String(entry.about.noteId)) ?? '').split(entry.canary).length - 1
        : found[entry.kind]?.get(entry.canary)
    if (n === undefined && !(entry.kind in rows)) continue
    if (done && (n ?? 0) < 1) tell(verdict.lost, entry, n ?? 0)
    if ((n ?? 0) > 1) tell(verdict.doubled, entry, n ?? 0)
    // Refused at a repeat, because it was there: the repeat was taken for another write.
    if (entry.told === 'refused' && ONE_OF_ITS_KIND.includes(entry.kind) && n) tell(verdict.doubled, entry, n)
    if (n && !Number.isInteger(n)) tell(verdict.halfWritten, entry, n)
    if (!done || !entry.requestId || !AUDITED.includes(entry.kind)) continue
    const rowsOfLog = audit.get(entry.requestId) ?? 0
    if (rowsOfLog === 0 && n) tell(verdict.halfWritten, entry, rowsOfLog)
    if (rowsOfLog > 1) tell(verdict.doubled, entry, rowsOfLog)
  }
  const preferences = (told: Entry['told']) =>
    entries.filter((entry) => entry.kind === 'preference' && entry.told === told).length
  const kept = preferences('done')
  // Of one that nobody was told of, either may be.
  const most = kept + preferences('nothing')
  const [versions] = await db.system.read(
    sql<{ n: number }>`select version - 1 as n from preference where data::text like '%preference-%'`,
  )
  if (versions && versions.n < kept) verdict.lost.push(`preferences: ${versions.n} versions of ${kept}`)
  if (versions && versions.n > most) verdict.doubled.push(`preferences: ${versions.n} versions of ${kept}`)
  for (const [what, query] of Object.entries(wholeness))
    for (const { name } of await db.system.read(query)) verdict.halfWritten.push(`${what}: ${name}`)
  return verdict
}

/** What one transaction writes stands together or not at all, also where nobody was told of it. */
const named = (query: ReturnType<typeof sql<{ name: string }>>) => query
/** Of a call that was made: a repeat that was answered from what was kept has a row of its own, which says so. */
const DONE = sql`coalesce(detail ->> 'repeated', '') <> 'true'`
const wholeness = {
  'a signed note without its version or with an open visit': named(sql<{ name: string }>`
    select n.id::text as name from note n join appointment a on a.qid = n.qid
    where (n.state = 'signed') <> (a.status = 'finished')
      or (n.state = 'signed') <> exists (select 1 from note_version v where v.note_id = n.id and v.kind = 'sign')`),
  'a word without its row of the log': named(sql<{ name: string }>`
    select 'words ' || w.n || ', log ' || l.n as name from (select count(*) as n from word) w,
      (select count(*) as n from audit_log where action = 'POST /his/api/words' and outcome = 'OK' and ${DONE}) l where w.n <> l.n`),
  'an emergency access without its log, or its timer': named(sql<{ name: string }>`
    select e.id::text as name from emergency_access e
    where not exists (select 1 from timer t where t.kind = 'emergency.ended' and t.key = e.mid || ':' || e.pid)
    union all select 'rows ' || e.n || ', log ' || l.n from (select count(*) as n from emergency_access) e,
      (select count(*) as n from audit_log where action = 'POST /his/api/consents/{pid}/emergency' and outcome = 'OK' and ${DONE}) l where e.n <> l.n`),
  'a step of a visit without its state': named(sql<{ name: string }>`
    select a.qid::text as name from appointment a
    where a.status <> 'registered' and a.did = any (${[...CALLED]}::int[]) and not exists (select 1 from appointment_event e where e.qid = a.qid)`),
  'a call without its room, or over without its end': named(sql<{ name: string }>`
    select c.call_id::text as name from call c where (c.state in ('ringing', 'answered')) <> (c.ended_at is null)
      or (c.state = 'answered' and c.answered_by_mid is null)
      or not exists (select 1 from call_target t where t.call_id = c.call_id)`),
  'a person in a call that is over': named(sql<{ name: string }>`
    select p.mid::text as name from presence p join call c on c.call_id = p.in_call
    where c.state not in ('ringing', 'answered') and not exists (select 1 from timer t where t.kind = 'presence.callEnded' and t.key = p.mid::text)`),
} as const
