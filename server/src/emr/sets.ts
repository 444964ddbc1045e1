import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { type PrescriptionSet, SETS_MAX, type upsertMedicinePackage } from '@teleward/contract/emr/set-endpoints.ts'
import type { PrescriptionItemInput } from '@teleward/contract/emr/schema.ts'
import { doseUnitOf } from '@teleward/contract/prescriptions/taken.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import { reference } from '../reference/catalogue.ts'
import { resolveItem } from './resolve.ts'
import * as repo from './set-repo.ts'

/** Width, case and forms of a character make no other name. */
const keyOf = (text: string) => text.normalize('NFKC').toLowerCase()

/** With its drugs' names as the list in force has them, its doses in the unit in which they were kept; of one that is on it no more, as the set has kept it. */
function withList({ lines, ...row }: repo.Row): PrescriptionSet {
  return {
    ...row,
    lines: lines.map((line) => {
      const drug = reference.drugs().get(line.code)
      return drug
        ? {
            ...line,
            name: drug.nameEn,
            nameZhTw: drug.nameZhTw || null,
            listed: true,
            sameUnit: doseUnitOf(drug) === line.unit,
          }
        : { ...line, listed: false, sameUnit: true }
    }),
  }
}

export async function setsOf(read: Read, who: StaffActor, id?: number): Promise<PrescriptionSet[]> {
  return (await read(repo.sets(who, id))).map(({ row }) => withList(row))
}

const field = (path: string, code: 'FIELD_EMPTY' | 'RX_SET_NAME_DUPLICATE' | 'RX_SET_CODE_DUPLICATE' | 'RX_EMPTY') =>
  new AppError(code, { fields: [{ path, code }] })

/** The line, or its refusal with the place it stands at. */
function lineOf(input: PrescriptionItemInput, at: number) {
  try {
    const { dailyDose: _computed, ...line } = resolveItem(input)
    return line
  } catch (error) {
    if (!isAppError(error)) throw error
    const fields = error.fields?.map((one) => ({ ...one, path: `lines.${at}.${one.path}` })) ?? []
    throw new AppError(error.code, { data: error.data, fields, cause: error })
  }
}

type Ask = EndpointParsed<typeof upsertMedicinePackage>['body']
function keptOf(ask: Ask): repo.Kept {
  const name = (ask.name ?? '').toWellFormed()
  const code = (ask.code ?? '').toWellFormed()
  if (!name) throw field('name', 'FIELD_EMPTY')
  if (!code) throw field('code', 'FIELD_EMPTY')
  if (!ask.lines.length) throw field('lines', 'RX_EMPTY')
  return { name, code, nameKey: keyOf(name), codeKey: keyOf(code), shared: ask.shared, lines: ask.lines.map(lineOf) }
}

/** Who makes sets of an institution takes turns: that no two have a name is decided over all of them. */
const takeTurns = (tx: Tx, who: StaffActor) => tx.run(sql`select pg_advisory_xact_lock(7267, ${who.partnerId})`)

/** FIELD_EMPTY, RX_EMPTY, RX_LINE_INVALID and DRUG_NOT_FOUND by their fields, RX_SET_NAME_DUPLICATE, RX_SET_CODE_DUPLICATE, VERSION_STALE with the set as it is, NOT_FOUND. */
export async function keepSet(tx: Tx, who: StaffActor, now: Date, ask: Ask): Promise<PrescriptionSet> {
  // Who prepares for a doctor puts sets in, and makes none.
  if (who.rights['prescription.write'] !== 'y') throw new AppError('FORBIDDEN')
  const kept = keptOf(ask)
  await takeTurns(tx, who)
  if (ask.id !== undefined) await requireOwn(tx, who, ask.id, ask.version)
  const twin = await tx.maybe(repo.twins(who, kept, ask.id ?? 0))
  if (twin) throw twin.name ? field('name', 'RX_SET_NAME_DUPLICATE') : field('code', 'RX_SET_CODE_DUPLICATE')
  if (ask.id === undefined && (await tx.one(repo.countOwn(who))).n >= SETS_MAX)
    throw new AppError('BAD_INPUT', { fields: [{ path: 'name', code: 'VALUE_INVALID' }] })
  if (ask.id !== undefined) await tx.run(repo.update(who, ask.id, kept, now))
  return one(tx, who, ask.id ?? (await repo.insert(tx, who, kept, now)))
}

async function requireOwn(tx: Tx, who: StaffActor, id: number, version: number | undefined): Promise<void> {
  const row = await tx.maybe(repo.lockOwn(who, id))
  if (!row) throw new AppError('NOT_FOUND')
  if (row.version !== version) throw new AppError('VERSION_STALE', { data: await one(tx, who, id) })
}
async function one(tx: Tx, who: StaffActor, id: number): Promise<PrescriptionSet> {
  const [set] = await setsOf(tx.many, who, id)
  if (!set) throw new AppError('NOT_FOUND')
  return set
}

/** VERSION_STALE with the set as it is, NOT_FOUND: none of one's own. */
export async function removeSet(
  tx: Tx,
  who: StaffActor,
  ask: { id: number; version: number },
): Promise<{ id: number }> {
  await takeTurns(tx, who)
  await requireOwn(tx, who, ask.id, ask.version)
  await tx.run(repo.remove(who, ask.id))
  return { id: ask.id }
}
