import { checkPrescription } from '../contract/src/prescriptions/checks/check.ts'
import { reference } from '../server/src/reference/catalogue.ts'
import { amid, quantile, sorted } from './noise.ts'
import type { Figure } from './table.ts'

const LIMIT_MS = 10
const TIMES = 200
const ten =
  'warfarin ibuprofen simvastatin clarithromycin metformin acetaminophen sertraline tramadol amlodipine omeprazole'.split(
    ' ',
  )

/** What a check of ten lines against ten that run costs in this process, all tables and with two allergies. */
export async function drugCheckFigures(wanted: (name: string) => boolean): Promise<Figure[]> {
  const row = 'drug check of ten lines beside ten that run, ms'
  if (!wanted(row)) return []
  const safety = reference.safety()
  const drugs = ten.flatMap((name) => reference.drugs().search(name, 1))
  const lines = drugs.map((drug) => ({
    ...safety.of(drug),
    code: drug.code,
    name: drug.nameEn,
    nameZhTw: drug.nameZhTw,
    listed: true,
    systemic: true,
    dose: 1,
    timesPerDay: 3,
    running: false,
  }))
  const running = lines.map((line) => ({ ...line, code: `${line.code}-`, running: true }))
  const allergies = ['Penicillin', 'Aspirin'].map((note, id) => ({ id, note, ename: null, substance: null }))
  const patient = { allergies, asked: true, age: 70, kg: 60, egfr: 40, pregnancy: 'notApplicable' as const }
  // What runs is compiled by then, as in a server of some minutes.
  for (let n = 0; n < TIMES; n += 1) checkPrescription(lines, running, patient, safety.tables)
  const { value, noise } = await amid(async () =>
    sorted(
      Array.from({ length: TIMES }, () => {
        const from = performance.now()
        checkPrescription(lines, running, patient, safety.tables)
        return performance.now() - from
      }),
    ),
  )
  const p99 = quantile(value, 0.99)
  return [
    {
      row,
      load: `${lines.length} lines`,
      p50: quantile(value, 0.5),
      p99,
      reach: `p99 ≤ ${LIMIT_MS}`,
      reached: p99 <= LIMIT_MS,
      noise,
    },
  ]
}
