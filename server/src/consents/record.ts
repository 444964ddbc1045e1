import { canSeeFile } from '../access/visible.ts'
import { AUTHORISE_TEXT } from '@teleward/contract/consents/rules.ts'
import type { Consent, ConsentAction } from '@teleward/contract/consents/schema.ts'
import { absence, patientBrief, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { isConflict, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { proveCode } from '../verification/codes.ts'
import { type AskDeps, unitOfVisit } from './ask.ts'
import { activate, end } from './give.ts'
import { consentById, lockAuthorisation, lockConsent } from './rows.ts'

type Part<A extends ConsentAction['action']> = Extract<ConsentAction, { action: A }>
type Work = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
interface Caller {
  who: StaffActor
  read: Read
  tx: Work
  /** Whose it is, as soon as that is known: for the audit row. */
  about(pid: number): void
}

/** What staff record for the patient. */
export async function recordConsent(deps: AskDeps, caller: Caller, id: string, ask: ConsentAction): Promise<Consent> {
  if (ask.action === 'code') await readOut(deps, caller, id, ask)
  else if (ask.action === 'paper') await caller.tx((tx) => signed(tx, deps, caller, id, ask))
  else await caller.tx((tx) => takenBack(tx, deps, caller, id, ask))
  const after = await consentById(caller.read, id, deps.clock.now())
  if (!after) throw new AppError('NOT_FOUND')
  return after
}

/** The try is counted before it is looked at; of two right ones at once, the second finds it given. */
async function readOut(
  deps: AskDeps,
  { who, read, tx, about }: Caller,
  id: string,
  { code }: Part<'code'>,
): Promise<void> {
  const now = deps.clock.now()
  const asked = await consentById(read, id, now)
  if (!asked) throw new AppError('NOT_FOUND')
  if (asked.channel !== 'code') throw new AppError('ILLEGAL_STEP', { data: { state: asked.state } })
  if (asked.state !== 'requested') throw new AppError(asked.state === 'active' ? 'CODE_USED' : 'CODE_EXPIRED')
  const [held] = await read(
    sql<{ codeId: string; pid: number }>`select c.code_id as "codeId", c.pid from consent c where c.id = ${id}`,
  )
  if (!held) throw new AppError('NOT_FOUND')
  // A wrong guess is somebody's, too.
  about(held.pid)
  await proveCode(deps, { id: held.codeId, purpose: 'consent', subject: `consent:${id}`, code })
  await tx(async (inner) => {
    const row = await lockConsent(inner, id)
    if (!row) throw new AppError('NOT_FOUND')
    if (row.state === 'active') throw new AppError('CODE_USED')
    if (row.answerUntil && row.answerUntil <= now) throw new AppError('CODE_EXPIRED')
    await activate(
      inner,
      deps.timers,
      row,
      { by: 'patient', text: AUTHORISE_TEXT, recordedBy: who.mid, days: row.days ?? 365 },
      now,
    )
  })
}

/** A second person saw it signed: of the unit, and another than the one who records it. */
async function requireWitness(tx: Tx, who: StaffActor, unitId: number, witness: number): Promise<void> {
  const [there] = await tx.many(sql`
    select 1 from staff_unit su join staff_partner sp on sp.mid = su.mid and sp.partner_id = su.partner_id
    where su.unit_id = ${unitId} and su.partner_id = ${who.partnerId} and su.mid = ${witness} and sp.status = 'active'`)
  if (!there || witness === who.mid)
    throw new AppError('FIELD_RELATED', { fields: [{ path: 'witness', code: 'FIELD_RELATED' }] })
}

/** Signed here and photographed. The same id once more is the same paper. */
async function signed(tx: Tx, deps: AskDeps, { who, about }: Caller, id: string, ask: Part<'paper'>): Promise<void> {
  const now = deps.clock.now()
  const unitId = ask.qid === undefined ? undefined : await unitOfVisit(tx.many, ask.pid, ask.qid)
  const patient = await patientBrief(tx.many, ask.pid, unitId)
  if (!patient) throw await absence(tx.many, ask.pid)
  about(ask.pid)
  if (who.rights['file.upload'] === '-') throw new AppError('FORBIDDEN')
  await lockAuthorisation(tx, patient)
  const there = await lockConsent(tx, id)
  if (there) {
    const same = await consentById(tx.many, id, now)
    if (there.pid === ask.pid && there.state === 'active' && same?.fileId === ask.fileId) return
    throw new AppError('ILLEGAL_STEP', { data: { state: there.state } })
  }
  const missing = () => new AppError('FILE_REQUIRED', { fields: [{ path: 'fileId', code: 'FILE_REQUIRED' }] })
  if (!ask.fileId) throw missing()
  // The caller's own photograph of this patient's paper, stored, and evidence of nothing else; withdrawn meanwhile it is none.
  const [file] =
    await tx.many(sql`select 1 from medical_file f where f.id = ${ask.fileId} and f.pid = ${ask.pid} and f.mid = ${who.mid}
    and f.unit_id = ${patient.unitId} and f.state = 'stored' and f.format in ('jpg', 'png', 'pdf') and ${canSeeFile('f')}
    and not exists (select 1 from consent c where c.file_id = f.id) for share of f`)
  if (!file) throw missing()
  await requireWitness(tx, who, patient.unitId, ask.witness)
  try {
    await tx.run(sql`
      insert into consent (id, partner_id, unit_id, pid, qid, kind, state, text_version, channel, days, file_id, witness_mid, starts_at, at)
      values (${id}, ${who.partnerId}, ${patient.unitId}, ${ask.pid}, ${ask.qid ?? null}::int, 'record', 'requested', ${AUTHORISE_TEXT}, 'paper',
        ${ask.days}, ${ask.fileId}, ${ask.witness}, ${now}::timestamptz, ${now}::timestamptz)`)
  } catch (error) {
    // The id is taken by what the caller may not know of, or the photograph by what was written meanwhile.
    if (isConflict(error)) throw missing()
    throw error
  }
  const row = await lockConsent(tx, id)
  if (!row) throw new AppError('NOT_FOUND')
  const given = {
    by: ask.giver ? ('guardian' as const) : ('patient' as const),
    giver: ask.giver,
    text: AUTHORISE_TEXT,
    recordedBy: who.mid,
    days: ask.days,
  }
  await activate(tx, deps.timers, row, given, now)
}

/** On the patient's word, in one step. Also a request that nobody waits for any more. */
async function takenBack(
  tx: Tx,
  deps: AskDeps,
  { who, about }: Caller,
  id: string,
  ask: Part<'withdraw'>,
): Promise<void> {
  const row = await lockConsent(tx, id)
  if (!row) throw new AppError('NOT_FOUND')
  about(row.pid)
  if (who.rights['member.write'] === '-') throw new AppError('FORBIDDEN')
  if (row.version !== ask.version)
    throw new AppError('VERSION_STALE', { data: await consentById(tx.many, id, deps.clock.now()) })
  await end(tx, deps.timers, row, 'withdraw', { now: deps.clock.now(), by: who.mid })
}
