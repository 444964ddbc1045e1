import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localDay } from '@teleward/contract/core/dates.ts'
import type { Authorisation } from '@teleward/contract/patients/brief.ts'
import { type TestApp, openTestApp, type Reply } from '../auth/fixture.ts'
import { type Scope, sql } from '../platform/db/index.ts'
import { type Patient, patient, seedRecords, traceOf } from './access-fixture.ts'

// Two paths to one fact say the same: whether a record is open, and whom somebody sees, asked of every call that tells it.
// What is right stands in the table below; where a call differs from it, or from another one, its name is in the answer.

const both = { 2: 'active', 3: 'active' } as const
const soon = '2099-01-01'
/** Seen by dr.wang of units 2 and 3; all that is kept of the patient lies in unit 2. */
const world: [Patient, Authorisation][] = [
  [patient('nothing', both), 'notAuthorised'],
  [patient('a consent of this unit', both, { consents: [{ unit: 2 }] }), 'authorised'],
  [patient('a consent of the other own unit', both, { consents: [{ unit: 3, ends: soon }] }), 'authorised'],
  [patient('two consents, one over', both, { consents: [{ unit: 2, ends: '2024-01-01' }, { unit: 3 }] }), 'authorised'],
  [patient('a consent that is over', both, { consents: [{ unit: 2, ends: '2024-01-01' }] }), 'notAuthorised'],
  [
    patient('a consent of a suspended membership', { 2: 'active', 3: 'disabled' }, { consents: [{ unit: 3 }] }),
    'notAuthorised',
  ],
  [
    patient('that, and a living one', { 2: 'active', 3: 'disabled' }, { consents: [{ unit: 3 }, { unit: 2 }] }),
    'authorised',
  ],
  [patient('an emergency', both, { emergencies: [2] }), 'emergency'],
  [patient('an emergency in the other own unit', both, { emergencies: [3] }), 'emergency'],
  [
    patient('an emergency in a suspended membership', { 2: 'active', 3: 'disabled' }, { emergencies: [3] }),
    'notAuthorised',
  ],
  [
    patient(
      'both in a suspended membership',
      { 2: 'active', 3: 'disabled' },
      { consents: [{ unit: 3 }], emergencies: [3] },
    ),
    'notAuthorised',
  ],
  [
    patient('a consent of a unit one does not work in', { ...both, 1: 'active' }, { consents: [{ unit: 1 }] }),
    'notAuthorised',
  ],
  [
    patient('an emergency in a unit one does not work in', { ...both, 1: 'active' }, { emergencies: [1] }),
    'notAuthorised',
  ],
  [
    patient(
      'a consent and an emergency of another institution',
      { ...both, 320: 'active' },
      { consents: [{ unit: 320 }], emergencies: [320] },
    ),
    'notAuthorised',
  ],
]
const patients = world.map(([one]) => one)

let testApp: TestApp
let wang: string
const call = async (method: string, path: string, body?: unknown, token = wang) => {
  const { status, body: said } = await testApp.send(method, path, body, token)
  return { status, code: said.status ?? '', data: said.data as never, body: said }
}
/** A list says of all patients at once: it is asked once. */
const lists = new Map<string, Promise<Row[]>>()
const everybody = (method: string, path: string, body?: unknown): Promise<Row[]> => {
  const asked = lists.get(path) ?? call(method, path, body).then(rowsOf)
  lists.set(path, asked)
  return asked
}
type Row = Record<string, unknown> & {
  pid: number
  authorised?: string
  patient?: { pid: number; authorised: string; allergies: unknown }
}
const rowsOf = (reply: { code: string; data: unknown; body: Reply['body'] }) => {
  if (!Array.isArray(reply.data)) throw new Error(`no list: ${JSON.stringify(reply.body)}`)
  return reply.data as Row[]
}

beforeAll(async () => {
  testApp = await openTestApp({ at: 'real' })
  await seedRecords(testApp, patients, 'dr.wang', localDay(testApp.clock.now(), 'Asia/Taipei'))
  wang = (await testApp.signIn('dr.wang')).token
})
afterAll(() => testApp.stop())

const opens = (code: string) =>
  code === 'OK' ? true : code === 'EMR_NOT_AUTHORISED' || code === 'NOT_FOUND' ? false : code
