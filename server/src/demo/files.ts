import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { crc32, deflateSync, gunzipSync } from 'node:zlib'
import type { FindingBody } from '@teleward/contract/files/schema.ts'
import { type Db, json, sql, type Tx } from '../platform/db/index.ts'
import type { Storage } from '../storage/index.ts'
import { type DemoPatient, demoDicom } from './dicom.ts'

type Paint = (x: number, y: number) => readonly [number, number, number]

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const out = Buffer.alloc(named.length + 8)
  out.writeUInt32BE(body.length, 0)
  named.copy(out, 4)
  out.writeUInt32BE(crc32(named), named.length + 4)
  return out
}
/** A picture that is computed: nobody was photographed for the demo. `x`, `y` from -1 to 1. */
function painted(width: number, height: number, paint: Paint): Buffer {
  const pixels = Buffer.alloc(height * (1 + width * 3))
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      pixels.set(paint((column / width) * 2 - 1, (row / height) * 2 - 1), row * (1 + width * 3) + 1 + column * 3)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const mix = (a: readonly number[], b: readonly number[], part: number) =>
  a.map((one, at) => Math.round(one + ((b[at] ?? 0) - one) * Math.min(1, Math.max(0, part)))) as unknown as readonly [
    number,
    number,
    number,
  ]
/** Skin with a reddened place that heals: `left` of it is still there. */
const skin =
  (left: number): Paint =>
  (x, y) => {
    const from = Math.hypot(x * 1.1 + 0.1, y * 1.3) + 0.05 * Math.sin(x * 9 + y * 7)
    return mix([232, 196, 172], [178, 60, 54], (left - from) * 3)
  }
/** `side` 1: a right eye, whose disc lies to the right of the reader; `spots`: hard exudates, more of them the worse it is. */
const fundus =
  (side: 1 | -1, spots: number): Paint =>
  (across, y) => {
    const x = across * side
    const from = Math.hypot(x * 1.33, y)
    if (from > 0.95) return [0, 0, 0]
    const disc = Math.hypot(x * 1.33 - 0.45, y)
    const vessel = Math.abs(y - 0.55 * Math.sin((x + 0.4) * 1.8)) < 0.012 * (2 - from)
    const spot = Array.from({ length: spots }, (_, n) =>
      Math.hypot(x * 1.33 + 0.15 + 0.3 * Math.cos(n * 2.4), y - 0.3 * Math.sin(n * 2.4)),
    )
    if (spot.some((near) => near < 0.03)) return [246, 226, 120]
    return vessel ? [120, 30, 20] : mix(mix([196, 92, 38], [120, 44, 20], from), [250, 214, 140], (0.17 - disc) * 12)
  }
const report = () => {
  const text =
    'BT /F1 18 Tf 60 760 Td (Physical examination report) Tj 0 -32 Td /F1 12 Tf (Demonstration data. Height 162 cm, weight 58 kg, BP 128/82.) Tj ET'
  const parts = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let body = '%PDF-1.4\n'
  const places = parts.map((part, at) => {
    const from = body.length
    body += `${at + 1} 0 obj${part}endobj\n`
    return `${String(from).padStart(10, '0')} 00000 n \n`
  })
  const start = body.length
  return Buffer.from(
    `${body}xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${places.join('')}trailer<</Size ${parts.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  )
}

const DEMO_MODEL = '示範裝置 1.0'
const SAMPLES = new URL('../../seeds/samples/', import.meta.url)
const sampleBytes = async (name: string) => gunzipSync(await readFile(new URL(`${name}.gz`, SAMPLES)))

interface Planned {
  kind: 'skin' | 'eye' | 'pe_report' | 'ecg' | 'phono'
  name: string
  paint?: Paint
  /** A recording of `seeds/samples`. */
  sample?: string
  format?: 'xml' | 'wav'
  finding?: Omit<FindingBody, 'date'>
  eye?: 'L' | 'R'
  remark: string
  daysAgo: number
}
const planned: readonly Planned[] = [
  { kind: 'skin', name: '左前臂 第1天.png', paint: skin(0.7), remark: '紅腫約 4 公分', daysAgo: 9 },
  { kind: 'skin', name: '左前臂 第5天.png', paint: skin(0.35), remark: '明顯消退', daysAgo: 5 },
  ...(
    [
      ['R', 1, 4, 'yellow', '輕度非增殖性病變', 21],
      ['L', -1, 0, 'green', '未見異常', 21],
      ['R', 1, 2, 'yellow', '輕度非增殖性病變', 200],
      // Not sent to the model: what it would have said is unknown.
      ['L', -1, 0, null, null, 200],
    ] as const
  ).map(
    ([eye, side, spots, grade, word, daysAgo]): Planned => ({
      kind: 'eye',
      name: `眼底 ${eye === 'R' ? '右' : '左'}.png`,
      paint: fundus(side, spots),
      eye,
      remark: '',
      daysAgo,
      ...(grade && { finding: { values: { of: 'eye', grade, quality: 'good', word }, model: DEMO_MODEL } }),
    }),
  ),
  { kind: 'ecg', name: '靜態心電圖.xml', sample: 'hl7_aecg_subject1_0.xml', format: 'xml', remark: '', daysAgo: 12 },
  {
    kind: 'phono',
    name: '心音 右上胸骨緣.wav',
    sample: 'HLS_M_S3_C_RUSB.wav',
    format: 'wav',
    remark: '',
    daysAgo: 12,
    finding: { values: { of: 'phono', emat: 15.8, sdi: 5.4, s3: 6.1, s4: null }, model: DEMO_MODEL },
  },
  { kind: 'pe_report', name: '健檢報告.pdf', remark: '', daysAgo: 30 },
]

/** Files of the patients whose records are open in the demo, once: some pictures and a report. */
export async function seedDemoFiles(db: Db, storage: Storage, now: Date): Promise<void> {
  const [state] = await db.system.read(
    sql<{ mids: Record<string, number>; done: boolean }>`select value -> 'mids' as mids,
      exists (select 1 from server_state where key = 'demo.files') as done from server_state where key = 'demo'`,
  )
  const mid = state?.mids['nurse.chen']
  if (mid === undefined || state?.done) return
  const patients = await db.system.read(sql<{ pid: number; unitId: number }>`
    select c.pid, min(c.unit_id) as "unitId" from consent c join member_unit mu on mu.pid = c.pid and mu.unit_id = c.unit_id and mu.status = 'active'
    where c.kind = 'record' and c.state = 'active' and c.partner_id = 1 and c.unit_id = 2 group by c.pid order by c.pid`)
  const scan = await scanOf(db, storage, patients[0], now)
  // The same few pictures stand in every record: their bytes lie there once.
  const made: { place: string; bytes: Buffer }[] = []
  for (const { paint, sample } of planned) {
    const place = `medical/1/${randomUUID()}`
    const bytes = paint ? painted(480, 360, paint) : sample ? await sampleBytes(sample) : report()
    await storage.put(`${place}.bin`, bytes)
    if (paint) {
      await storage.put(`${place}/view.png`, bytes)
      await storage.put(`${place}/thumb.png`, painted(240, 180, paint))
    }
    made.push({ place, bytes })
  }
  await db.system.tx(async (tx) => {
    const first = await tx.run(
      sql`insert into server_state (key, value) values ('demo.files', 'true'::jsonb) on conflict (key) do nothing`,
    )
    if (!first) return
    for (const { pid, unitId } of patients)
      for (const [at, { kind, name, paint, eye, remark, daysAgo, format = 'pdf', finding }] of planned.entries()) {
        const [id, file, picture] = [randomUUID(), made[at], paint !== undefined]
        if (!file) continue
        const { place } = file
        const when = new Date(now.getTime() - daysAgo * 86_400_000)
        await tx.run(sql`insert into medical_file (id, partner_id, unit_id, pid, mid, kind, format, name, bytes, sha256, width, height, key, copy_key,
            thumb_key, eye, remark, state, created_at, updated_at)
          values (${id}, 1, ${unitId}, ${pid}, ${mid}, ${kind}, ${picture ? 'png' : format}, ${name}, ${file.bytes.length},
            ${createHash('sha256').update(file.bytes).digest('hex')}, ${picture ? 480 : null}::int, ${picture ? 360 : null}::int, ${`${place}.bin`},
            ${picture ? `${place}/view.png` : null}::text, ${picture ? `${place}/thumb.png` : null}::text, ${eye ?? null}::text, ${remark}, 'stored', ${when}, ${when})`)
        await tx.run(sql`insert into upload (id, partner_id, unit_id, pid, mid, kind, name, bytes, received, eye, state, file_id, created_at, expires_at)
          values (${randomUUID()}, 1, ${unitId}, ${pid}, ${mid}, ${kind}, ${name}, ${file.bytes.length}, ${file.bytes.length}, ${eye ?? null}::text, 'stored',
            ${id}, ${when}, ${when})`)
        if (finding)
          await tx.run(sql`insert into file_finding (file_id, mid, at, found, model, made_on)
            values (${id}, ${mid}, ${when}, ${json(finding.values)}, ${finding.model}, ${when.toISOString().slice(0, 10)})`)
      }
    await scan?.(tx, mid)
  })
}

/** A film of the first of them: its file names the patient, as a scanner's does. */
async function scanOf(db: Db, storage: Storage, patient: { pid: number; unitId: number } | undefined, now: Date) {
  const [member] = patient
    ? await db.system.read(
        sql<DemoPatient>`select pid, name, member_no as "memberNo", birthday::text as birthday from member where pid = ${patient.pid}`,
      )
    : []
  if (!patient || !member) return undefined
  const when = new Date(now.getTime() - 12 * 86_400_000)
  const bytes = demoDicom(member, when.toISOString().slice(0, 10))
  const key = `medical/1/${randomUUID()}.bin`
  await storage.put(key, bytes)
  const [sha256, name] = [createHash('sha256').update(bytes).digest('hex'), '心臟超音波.dcm']
  return async (tx: Tx, mid: number) => {
    const id = randomUUID()
    // What it says of itself is read when it is first opened.
    await tx.run(sql`insert into medical_file (id, partner_id, unit_id, pid, mid, kind, format, name, bytes, sha256, key, state, created_at, updated_at)
      values (${id}, 1, ${patient.unitId}, ${patient.pid}, ${mid}, 'ultrasound', 'dcm', ${name}, ${bytes.length}, ${sha256}, ${key}, 'stored', ${when}, ${when})`)
    await tx.run(sql`insert into upload (id, partner_id, unit_id, pid, mid, kind, name, bytes, received, state, file_id, created_at, expires_at)
      values (${randomUUID()}, 1, ${patient.unitId}, ${patient.pid}, ${mid}, 'ultrasound', ${name}, ${bytes.length}, ${bytes.length}, 'stored', ${id}, ${when}, ${when})`)
  }
}
