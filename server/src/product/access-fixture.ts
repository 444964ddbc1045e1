import { randomUUID } from 'node:crypto'
import type { TestApp } from '../auth/fixture.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'

/** Where the patient is a member, and whether that membership is active. dr.wang works in units 2 and 3. */
export type Memberships = Readonly<Record<number, 'active' | 'disabled'>>
export interface Patient {
  is: string
  pid: number
  /** Visit, note, history, reading, alert, file, to-do, diet and case lie here. */
  home: number
  memberships: Memberships
  consents: readonly { unit: number; ends?: string }[]
  emergencies: readonly number[]
  /** Booked by this account, for whoever sees their own patients alone. */
  bookedBy?: string
  account: string
  qid: number
  note: string
  file: string
}
const partnerOf = (unit: number) => (unit === 320 ? 32 : 1)
const put = (tx: Tx, table: string, rows: readonly Record<string, unknown>[]) => {
  if (!rows.length) return undefined
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  return tx.run(sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${json(rows)})`)
}

let last = 500
export function patient(is: string, memberships: Memberships, more: Partial<Patient> = {}): Patient {
  last += 1
  return {
    is,
    pid: last,
    home: 2,
    memberships,
    consents: [],
    emergencies: [],
    account: `acc${last}`,
    qid: 5000 + last,
    note: randomUUID(),
    file: randomUUID(),
    ...more,
  }
}
export const traceOf = (pid: number) => `note of ${pid};`

/** Everything a record is made of, of dr.lin's hand; `asker` took the emergencies. */
export async function seedRecords(
  testApp: TestApp,
  all: readonly Patient[],
  asker: string,
  today: string,
): Promise<void> {
  const { 'dr.lin': lin = 0, 'nurse.chen': chen = 0, 'dr.far': far = 0 } = testApp.mids
  const now = testApp.clock.now()
  const each = <T>(make: (one: Patient) => T) => all.map(make)
  const at = ({ pid, home }: Patient) => ({ pid, unit_id: home, partner_id: partnerOf(home) })
  await testApp.data.db.system.tx(async (tx) => {
    await put(
      tx,
      'member',
      each(({ pid, account }) => ({
        pid,
        member_no: `P${pid}`,
        name: `病患${pid}`,
        account,
        gender: 'female',
        birthday: '1958-01-02',
        mobilecode: 0,
        language: 'zh-TW',
        vip: false,
        version: 1,
        created_at: now,
      })),
    )
    await put(
      tx,
      'member_unit',
      all.flatMap(({ pid, memberships }) =>
        Object.entries(memberships).map(([unit, status]) => ({
          pid,
          partner_id: partnerOf(Number(unit)),
          unit_id: Number(unit),
          status,
          since: today,
        })),
      ),
    )
    await put(
      tx,
      'member_history',
      all.flatMap((one) =>
        ['sensitive_matters', 'person_sick'].map((kind, n) => ({
          id: one.pid * 2 + n,
          ...at(one),
          kind,
          note: `${kind} ${one.pid}`,
          recorded_at: now,
        })),
      ),
    )
    for (const one of all)
      await tx.run(sql`insert into appointment (qid, partner_id, unit_id, pid, did, booked_by, status, kind, "interval", date, start_at, queue_no, finished_at, finished_by)
        overriding system value values (${one.qid}, 1, ${one.home}, ${one.pid}, ${lin}, ${one.bookedBy ? (testApp.mids[one.bookedBy] ?? null) : null}::int,
          'finished', 'general', 1, ${today}::date, ${new Date(now.getTime() - 60_000)}::timestamptz, ${one.pid}, ${now}::timestamptz, ${lin})`)
    await put(
      tx,
      'note',
      each((one) => ({
        ...at(one),
        id: one.note,
        qid: one.qid,
        author_mid: lin,
        saved_by: lin,
        state: 'signed',
        s: traceOf(one.pid),
        o: '',
        a: '',
        p: '',
        memo: '',
        version: 1,
        signed_at: now,
        signed_by: lin,
        hash: 'x',
        late: false,
        part_versions: {},
        created_at: now,
        updated_at: now,
      })),
    )
    await put(
      tx,
      'note_version',
      each((one) => ({
        ...at(one),
        note_id: one.note,
        version: 1,
        author_mid: lin,
        kind: 'sign',
        content: { s: traceOf(one.pid), o: '', a: '', p: '', memo: '', diagnoses: [], prescription: [] },
        saved_by: lin,
        at: now,
      })),
    )
    await put(
      tx,
      'product_sending',
      each((one) => ({
        ...at(one),
        id: randomUUID(),
        qid: one.qid,
        author_mid: lin,
        state: 'sent',
        items: [
          {
            productId: 1,
            name: traceOf(one.pid),
            quantity: 1,
            price: 1,
            currency: 'TWD',
            description: '',
            manufacturer: '',
          },
        ],
        version: 1,
        created_at: now,
        sent_at: now,
      })),
    )
    await put(
      tx,
      'reading',
      each((one) => ({
        ...at(one),
        id: one.pid,
        recorded_by: lin,
        kind: 'weight',
        value: 60,
        unit: 'kg',
        measured_at: now,
        received_at: now,
        source: 'device',
        data_type: 'weight',
        device_name: '',
        device_type: '',
        flagged: false,
      })),
    )
    await put(
      tx,
      'monitor_alert',
      each((one) => ({
        ...at(one),
        id: randomUUID(),
        rule_id: randomUUID(),
        source: 'group',
        measure: 'systolic',
        test: 'above',
        severity: 'warning',
        raised_at: now,
        times: 1,
        last_at: now,
        state: 'open',
      })),
    )
    await put(
      tx,
      'medical_file',
      each((one) => ({
        ...at(one),
        id: one.file,
        mid: lin,
        kind: 'photo',
        format: 'png',
        name: 'a.png',
        bytes: 1,
        sha256: '0'.repeat(64),
        key: `medical/1/${one.pid}.bin`,
        rotation: 0,
        remark: '',
        state: 'stored',
        duplicate: false,
        wrong_patient: false,
        version: 1,
        history: [],
        created_at: now,
        updated_at: now,
      })),
    )
    // Between others, so that it is told by the open record alone.
    await tx.run(sql`insert into handoff (id, partner_id, unit_id, pid, giver_mid, recipient_mid, content, created_at, updated_at)
      select gen_random_uuid(), 1, r.home, r.pid, ${chen}, ${far}, 'to-do', now(), now()
      from jsonb_to_recordset(${json(each(({ pid, home }) => ({ pid, home })))}) as r(pid int, home int)`)
    await tx.run(sql`insert into diet_course (id, partner_id, unit_id, pid, began_by, began_at)
      overriding system value select r.pid, 1, r.home, r.pid, ${lin}, now()
      from jsonb_to_recordset(${json(each(({ pid, home }) => ({ pid, home })))}) as r(pid int, home int)`)
    await tx.run(sql`insert into crm_case (sn, partner_id, unit_id, pid, title, type, origin, opened_by, opened_at, updated_at)
      overriding system value select r.pid, 1, r.home, r.pid, 'case', 'followUp', 'phone', ${lin}, now(), now()
      from jsonb_to_recordset(${json(each(({ pid, home }) => ({ pid, home })))}) as r(pid int, home int)`)
    for (const { pid, consents, emergencies } of all) {
      for (const { unit, ends } of consents)
        await tx.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at, ends_at)
          values (gen_random_uuid(), ${partnerOf(unit)}, ${unit}, ${pid}, 'record', 'active', '1', '2020-01-01', ${ends ?? null}::timestamptz)`)
      for (const unit of emergencies)
        await tx.run(sql`insert into emergency_access (id, partner_id, unit_id, pid, mid, reason, at, until)
          values (gen_random_uuid(), ${partnerOf(unit)}, ${unit}, ${pid}, ${testApp.mids[asker] ?? 0}, '昏迷送醫', now(), now() + interval '1 hour')`)
    }
  })
}