const post = (path: string, body: (one: Patient) => unknown) => async (one: Patient) =>
  call('POST', `/his/api/${path}`, body(one))
const get = (path: (one: Patient) => string) => async (one: Patient) => call('GET', `/his/api/${path(one)}`)
type Ask = (one: Patient) => Promise<{ code: string; data: unknown; body: Reply['body'] }>
const refusing: Record<string, Ask> = {
  getEmrData: post('getEmrData', ({ pid }) => ({ pid, qid: 0 })),
  'getEmrData beside a visit': post('getEmrData', ({ pid, qid }) => ({ pid, qid })),
  notes: get(({ pid }) => `notes/${pid}/1`),
  fetchMRHistory: post('fetchMRHistory', ({ pid }) => ({ pid })),
  mrnotedata: post('mrnotedata', ({ qid }) => ({ qid })),
  getRXData: get(({ qid }) => `getRXData/${qid}`),
  noteversions: get(({ note }) => `noteversions/${note}`),
  soap_icd10: post('soap_icd10', ({ pid, qid, note }) => ({ pid, qid, noteId: note })),
  monitordata: async ({ pid }) => call('POST', '/partner/monitordata', { pid, days: 0 }),
  measurements: get(({ pid }) => `measurements/${pid}?days=0`),
  'a file': get(({ file }) => `files/${file}`),
  syncMedicalFile: post('syncMedicalFile', ({ pid }) => ({ pid })),
  fetchDietInfo: post('fetchDietInfo', ({ pid }) => ({ pid, from: '2026-01-01', to: '2026-01-02' })),
}
/** Lists of many, and details that are told either way: what in them says that the record is open. */
const telling: Record<string, (one: Patient) => Promise<boolean>> = {
  'the choice of conditions': async ({ pid }) => {
    const { data } = await call('GET', '/partner/getMemberFilter')
    return (data as { conditions: string[] }).conditions.includes(`person_sick ${pid}`)
  },
  'members of that condition': async ({ pid }) =>
    rowsOf(await call('POST', '/partner/memberlist', { condition: `person_sick ${pid}` })).length > 0,
  'readings of everybody': async ({ pid }) =>
    (await everybody('POST', '/partner/monitordata', { days: 0, pageSize: 100 })).some((row) => row.pid === pid),
  'the overview of monitoring': async ({ pid }) =>
    (await everybody('POST', '/his/api/monitormembers', { whose: 'all', days: 0, pageSize: 100 })).some(
      (row) => row.pid === pid && row.open === true,
    ),
  alerts: async ({ pid }) => (await everybody('GET', '/his/api/alerts?pageSize=100')).some((row) => row.pid === pid),
  'to-dos of others': async ({ pid }) => rowsOf(await call('GET', `/his/api/membertodos/${pid}`)).length > 0,
  'members in diet management': async ({ pid }) =>
    (await everybody('POST', '/his/api/fetchDietMember', { pageSize: 100 })).some(
      (row) => row.pid === pid && row.open === true,
    ),
  'detail of diet management': async ({ pid }) =>
    ((await call('POST', '/his/api/fetchDietMemberDetail', { pid })).data as { open: boolean }).open,
  'conditions beside a member in the lists': async ({ pid }) =>
    rowsOf(await call('POST', '/his/api/membermarks', { pids: [pid] })).some((row) => row.conditions !== null),
  'alerts beside a member in the lists': async ({ pid }) =>
    rowsOf(await call('POST', '/his/api/membermarks', { pids: [pid] })).some((row) => row.alerts !== null),
  'readings in the row of a member': async ({ pid }) =>
    rowsOf(await call('POST', '/partner/getMemberList', { q: `病患${pid}` })).some(
      (row) => row.pid === pid && (row.readings as unknown[]).length > 0,
    ),
}
/** Where a patient is told in brief: by what the record is open, and allergies with it alone. */
const briefs: Record<string, (one: Patient) => Promise<Row | undefined>> = {
  searchmember: async ({ account }) => rowsOf(await call('POST', '/partner/searchmember', { q: account }))[0],
  getMemberList: async ({ pid }) =>
    (await everybody('POST', '/partner/getMemberList', { pageSize: 100 })).find((row) => row.pid === pid),
  memberlist: async ({ pid }) =>
    (await everybody('POST', '/partner/memberlist', { pageSize: 100 })).find((row) => row.pid === pid),
  getPatientByAccount: async ({ account }) => (await call('POST', '/partner/getPatientByAccount', { account })).data,
  'members/{pid}': async ({ pid }) => (await call('GET', `/his/api/members/${pid}`)).data,
  recentmembers: async ({ pid }) => rowsOf(await call('GET', '/his/api/recentmembers')).find((row) => row.pid === pid),
  getQueues: async ({ pid }) =>
    (await everybody('POST', '/his/api/getQueues', { tab: 'records', pageSize: 100 })).find(
      (row) => row.patient?.pid === pid,
    )?.patient,
  getQueueDetailByQid: async ({ qid }) =>
    (await call('GET', `/his/api/getQueueDetailByQid/${qid}`)).data['patient' as never],
  getQueueHistory: async ({ pid }) => rowsOf(await call('GET', `/his/api/getQueueHistory/${pid}/1/1`))[0]?.patient,
  fetchDietMemberDetail: async ({ pid }) =>
    (await call('POST', '/his/api/fetchDietMemberDetail', { pid })).data['patient' as never],
}

