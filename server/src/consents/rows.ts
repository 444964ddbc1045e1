import { canSeeRow } from '../access/visible.ts'
import type { Consent, ConsentState } from '@teleward/contract/consents/schema.ts'
import type { Read } from '../patients/service.ts'
import { sql, staffBriefJson, type Tx } from '../platform/db/index.ts'

/** A request or an authorisation of the record, as its steps look at it. */
export interface ConsentRow {
  id: string
  partnerId: number
  unitId: number
  pid: number
  state: ConsentState
  version: number
  days: number | null
  endsAt: Date | null
  answerUntil: Date | null
  codeId: string | null
}
export const consentColumns = sql`c.id, c.partner_id as "partnerId", c.unit_id as "unitId", c.pid, c.state, c.version, c.days,
  c.ends_at as "endsAt", c.answer_until as "answerUntil", c.code_id as "codeId"`

const person = (column: string) =>
  sql`(select ${staffBriefJson('w')} from staff w where w.mid = ${sql.ref(`c.${column}`)})`
export const consentJson = (now: Date) => sql`jsonb_build_object('id', c.id, 'kind', c.kind, 'unitId', c.unit_id,
  'unitName', (select u.name from unit u where u.id = c.unit_id), 'qid', c.qid,
  'state', case when c.state = 'active' and c.ends_at <= ${now}::timestamptz or c.state = 'requested' and c.answer_until <= ${now}::timestamptz
    then 'expired' else c.state end,
  'textVersion', c.text_version, 'givenBy', c.given_by,
  'giver', case when c.giver_name is null then null else jsonb_build_object('name', c.giver_name, 'relation', c.giver_relation) end,
  'startsAt', c.starts_at, 'endsAt', c.ends_at, 'at', c.at, 'channel', c.channel, 'askedBy', ${person('asked_by')}, 'askedAt', c.asked_at,
  'days', c.days, 'answerUntil', c.answer_until, 'sending', null, 'witness', ${person('witness_mid')}, 'recordedBy', ${person('recorded_by')},
  'fileId', c.file_id, 'endedAt', c.ended_at, 'endedBy', ${person('ended_by')}, 'version', c.version)`

export async function consentById(read: Read, id: string, now: Date): Promise<Consent | undefined> {
  const [row] = await read(
    sql<{
      consent: Consent
    }>`select ${consentJson(now)} as consent from consent c where c.id = ${id} and ${canSeeRow('c')}`,
  )
  return row?.consent
}

/**
 * One at a time for a patient and a unit, whoever writes: two that are given at once follow each other, and the later one
 * finds what the first has left.
 */
export const lockAuthorisation = (tx: Tx, of: { pid: number; unitId: number }) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`authorisation:${of.pid}:${of.unitId}`}, 0))`)

/** The row under the lock of its patient and unit; of the caller's reach alone. */
export async function lockConsent(tx: Tx, id: string): Promise<ConsentRow | undefined> {
  const find = sql<ConsentRow>`select ${consentColumns} from consent c where c.id = ${id} and c.kind = 'record' and ${canSeeRow('c')}`
  const seen = await tx.maybe(find)
  if (!seen) return undefined
  await lockAuthorisation(tx, seen)
  return tx.maybe(find)
}
