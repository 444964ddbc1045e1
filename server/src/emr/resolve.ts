import type { IcdRow, PrescriptionItemInput, PrescriptionItem } from '@teleward/contract/emr/schema.ts'
import { readQuantity } from '@teleward/contract/prescriptions/quantity.ts'
import { sameAmounts, unusualAmounts } from '@teleward/contract/prescriptions/ceilings.ts'
import { type ItemProblem, itemProblems, itemTotals } from '@teleward/contract/prescriptions/rules.ts'
import { doseUnitOf } from '@teleward/contract/prescriptions/taken.ts'
import { AppError } from '../platform/errors.ts'
import { reference } from '../reference/catalogue.ts'
import type { DrugEntry } from '../reference/drugs.ts'

/** A code in any way of writing (`e11.9`, `E119`) to its row; a heading is accepted and says that it is one. */
export function resolveIcd(code: string): IcdRow {
  const found = reference.icd10().get(code.trim())
  if (!found) throw new AppError('ICD_NOT_FOUND', { fields: [{ path: 'code', code: 'ICD_NOT_FOUND' }] })
  return { code: found.code, nameEn: found.nameEn, nameZhTw: found.nameZhTw, billable: found.billable }
}

const figure = (value: number | string | null | undefined): number | null =>
  typeof value === 'string' ? readQuantity(value) : (value ?? null)

export type ResolvedItem = Omit<PrescriptionItem, 'id' | 'sort' | 'version' | 'confirmed'>
/** Lines that stand in the note already: what was confirmed of them needs no confirming again. */
export type Standing = readonly (ResolvedItem & Pick<PrescriptionItem, 'confirmed'>)[]

const invalid = (problems: readonly ItemProblem[]) =>
  new AppError('RX_LINE_INVALID', {
    fields: problems.map(({ field, reason }) => ({ path: field, code: reason })),
    data: { fields: problems.map(({ field }) => field).join(', ') },
  })

/** A line as `resolveItem` reads it, and who is meant by its `confirm`; RX_LINE_INVALID where amounts beyond the usual are not confirmed. */
export function confirmedItem(
  input: PrescriptionItemInput,
  by: { mid: number; at: Date },
  standing: Standing,
): ResolvedItem & { confirmedBy: { mid: number; at: string } | null } {
  const line = resolveItem(input, standing)
  const unusual = unusualAmounts(line)
  if (!unusual.length) return { ...line, confirmedBy: null }
  const before = standing.find((one) => one.confirmed && sameAmounts(one, line))?.confirmed
  if (before) return { ...line, confirmedBy: { mid: before.by.mid, at: before.at } }
  if (!input.confirm) throw invalid(unusual)
  return { ...line, confirmedBy: { mid: by.mid, at: by.at.toISOString() } }
}

type Units = Pick<ResolvedItem, 'unit' | 'totalUnit'>
/**
 * In what dose and total of a line are. A unit that was said has to be the one in which the drug is taken, or that of the line
 * as it stands, which may be from before; where a drug is taken otherwise than handed over it has to be said: who means a pen
 * is never given a unit of insulin for it, nor the other way round.
 */
function unitsOf(
  said: string | null | undefined,
  drug: DrugEntry,
  standing: readonly ResolvedItem[],
): Units & { problems: ItemProblem[] } {
  const unit = said?.trim().toUpperCase() ?? ''
  const taken = doseUnitOf(drug)
  const units = { unit: taken, totalUnit: taken === drug.unit ? null : drug.unit }
  if (unit === taken.toUpperCase() || (!unit && !units.totalUnit)) return { ...units, problems: [] }
  const before = standing.find((one) => one.code === drug.code && one.unit.toUpperCase() === unit)
  if (before) return { unit: before.unit, totalUnit: before.totalUnit ?? null, problems: [] }
  return { ...units, problems: [{ field: 'unit', reason: unit ? 'unknown' : 'missing' }] }
}

/** A line as it is kept: the drug's own names and units, the total computed or, with its reason, as written. */
export function resolveItem(input: PrescriptionItemInput, standing: readonly ResolvedItem[] = []): ResolvedItem {
  const drug = reference.drugs().get(input.code.trim())
  if (!drug) throw new AppError('DRUG_NOT_FOUND', { fields: [{ path: 'code', code: 'DRUG_NOT_FOUND' }] })
  const { unit, totalUnit, problems: ofUnit } = unitsOf(input.unit, drug, standing)
  const draft = {
    code: drug.code,
    name: drug.nameEn,
    unit,
    totalUnit,
    dose: figure(input.dose),
    frequency: input.frequency?.trim().toUpperCase() || null,
    route: (input.route?.trim() || drug.route || '').toUpperCase() || null,
    days: figure(input.days),
    total: figure(input.total),
    totalReason: input.totalReason?.trim() || null,
  }
  const problems = [
    ...ofUnit,
    ...itemProblems(draft, { frequencies: reference.frequencyCodes(), routes: reference.routeCodes() }),
  ]
  const { dose, frequency, route, days } = draft
  if (problems.length || dose === null || days === null || !frequency || !route) throw invalid(problems)
  const computed = itemTotals({ dose, frequency, days, unit, totalUnit, name: drug.nameEn })
  const total = draft.total ?? computed.total ?? 0
  const written = computed.total === null || Math.abs(total - computed.total) > 1e-6
  return {
    code: drug.code,
    name: drug.nameEn,
    nameZhTw: drug.nameZhTw || null,
    unit,
    totalUnit,
    dose,
    frequency,
    route,
    days,
    total,
    totalReason: written ? draft.totalReason : null,
    totalToCheck: computed.total === null && input.totalToCheck === true,
    dailyDose: computed.dailyDose,
    notes: input.notes.trim().toWellFormed(),
  }
}