describe('whether a record is open', () => {
  it('[EMR-01~] [MEMB-05~] is said alike by every call, for every constellation of memberships, consents and emergencies', async () => {
    const wrong: string[] = []
    for (const [one, state] of world) {
      const say = (name: string, said: unknown, right: unknown) => {
        if (said !== right)
          wrong.push(`${name}, ${one.is}: ${JSON.stringify(said)}, should have been ${JSON.stringify(right)}`)
      }
      const open = state !== 'notAuthorised'
      for (const [name, ask] of Object.entries(refusing)) {
        const answer = await ask(one)
        say(name, opens(answer.code), open)
        if (!open) say(`${name} tells a note`, JSON.stringify(answer.body).includes(traceOf(one.pid)), false)
      }
      for (const [name, ask] of Object.entries(telling)) say(name, await ask(one), open)
      for (const [name, ask] of Object.entries(briefs)) {
        const row = await ask(one)
        say(name, row?.authorised, state)
        say(`allergies in ${name}`, Array.isArray(row?.allergies), open)
      }
    }
    expect(wrong).toEqual([])
  })

  it('[MEMB-05~] nobody’s note is audited as the caller’s own', async () => {
    const rows = await testApp.data.db.system.read(
      sql<{
        reason: string | null
      }>`select detail ->> 'reason' as reason from audit_log where mid = ${testApp.mids['dr.wang'] ?? 0}::int and outcome = 'OK' and detail ->> 'reason' is not null`,
    )
    expect(rows.length).toBeGreaterThan(10)
    expect([...new Set(rows.map(({ reason }) => reason))].sort()).toEqual(['authorised', 'emergency'])
  })
})

