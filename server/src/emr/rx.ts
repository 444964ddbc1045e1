import { randomUUID } from 'node:crypto'
import { localDay } from '@teleward/contract/core/dates.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { rxChanged } from '@teleward/contract/emr/events.ts'
import type { putPrescription, sendPrescription } from '@teleward/contract/emr/rx-endpoints.ts'
import {
  fillingRefusal,
  nextFilling,
  type RxAction,
  rxHolds,
  rxRefusal,
  rxSteps,
  saysOf,
} from '@teleward/contract/emr/rx-rules.ts'
import type { RxContent, RxSending, RxStep } from '@teleward/contract/emr/rx-schema.ts'
import { EGFR, VALID_DAYS } from '@teleward/contract/members/history.ts'
import { allergiesOf } from '@teleward/contract/members/allergies.ts'
import { canSeeRow } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { openRecord } from './access.ts'
import { lockNote, noteState } from './repo.ts'
import * as repo from './rx-repo.ts'

export async function sendingsOfVisit(read: Read, who: StaffActor, qid: number): Promise<RxSending[]> {
  return (await read(repo.ofVisit(qid))).map(({ row }) => repo.asSending(who, row))
}

/** RX_LOCKED: the pharmacy has the lines as they are. */
export async function refuseHeld(tx: Tx, noteId: string): Promise<void> {
  const live = await tx.maybe(repo.lockLive(noteId))
  if (live && (rxHolds as readonly string[]).includes(live.state)) throw new AppError('RX_LOCKED')
}

const personOf = async (tx: Tx, who: StaffActor): Promise<RxStep['by']> =>
  tx.one(sql<RxStep['by']>`select s.mid, s.name, s.name_en as "nameEn" from staff s where s.mid = ${who.mid}`)
const stepOf = async (tx: Tx, who: StaffActor, now: Date, action: string, text = ''): Promise<RxStep> => ({
  at: now.toISOString(),
  action,
  by: await personOf(tx, who),
  text,
})

/** Both sides, and who reads the note it came from. */
async function tell(tx: Tx, id: string, now: Date): Promise<void> {
  const row = await tx.one(sql<{ author: number; units: number[]; version: number }>`
    select s.author_mid as author, array[s.unit_id, s.to_unit] as units, s.version from prescription_sending s where s.id = ${id}::uuid`)
  const units = [...new Set(row.units)].map(audience.unit)
  await tx.emit(rxChanged, [audience.staff(row.author), ...units], { id, version: row.version, at: now.toISOString() })
}
async function one(tx: Tx, who: StaffActor, id: string): Promise<RxSending> {
  const found = await tx.maybe(repo.byId(id))
  if (!found) throw new AppError('NOT_FOUND')
  return repo.asSending(who, found.row)
}

/** What the pharmacy is shown, as far as the record is open to the prescriber. */
async function contentFor(tx: Tx, now: Date, noteId: string, pid: number, unitId: number): Promise<RxContent> {
  const { patient, access } = await openRecord(tx.many, pid, unitId)
  const { content } = await tx.one(repo.contentOf(noteId))
  const { status, known } = allergiesOf(access === 'none' ? null : patient.allergies)
  const [kidney] = await tx.many(sql<{ value: string; on: Date }>`
    select h.mh_other_value as value, h.recorded_at as on from member_history h
    where h.pid = ${pid} and h.item = ${EGFR} and h.withdrawn_at is null and ${canSeeRow('h')} and ${access !== 'none'}
      and h.recorded_at > ${now}::timestamptz - make_interval(days => ${VALID_DAYS[EGFR]}) order by h.id desc limit 1`)
  return {
    ...content,
    patient: {
      ...content.patient,
      weight: access === 'none' ? null : content.patient.weight,
      kidney: kidney ? { value: kidney.value, on: kidney.on.toISOString() } : null,
    },
    allergies: { status, names: known.map(({ note }) => note) },
  }
}

