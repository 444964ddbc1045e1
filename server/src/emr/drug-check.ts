import { canSeeNote, canSeeRow, canSeeSending } from '../access/visible.ts'
import { ageYears, localDay } from '@teleward/contract/core/dates.ts'
import type { VersionContent } from '@teleward/contract/emr/schema.ts'
import type { DrugCheckBody } from '@teleward/contract/emr/safety-endpoints.ts'
import { EGFR, NOT_PREGNANT, PREGNANT, readEgfr, VALID_DAYS } from '@teleward/contract/members/history.ts'
import { allergiesOf, isNone } from '@teleward/contract/members/allergies.ts'
import type { Gender } from '@teleward/contract/patients/brief.ts'
import { checkPrescription } from '@teleward/contract/prescriptions/checks/check.ts'
import { type CheckedDrug, isSystemic } from '@teleward/contract/prescriptions/checks/drug.ts'
import type { AllergyFact } from '@teleward/contract/prescriptions/checks/allergy-words.ts'
import type { PatientFacts } from '@teleward/contract/prescriptions/checks/patient.ts'
import type { DrugCheck } from '@teleward/contract/prescriptions/checks/schema.ts'
import { frequency } from '@teleward/contract/prescriptions/rules.ts'
import type { Read } from '../patients/service.ts'
import { asking, sql } from '../platform/db/index.ts'
import { reference } from '../reference/catalogue.ts'
import type { Opened } from './access.ts'
import { importedRules, withRules } from './drug-rules.ts'

export interface Written {
  code: string
  name?: string
  dose: number | null
  frequency: string | null
  route: string | null
}
export interface CheckAsk {
  pid: number
  /** The note that is written on, whose own lines run beside nothing. */
  noteId: string | null
  lines: readonly Written[]
  diagnoses: readonly string[]
}

function checked(line: Written, running: boolean): CheckedDrug {
  const drug = reference.drugs().get(line.code.trim())
  const often = frequency((line.frequency ?? '').toUpperCase())
  const composition = drug ? reference.safety().of(drug) : { ingredients: null, partial: false, mg: [] }
  return {
    ...composition,
    code: line.code,
    name: drug?.nameEn ?? line.name ?? line.code,
    nameZhTw: drug?.nameZhTw || null,
    listed: drug !== undefined,
    systemic: isSystemic(line.route ?? drug?.route),
    dose: line.dose ?? 0,
    timesPerDay: line.dose ? (often?.timesPerDay ?? null) : null,
    running,
  }
}

interface Fact {
  id: number
  note: string
  ename: string | null
  severity: string | null
  substance: string | null
  item: string | null
  other: string | null
  days: number
}
interface Row {
  birthday: string | null
  gender: Gender | null
  weight: number | null
  facts: Fact[]
  running: Written[]
  edition: string | null
  /** The institution's, by which a birthday is one. */
  zone: string | null
}

const zoneOfAsker = sql`(select p.time_zone from partner p where p.id = ${asking.partner}::int)`
/**
 * Until when the patient takes line `l` of the signed note `n`: its days from the signature on, as often as it is filled. The
 * last filling is handed out on the refill's last day at the latest; one that a pharmacy handed out later than that reckons
 * lasts its days from then on.
 */
const takenUntil = sql`greatest(
  least(n.signed_at + make_interval(days => l.days * coalesce((n.refill ->> 'times')::int, 1)),
    ((n.refill ->> 'until')::date + 1 + l.days)::timestamp at time zone coalesce(${zoneOfAsker}, 'Asia/Taipei')),
  (select max((d.one ->> 'at')::timestamptz) from prescription_sending s, jsonb_array_elements(s.dispensings) d (one)
    where s.note_id = n.id and ${canSeeSending('s')}) + make_interval(days => l.days))`