/** The membership of the unit in which all of it lies is suspended; another unit of one's own opens the record. */
describe('what a suspended membership keeps', () => {
  const moved = patient('moved on', { 2: 'disabled', 3: 'active' }, { consents: [{ unit: 3 }] })
  const meal = '11111111-1111-4111-8111-111111111111'
  const tables = [
    ...['note', 'note_version', 'medical_file', 'reading', 'monitor_alert', 'handoff', 'appointment', 'crm_case'],
    ...['member_history', 'diet_course', 'diet_target', 'diet_meal', 'diet_food', 'diet_advice'],
  ]
  beforeAll(async () => {
    await seedRecords(testApp, [moved], 'dr.wang', localDay(testApp.clock.now(), 'Asia/Taipei'))
    const at = { pid: moved.pid, mid: testApp.mids['dr.lin'] ?? 0 }
    await testApp.data.db.system.tx(async (tx) => {
      await tx.run(sql`insert into diet_target (course_id, n, partner_id, unit_id, pid, from_day, gender, age, weight_kg, activity, condition, "values", mid, at)
        values (${at.pid}, 1, 1, 2, ${at.pid}, '2026-01-01', 'female', 60, 60, 'low', 'none', '{}', ${at.mid}, now())`)
      await tx.run(sql`insert into diet_meal (id, course_id, partner_id, unit_id, pid, day, meal, mid, entered_at, updated_at)
        values (${meal}::uuid, ${at.pid}, 1, 2, ${at.pid}, '2026-01-01', 2, ${at.mid}, now(), now())`)
      await tx.run(sql`insert into diet_food (meal_id, partner_id, unit_id, pid, place, name, per100, grams, origin, mid, at)
        values (${meal}::uuid, 1, 2, ${at.pid}, 1, ${traceOf(at.pid)}, '{}', 1, 'staff', ${at.mid}, now())`)
      await tx.run(sql`insert into diet_advice (id, course_id, partner_id, unit_id, pid, text, mid, at)
        values (gen_random_uuid(), ${at.pid}, 1, 2, ${at.pid}, ${traceOf(at.pid)}, ${at.mid}, now())`)
    })
  })

  it('[MEMB-05~] is told by no call, though the record is open by another unit', async () => {
    const { data } = await call('POST', '/his/api/getEmrData', { pid: moved.pid, qid: 0 })
    expect(JSON.stringify(data)).toContain('authorised')
    const told: string[] = []
    for (const [name, ask] of Object.entries(refusing)) {
      const { body } = await ask(moved)
      if (JSON.stringify(body).includes(traceOf(moved.pid)) || JSON.stringify(body).includes('a.png')) told.push(name)
    }
    for (const name of ['the choice of conditions', 'members of that condition', 'to-dos of others'])
      if (await telling[name]?.(moved)) told.push(name)
    for (const [path, body] of [
      ['/partner/monitordata', { days: 0, pageSize: 100 }],
      ['/his/api/getSNs', { pageSize: 100, state: 'open', of: 'all' }],
      ['/his/api/getQueues', { tab: 'records', pageSize: 100 }],
      ['/his/api/fetchDietMember', { pageSize: 100 }],
    ] as const)
      if (rowsOf(await call('POST', path, body)).some((row) => (row.patient?.pid ?? row.pid) === moved.pid))
        told.push(path)
    expect(told).toEqual([])
  })

  it('[MEMB-05~] is shown by no policy, table by table, and each of them has a row to show', async () => {
    const scope: Scope = {
      ...{ kind: 'staff', mid: testApp.mids['dr.wang'] ?? 0, partnerId: 1, unitIds: [2, 3], pid: null, qid: null },
      ...{
        'emr.read': 'y',
        'appointment.read': 'y',
        'file.read': 'y',
        'monitor.read': 'y',
        'diet.read': 'y',
        'diet.advise': 'y',
        'crm.read': 'y',
        'crm.write': 'y',
      },
    }
    const { db } = testApp.data
    const shown: string[] = []
    for (const table of tables) {
      const rows = sql<{ n: number }>`select 1 as n from ${sql.table(table)} t where t.pid = ${moved.pid}`
      expect((await db.system.read(rows)).length, table).toBeGreaterThan(0)
      if ((await db.read(scope, rows)).length) shown.push(table)
    }
    expect(shown).toEqual([])
  })
})