type SendAsk = EndpointParsed<typeof sendPrescription>['body']
/** PHARMACY_REQUIRED, RX_EMPTY, RX_ALREADY_SENT, RX_ILLEGAL_STEP (not signed), NOTE_NOT_AUTHOR, NOT_FOUND. */
export async function sendRx(tx: Tx, who: StaffActor, now: Date, ask: SendAsk): Promise<RxSending> {
  const seen = await noteState(tx.many, ask.noteId)
  if (!seen) {
    await openRecord(tx.many, ask.pid)
    throw new AppError('NOT_FOUND')
  }
  if (seen.pid !== ask.pid || seen.qid !== ask.qid)
    throw new AppError('FIELD_RELATED', { fields: [{ path: 'noteId', code: 'FIELD_RELATED' }] })
  if (seen.authorMid !== who.mid) throw new AppError('NOTE_NOT_AUTHOR')
  if (who.rights['prescription.write'] !== 'y') throw new AppError('FORBIDDEN')
  const note = await lockNote(tx, ask.noteId)
  if (!note) throw new AppError('NOT_FOUND')
  if (note.state !== 'signed' && note.state !== 'amended') throw new AppError('RX_ILLEGAL_STEP')
  if (ask.pharmacyId === undefined)
    throw new AppError('PHARMACY_REQUIRED', { fields: [{ path: 'pharmacyId', code: 'PHARMACY_REQUIRED' }] })
  const pharmacy = await tx.maybe(sql<{ unitId: number }>`
    select p.at_unit as "unitId" from pharmacy p where p.id = ${ask.pharmacyId} and p.partner_id = ${who.partnerId} and p.status = 'active'`)
  if (!pharmacy) throw new AppError('NOT_FOUND', { fields: [{ path: 'pharmacyId', code: 'NOT_FOUND' }] })
  const content = await contentFor(tx, now, note.id, note.pid, note.unitId)
  if (!content.lines.length) throw new AppError('RX_EMPTY')
  const live = await tx.maybe(repo.lockLive(note.id))
  if (live && live.state !== 'returned') throw new AppError('RX_ALREADY_SENT')
  if (live) {
    await tx.run(repo.advance(live.id, 'cancelled', await stepOf(tx, who, now, 'replace'), now))
    await tell(tx, live.id, now)
  }
  const { refill } = await tx.one(
    sql<{ refill: RxSending['refill'] }>`select n.refill from note n where n.id = ${note.id}::uuid`,
  )
  const { id: noteId, partnerId, unitId, pid, qid, authorMid } = note
  const made = await tx.maybe(
    repo.insert(
      {
        id: randomUUID(),
        ...{ noteId, partnerId, unitId, pid, qid, authorMid, content, refill },
        pharmacyId: ask.pharmacyId,
        toUnit: pharmacy.unitId,
        step: await stepOf(tx, who, now, 'send'),
        replaces: live?.id ?? null,
      },
      now,
    ),
  )
  if (!made) throw new AppError('RX_ALREADY_SENT')
  await tell(tx, made.id, now)
  return one(tx, who, made.id)
}

/** A note that is withdrawn takes its prescription along; where something was handed out already, nothing more is. */
export async function cancelOfNote(tx: Tx, who: StaffActor, now: Date, noteId: string, reason: string): Promise<void> {
  const live = await tx.maybe(repo.lockLive(noteId))
  if (!live) return
  const [state, action] =
    live.state === 'dispensed' ? (['dispensed', 'stop'] as const) : (['cancelled', 'cancel'] as const)
  await tx.run(repo.advance(live.id, state, await stepOf(tx, who, now, action, reason), now))
  await tell(tx, live.id, now)
}

type StepAsk = EndpointParsed<typeof putPrescription>['body'] & { id: string }
/** NOT_FOUND, FORBIDDEN, VERSION_STALE with it as it is, RX_ILLEGAL_STEP, RX_DISPENSED, REASON_REQUIRED, REFILL_USED_UP, REFILL_TOO_EARLY, VALUE_INVALID. */
export async function stepRx(tx: Tx, who: StaffActor, now: Date, ask: StepAsk): Promise<RxSending> {
  if (!(await tx.maybe(repo.lock(ask.id)))) throw new AppError('NOT_FOUND')
  const { row } = await tx.one(repo.byId(ask.id))
  const shown = repo.asSending(who, row)
  const refused = rxRefusal(ask.action, row.state, shown.sides)
  if (refused === 'FORBIDDEN') throw new AppError('FORBIDDEN')
  if (row.version !== ask.version) throw new AppError('VERSION_STALE', { data: shown })
  if (refused) throw new AppError(refused, { data: { state: row.state } })
  const text = ask.text?.trim().toWellFormed() ?? ''
  if (saysOf(ask.action) && !text)
    throw new AppError('REASON_REQUIRED', { fields: [{ path: 'text', code: 'REASON_REQUIRED' }] })
  const step = await stepOf(tx, who, now, ask.action, text)
  const given = ask.action === 'dispense' ? { at: step.at, by: step.by, lines: givenOf(row, ask, who, now) } : null
  await tx.run(repo.advance(row.id, rxSteps[ask.action as RxAction].to, step, now, given))
  await tell(tx, row.id, now)
  return one(tx, who, row.id)
}

type Row = Parameters<typeof repo.asSending>[1]
function givenOf(row: Row, ask: StepAsk, who: StaffActor, now: Date) {
  const filled = repo.filledOf(row, who.timeZone)
  const refused = fillingRefusal(filled, localDay(now, who.timeZone))
  if (refused) throw new AppError(refused, { data: { date: nextFilling(filled) } })
  const { lines } = row.content
  const given = lines.map(({ code, total }, at) => {
    const other = ask.lines?.find(({ line }) => line === at)
    return { code, quantity: other?.quantity ?? total, substitution: other?.substitution ?? '', lot: other?.lot ?? '' }
  })
  const odd =
    ask.lines?.some(({ line }) => line >= lines.length) ||
    given.some(({ quantity, substitution }, at) => !substitution && quantity > (lines[at]?.total ?? 0)) ||
    given.every(({ quantity }) => quantity === 0)
  if (odd) throw new AppError('VALUE_INVALID', { fields: [{ path: 'lines', code: 'VALUE_INVALID' }] })
  return given
}