/** What is known of the patient, as far as the record is open to the caller: in one statement, for the whole check. */
async function rowOf(read: Read, ask: CheckAsk, now: Date): Promise<Row> {
  const [row] = await read(sql<Row>`
    select m.birthday, m.gender, m.weight, ${importedRules} as edition, ${zoneOfAsker} as zone,
      (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'note', h.note, 'ename', h.ename, 'severity', h.severity,
          'substance', h.substance, 'item', h.item, 'other', h.mh_other_value,
          'days', extract(epoch from ${now}::timestamptz - h.recorded_at) / 86400) order by h.id), '[]')
        from member_history h where h.pid = m.pid and h.withdrawn_at is null and ${canSeeRow('h')}
          and (h.kind = 'sensitive_matters' or h.item in (${EGFR}, ${PREGNANT}, ${NOT_PREGNANT}))) as facts,
      (select coalesce(jsonb_agg(jsonb_build_object('code', l.code, 'name', l.name, 'dose', l.dose, 'frequency', l.frequency,
          'route', l.route) order by n.signed_at, l.sort), '[]')
        from prescription_line l join note n on n.id = l.note_id
        where n.pid = m.pid and ${canSeeNote('n')} and n.state in ('signed', 'amended') and n.id is distinct from ${ask.noteId}::uuid
          and ${takenUntil} > ${now}::timestamptz) as running
    from member m where m.pid = ${ask.pid}`)
  return row ?? { birthday: null, gender: null, weight: null, facts: [], running: [], edition: null, zone: null }
}

const bearing = (age: number | null, gender: Gender | null) =>
  gender !== 'male' && (age === null || (age >= 12 && age <= 55))
const coded = /^(?:O\d|Z3[34])/

function pregnancyOf(
  facts: readonly Fact[],
  diagnoses: readonly string[],
  age: number | null,
  gender: Gender | null,
): PatientFacts['pregnancy'] {
  const valid = (item: typeof PREGNANT | typeof NOT_PREGNANT) =>
    facts.findLast((fact) => fact.item === item && fact.days <= VALID_DAYS[item])
  const [yes, no] = [valid(PREGNANT), valid(NOT_PREGNANT)]
  if (diagnoses.some((code) => coded.test(code.toUpperCase()))) return 'pregnant'
  if (yes && (!no || yes.id > no.id)) return 'pregnant'
  if (!bearing(age, gender)) return 'notApplicable'
  return no ? 'not' : 'unknown'
}

/** The rules of the contract over what the database knows. Nothing is taken as fine that is not known. */
export async function checkDrugs(read: Read, opened: Opened, ask: CheckAsk, now: Date): Promise<DrugCheck> {
  const row = await rowOf(read, ask, now)
  const open = opened.access !== 'none'
  const age = row.birthday ? ageYears(row.birthday, localDay(now, row.zone ?? 'Asia/Taipei')) : null
  const facts = open ? row.facts : []
  const egfr = facts.findLast(({ item, days }) => item === EGFR && days <= VALID_DAYS[EGFR])
  const { status, known } = allergiesOf(opened.patient.allergies)
  const allergies = facts.filter(
    (fact) => fact.item !== EGFR && fact.item !== PREGNANT && fact.item !== NOT_PREGNANT && !isNone(fact),
  )
  const patient: PatientFacts = {
    allergies: open
      ? allergies.map(({ id, note, ename, substance }): AllergyFact => ({ id, note, ename, substance }))
      : null,
    asked: status === 'noneKnown' || known.length > 0,
    age,
    kg: open ? row.weight : null,
    egfr: readEgfr(egfr?.other),
    pregnancy: pregnancyOf(facts, ask.diagnoses, age, row.gender),
  }
  const lines = ask.lines.filter(({ code }) => code.trim()).map((line) => checked(line, false))
  const running = open ? row.running.map((line) => checked(line, true)) : []
  const tables = await withRules(read, reference.safety().tables, row.edition)
  return checkPrescription(lines, running, patient, tables)
}

const figure = (value: number | string | null | undefined) => {
  const read = typeof value === 'string' ? Number(value.trim() || Number.NaN) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : null
}
export const linesOf = (lines: DrugCheckBody['lines']): Written[] =>
  lines.map(({ code, dose, frequency, route }) => ({
    code,
    dose: figure(dose),
    frequency: frequency ?? null,
    route: route ?? null,
  }))
/** Of a note as a version would keep it. */
export const askOf = (note: { id: string; pid: number }, content: VersionContent): CheckAsk => ({
  pid: note.pid,
  noteId: note.id,
  lines: content.prescription,
  diagnoses: content.diagnoses.map(({ code }) => code),
})