/** Who sees which patients: nurses from whom the institution has taken the right to visits, and whoever sees own ones alone. */
describe('whom somebody sees', () => {
  const own = (account: string, more: Partial<Patient> = {}) =>
    patient(`booked by ${account}`, both, { consents: [{ unit: 2 }], bookedBy: account, ...more })
  const theirs: Record<string, Patient> = {
    'of.nurse': own('of.nurse'),
    'of.caregiver': own('of.caregiver'),
    'given.caregiver': own('given.caregiver'),
  }
  const tokens = new Map<string, string>()
  beforeAll(async () => {
    const person = async (account: string, kind: string, privileges: string) => {
      const { mid } = await testApp.data.db.system.tx(async (tx) => {
        const made = await tx.one(
          sql<{
            mid: number
          }>`insert into staff (account, name, mobilecode) values (${account}, ${account}, 1) returning mid`,
        )
        await tx.run(
          sql`insert into staff_credential (mid, password_hash) select ${made.mid}, password_hash from staff_credential limit 1`,
        )
        await tx.run(
          sql`insert into staff_partner (mid, partner_id, staff_type, doctortype, privileges) values (${made.mid}, 1, 3, ${kind}, ${privileges}::text[])`,
        )
        await tx.run(
          sql`insert into staff_unit (mid, partner_id, unit_id) values (${made.mid}, 1, 2), (${made.mid}, 1, 3)`,
        )
        return made
      })
      testApp.mids[account] = mid
    }
    await person('of.nurse', 'nurse', '{}')
    await person('of.caregiver', 'caregiver', '{}')
    await person('given.caregiver', 'caregiver', '{emr.read,file.read,monitor.read,crm.read,diet.read,chat.patient}')
    await seedRecords(testApp, Object.values(theirs), 'dr.wang', localDay(testApp.clock.now(), 'Asia/Taipei'))
    await testApp.data.db.system.tx(async (tx) => {
      await tx.run(
        sql`insert into nurse_binding (partner_id, did, mid) values (1, ${testApp.mids['dr.lin'] ?? 0}, ${testApp.mids['of.nurse'] ?? 0})`,
      )
      await tx.run(
        sql`update partner set settings = settings || '{"removals": {"nurse": ["appointment.read"]}}'::jsonb where id = 1`,
      )
    })
    for (const account of Object.keys(theirs)) tokens.set(account, (await testApp.signIn(account)).token)
  })

  // An open record that is nobody's of theirs, and their own.
  const everyone = () => [...patients.slice(1, 2), ...Object.values(theirs)]
  type Seen = (token: string) => Promise<number[] | undefined>
  /** `undefined`: the call is not this person's. */
  const list =
    (method: string, path: string, body?: unknown, pid = (row: Row) => row.pid): Seen =>
    async (token) => {
      const answer = await call(method, path, body, token)
      if (answer.code === 'FORBIDDEN') return undefined
      const pids = rowsOf(answer).map(pid)
      // A number beside the rows must not tell more than they do.
      if (typeof answer.body.total === 'number' && answer.body.total !== new Set(pids).size)
        return [-Number(answer.body.total)]
      return pids
    }
  const one =
    (ask: (one: Patient) => readonly [string, string, unknown?]): Seen =>
    async (token) => {
      const found: number[] = []
      for (const each of everyone()) {
        const [method, path, body] = ask(each)
        const { code } = await call(method, path, body, token)
        if (code === 'FORBIDDEN') return undefined
        if (code === 'OK') found.push(each.pid)
      }
      return found
    }
  const calls: Record<string, Seen> = {
    getMemberList: list('POST', '/partner/getMemberList', { pageSize: 100 }),
    'getMemberList by a part of the name': list('POST', '/partner/getMemberList', { q: '病患', pageSize: 100 }),
    memberlist: list('POST', '/partner/memberlist', { pageSize: 100 }),
    membermarks: async (token) => {
      const pids = everyone().map(({ pid }) => pid)
      const answer = await call('POST', '/his/api/membermarks', { pids }, token)
      return answer.code === 'FORBIDDEN' ? undefined : rowsOf(answer).map(({ pid }) => Number(pid))
    },
    searchmember: async (token) => {
      const found = []
      for (const { pid, account } of everyone())
        found.push(
          ...rowsOf(await call('POST', '/partner/searchmember', { q: account }, token)).flatMap((row) =>
            row.pid === pid ? [pid] : [-pid],
          ),
        )
      return found
    },
    'members/{pid}': one(({ pid }) => ['GET', `/his/api/members/${pid}`]),
    getPatientByAccount: one(({ account }) => ['POST', '/partner/getPatientByAccount', { account }]),
    getIdentities: async (token) => {
      const { data } = await call('GET', '/partner/getIdentities', undefined, token)
      const many = (data as { members: number }[]).reduce((sum, { members }) => sum + members, 0)
      return many === 1 ? undefined : [-many]
    },
    getSNs: list('POST', '/his/api/getSNs', { pageSize: 100, state: 'open', of: 'all' }),
    'a case': one(({ pid }) => ['GET', `/his/api/cases/${pid}`]),
    syncMedicalFile: one(({ pid }) => ['POST', '/his/api/syncMedicalFile', { pid }]),
    'a file': one(({ file }) => ['GET', `/his/api/files/${file}`]),
    notes: one(({ pid }) => ['GET', `/his/api/notes/${pid}/1`]),
    fetchMRHistory: one(({ pid }) => ['POST', '/his/api/fetchMRHistory', { pid }]),
    noteversions: one(({ note }) => ['GET', `/his/api/noteversions/${note}`]),
    monitordata: one(({ pid }) => ['POST', '/partner/monitordata', { pid, days: 0 }]),
    'readings of everybody': list('POST', '/partner/monitordata', { days: 0, pageSize: 100 }),
    measurements: one(({ pid }) => ['GET', `/his/api/measurements/${pid}?days=0`]),
    alerts: list('GET', '/his/api/alerts?pageSize=100'),
    'the overview of monitoring': list('POST', '/his/api/monitormembers', { whose: 'all', days: 0, pageSize: 100 }),
    fetchDietMember: list('POST', '/his/api/fetchDietMember', { pageSize: 100 }),
    fetchDietMemberDetail: one(({ pid }) => ['POST', '/his/api/fetchDietMemberDetail', { pid }]),
    consents: one(({ pid }) => ['GET', `/his/api/consents/${pid}`]),
  }

  it('[MEMB-05~] is said alike by every call, also where a right was taken away or given', async () => {
    const wrong: string[] = []
    for (const [account, { pid }] of Object.entries(theirs))
      for (const [name, ask] of Object.entries(calls)) {
        const seen = await ask(tokens.get(account) ?? '')
        if (seen && (seen.length !== 1 || seen[0] !== pid))
          wrong.push(`${name} for ${account}: ${seen.join(' ')}, should have been ${pid}`)
      }
    expect(wrong).toEqual([])
  })

  it('[MEMB-05~] the policies alone say the same, table by table', async () => {
    const { db } = testApp.data
    const [, open = patients[0]] = patients
    const suspended = patients.find(({ is }) => is === 'a consent of a suspended membership')
    const away = patients.find(({ is }) => is === 'an emergency in a unit one does not work in')
    const seen = async (table: string, one: Patient | undefined, rights: Partial<Scope>) => {
      const scope: Scope = {
        kind: 'staff',
        mid: testApp.mids['dr.wang'] ?? 0,
        partnerId: 1,
        unitIds: [2, 3],
        pid: null,
        qid: null,
        'emr.read': 'y',
        'appointment.read': 'y',
        ...rights,
      }
      const rows = await db.read(
        scope,
        sql<{ n: number }>`select 1 as n from ${sql.table(table)} t where t.pid = ${one?.pid ?? 0} limit 1`,
      )
      return rows.length > 0
    }
    const wrong: string[] = []
    const say = async (table: string, one: Patient | undefined, rights: Partial<Scope>, right: boolean) => {
      if ((await seen(table, one, rights)) !== right)
        wrong.push(`${table}, ${one?.is} by ${JSON.stringify(rights)}: ${!right}`)
    }
    const everything = {
      'file.read': 'y',
      'monitor.read': 'y',
      'diet.read': 'y',
      'diet.advise': 'y',
      'crm.read': 'y',
      'crm.write': 'y',
    } as const
    for (const table of [
      'note',
      'note_version',
      'medical_file',
      'reading',
      'last_measurement',
      'monitor_alert',
      'handoff',
      'member_history',
    ])
      for (const [one, right] of [
        [open, true],
        [suspended, false],
        [away, false],
      ] as const)
        await say(table, one, everything, right)
    // Nobody's own: of an open record, asked by who sees own patients alone, or from whom the right to visits was taken.
    const records = ['note', 'medical_file', 'reading', 'monitor_alert', 'handoff', 'member_history']
    for (const appt of ['o', '-'] as const)
      for (const table of [...records, 'member', 'member_token', 'crm_case'])
        await say(table, open, { ...everything, 'appointment.read': appt }, false)
    for (const table of ['reading', 'last_measurement', 'monitor_alert']) {
      await say(table, open, { ...everything, 'monitor.read': '-' }, false)
      await say(table, open, { ...everything, 'emr.read': '-' }, true)
    }
    await say('member_history', open, { ...everything, 'emr.read': 'o' }, false)
    expect(wrong).toEqual([])
  })
})
