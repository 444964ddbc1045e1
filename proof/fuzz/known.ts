import { localDay } from '@teleward/contract/core/dates.ts'
import { writeXlsx } from '../../server/src/platform/xlsx/write.ts'
import { signAsDevelopment } from '../../server/src/fees/development.ts'
import { SIGNATURE_HEADER } from '../../server/src/fees/provider.ts'
import { BESIDE, groupOf } from '../matrix/folders.ts'
import { HOST, OWN_UNIT } from '../matrix/people.ts'
import type { World } from '../matrix/world.ts'
import type { Planted, PlantedLink } from './plant.ts'
import { FEE, PASSWORD } from './plant.ts'

/** The parts of a request that its definition describes. */
export type Values = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

/**
 * Of calls whose row of the policy names no record: values that make sense together, so that a request gets past the
 * first check and its odd parts meet the code behind. Also of calls of records whose row is refused on purpose.
 */
export type Known = Partial<Values> & {
  /** Only these of the people can, though others have the permission. */
  by?: readonly string[]
  /** A request of its own, beside those of the policy's rows, and not laid over them. */
  alone?: boolean
  /** Instead of the link's cookie, beside the bearer: what signs the request. */
  headers?: Record<string, string>
}

/** A picture of one point, and how a piece of film begins. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const FILM = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0, 0, 0, 0])
const words = { 'zh-TW': '歡迎', 'zh-CN': '欢迎', en: 'Welcome' }

/** Calls none of whose rightful requests can be taken here, and what it would need. */
export const outOfReach: Record<string, string> = {
  'POST /comm/call': 'a patient whose page is open',
  'POST /his/api/call': 'a patient whose page is open',
  'POST /his/api/callout': 'a patient whose page is open',
  'POST /his/api/snAiSuggestion': 'an AI provider',
  'PUT /his/api/alerts/{id}': 'an alert that a reading has raised: alerts.test.ts',
  'POST /his/api/links/{token}/tokens': 'a room that has begun',
  'POST /his/api/links/{token}/callbacks': 'a link that is over',
  'GET /his/api/links/{token}/messages': 'the link of a conversation, not of a visit',
  'POST /his/api/links/{token}/messages': 'the link of a conversation, not of a visit',
  'PUT /his/api/links/{token}/messagereads': 'the link of a conversation, not of a visit',
  'POST /his/api/chatmsggroup': 'a group of the staff',
  'GET /his/api/staffphotos/{id}': 'a signed address',
  'GET /his/api/recordings/{recordingId}/file': 'a signed address',
  'GET /his/api/files/{id}/content': 'a signed address',
  'HEAD /his/api/uploads/{id}': 'an upload that has begun',
  'PATCH /his/api/uploads/{id}': 'an upload that has begun',
  'DELETE /his/api/uploads/{id}': 'an upload that has begun',
  'POST /his/api/theseAutoLogin': 'the key of another house',
  'POST /his/api/secondsteps': 'a sign-in half way',
  'POST /his/api/verificationcodes': 'a person without a mobile of their own',
  'PUT /his/api/verificationcodes/{id}': 'a code that only the message tells',
  'POST /his/api/linewebhooks': 'an account at LINE',
  'DELETE /his/api/linebindings': 'an account at LINE',
  'DELETE /his/api/totps': 'a code of the person’s own device',
  'PUT /his/api/auditlogs/{id}': 'a finding in the log',
  'POST /his/api/partners': 'an administrator of the operator',
  'POST /his/api/staffreviews': 'an applicant who has accepted the agreement',
}

export async function knownOf(world: World, planted: Planted): Promise<Record<string, readonly Known[]>> {
  const now = Date.now()
  const day = (from: number) => localDay(new Date(now + from * 86_400_000), 'Asia/Taipei')
  const at = (days: number) => new Date(now + days * 86_400_000).toISOString()
  const [first, second] = world.folders.filter(
    ({ place, authorisation }) => place === 'own' && authorisation === 'none',
  )
  const open = world.folders.find(({ place, authorisation }) => place === 'own' && authorisation === 'authorised')
  const hours = { start: '09:00', end: '12:00', capacity: 12 }
  const importOf = async (commit: boolean, rows: readonly string[][], more: object = {}): Promise<Known> => ({
    body: {
      importId: crypto.randomUUID(),
      fileName: '名單.xlsx',
      file: (await writeXlsx([{ name: 'sheet1', rows }])).toString('base64'),
      commit,
      ...more,
    },
  })
  const members = [
    ['帳號*', '姓名*'],
    ['0911222333', '王小明'],
  ]
  const staff = [
    ['帳號*', '姓名*', '手機*', '人員類別*', '單位*'],
    ['invited.two', '受邀', '0933444556', '護理師', 'u2'],
  ]
  const limit = { id: crypto.randomUUID(), measure: 'systolic', test: 'above', value: 180, hours: null }
  const blank = Array.from({ length: 8 }, () => ({ from: '', to: '', organisation: '', title: '' }))
  const body = (...all: unknown[]): readonly Known[] => all.map((one) => ({ body: one }))
  const doctors = ['doctor']
  const versionOf = (one: number) => planted.versions.get(one) ?? 1
  const mid = (id: number, more: object): Known => ({ params: { mid: id }, body: more })
  const alone = (by: readonly string[], values: Partial<Values>): Known => ({ alone: true, by, ...values })
  const desk = ['doctor', 'nurse', 'admin']
  const { visits, links } = planted
  const said = {
    payment: 'P-1',
    checkout: planted.checkout,
    outcome: 'paid',
    amount: FEE,
    currency: 'TWD',
  }
  const report = async (over: object): Promise<Known> => {
    const body = { ...said, ...over }
    const signature = await signAsDevelopment(world.db, JSON.stringify(body))
    return { params: { provider: 'development' }, body, headers: { [SIGNATURE_HEADER]: signature } }
  }
  const byLink = ({ token, cookie }: PlantedLink, values: Partial<Values> = {}): Known => ({
    ...values,
    params: { token },
    headers: { cookie },
  })
  return {
    // ── entry ──────────────────────────────────────────────────────────────────────────────────────────────────
    'POST /his/user/login': body(
      { id: 'p1000', pwd: PASSWORD, device_type: 3, device_token: 'x' },
      { id: 'p1001', pwd: PASSWORD },
    ),
    'POST /his/user/refresh': body({ refresh_token: planted.refresh, device_token: 'y' }),
    'POST /his/api/register': body({
      account: '0922333444',
      name: '周以安',
      phone: '0922333444',
      pwd: PASSWORD,
      repeatPwd: PASSWORD,
      doctortype: 'nurse',
      partnerid: 1,
      agreement: '2026-01',
      privacy: '2026-01',
      lang: 'zh-TW',
    }),
    'POST /his/api/updateMultiSN': body({
      action: 'cancel',
      text: 'x',
      cases: [{ sn: first?.caseSn ?? 1, version: 1 }],
    }),
    'POST /his/api/changepwstatus': body({ account: 'p1000' }, { account: '0912345678' }),
    'POST /his/api/changepw': body({ oldPassword: PASSWORD, newPassword: 'teleward99', repeatPassword: 'teleward99' }),
    'POST /his/api/unlock': body({ pwd: PASSWORD }),
    'POST /his/api/totps': body({ password: PASSWORD }),
    'POST /his/api/agreements/{kind}/acceptances': (['agreement', 'privacy'] as const).map((kind) => ({
      params: { kind },
      body: { version: '2026-01', lang: 'en' },
    })),
    'POST /his/api/checkDeviceToken': body({ device_token: 'x', type: 3 }),
    'PUT /his/api/sessions/partner': body({ partnerid: 1 }),
    'PUT /his/api/preferences': body({ version: 1, changes: { density: 'compact' } }),
    'PUT /his/api/staffreviews/{mid}': [
      mid(planted.applicant, { version: 1, action: 'return', reason: '證照不清楚' }),
      mid(planted.applicant, { version: 1, action: 'approve' }),
    ],
    'PUT /his/api/outboxmessages/{id}': [
      { params: { id: planted.message }, body: { version: 1, action: 'again' } },
      { params: { id: planted.message }, body: { version: 1, action: 'cancel' } },
    ],
    // ── one's own ──────────────────────────────────────────────────────────────────────────────────────────────
    'POST /his/api/uploadphoto/2': body({ kind: 'avatar', name: 'me.png', version: 0, data: PICTURE }),
    'PUT /comm/recordings/{recordingId}/segments/{segmentId}': [{ query: { offset: 0 }, body: FILM }],
    'POST /his/api/profile': body({
      part: 'person',
      version: 0,
      person: { name: '林醫師', nameEn: null, family_name: null, title: null, division: null },
    }),
    'POST /his/api/experience': body({ version: 0, education: blank, career: blank }),
    'POST /his/api/myservice': body({}, { version: 0, flags: { video: true }, acknowledged: true }),
    'POST /his/api/myservicelang': body({ version: 0, servicelang: ['zh_TW'] }),
    'POST /his/api/editdoctorphone': body({ phone: '0933444555' }),
    'POST /his/api/doctorstatus': body({ doctorStatus: 1000 }, { doctorStatus: 3000 }),
    'POST /his/api/newdoctorchat': [{ body: { mid: HOST } }],
    'POST /his/api/chatdoctormsgbymid': [{ body: { mid: HOST, limit: 20 } }],
    'POST /his/api/groupmembers': [{ body: { action: 'create', name: '早會', members: [HOST] } }],
    'POST /his/api/authorizations': [
      { body: { granteeMid: HOST, kind: 'contact.others', endsAt: at(5) }, by: doctors },
      { body: { granteeMid: HOST, kind: 'contact.others', unitId: 2, endsAt: at(9) }, by: doctors },
    ],
    'GET /his/api/authorizations/{id}': [{ params: { id: planted.grant }, by: doctors }],
    'PUT /his/api/authorizations/{id}': [
      { params: { id: planted.grant }, body: { version: 1, endsAt: at(8) }, by: doctors },
    ],
    'DELETE /his/api/authorizations/{id}': [{ params: { id: planted.grant }, query: { version: 1 }, by: doctors }],
    'GET /his/api/tometodolist/{id}': [{ params: { id: 1000 }, query: {}, by: doctors }],
    'GET /his/api/mytodolist/{id}': [{ params: { id: 1000 }, query: { status: 'all' }, by: doctors }],
    'PUT /his/api/todoliststatus': [{ body: { id: planted.todos.own, version: 1, status: 1 }, by: doctors }],
    'GET /his/api/todos/{id}': [{ params: { id: planted.todos.given }, by: doctors }],
    'PUT /his/api/todos/{id}': [
      { params: { id: planted.todos.own }, body: { version: 1, recipientMid: HOST }, by: doctors },
      { params: { id: planted.todos.own }, body: { version: 1, dueOn: day(3) }, by: doctors },
      { params: { id: planted.todos.given }, body: { version: 1, withdraw: true }, by: doctors },
    ],
    'POST /his/api/todos/{id}/comments': [
      { params: { id: planted.todos.given }, body: { text: '已電話追蹤' }, by: doctors },
    ],
    'POST /his/api/todos/{id}/reminders': [{ params: { id: planted.todos.given }, by: doctors }],
    'PUT /his/api/words': [{ body: { id: planted.word, word: '無發燒', version: 1 }, by: doctors }],
    'POST /his/api/delword': [{ body: { id: planted.word, version: 1 }, by: doctors }],
    'DELETE /his/api/sessions/{id}': [{ params: { id: planted.session }, by: doctors }],
    'POST /his/api/createDoctorFee': body({ version: 0, twDay: 50_000, twNight: 60_000, cnDay: null, cnNight: null }),
    // ── bookings and money ─────────────────────────────────────────────────────────────────────────────────────
    'POST /his/api/reservation': [
      alone(desk, { body: { action: 'book', pid: BESIDE, did: HOST, date: day(5), interval: 2, time: '14:15' } }),
      alone(desk, {
        body: { action: 'change', qid: visits.paid, version: 1, date: day(6), interval: 1, time: '11:15' },
      }),
      alone(desk, { body: { action: 'cancel', qid: visits.paid, version: 1, reason: '改天' } }),
    ],
    'POST /his/api/payments': [
      alone(desk, {
        body: { action: 'record', qid: visits.due, version: 1, method: 'cash', amount: FEE, currency: 'TWD' },
      }),
      alone(desk, { body: { action: 'waive', qid: visits.due, version: 1, reason: '優待' } }),
    ],
    'POST /his/api/paymentreports/{provider}': [await report({}), await report({ outcome: 'refused', payment: 'R-1' })],
    'POST /his/api/payments/{qid}/refunds': [
      alone(['admin'], {
        params: { qid: visits.calledOff },
        body: { refund: planted.refund, version: 1, method: 'transfer', reference: 'T-1' },
      }),
      { body: { version: 1, method: 'cash' } },
    ],
    'POST /his/api/exemptions': [
      alone(['admin'], { body: { pid: BESIDE, kind: 'contract', startsOn: day(1), endsOn: day(90), note: '里辦' } }),
    ],
    'DELETE /his/api/exemptions/{id}': [{ query: { version: 1 } }],
    'POST /his/api/links/{token}/identity': [{ body: { birthday: '1958-01-02', last4: planted.last4 } }],
    'POST /his/api/links/{token}/payments': [byLink(links.due)],
    'POST /his/api/links/{token}/change': [
      byLink(links.paid, { body: { date: day(6), at: `${day(6)}T03:15:00.000Z` } }),
    ],
    'POST /his/api/links/{token}/cancel': [byLink(links.paid, { body: {} })],
    'POST /his/api/links/{token}/calls': [byLink(links.waiting, { body: {} })],
    // ── hours ──────────────────────────────────────────────────────────────────────────────────────────────────
    'POST /his/api/fetchShift': body({ from: day(0), to: day(7) }, { team: true, from: day(0), to: day(28) }),
    'POST /his/api/schedule': [
      { body: { effectiveFrom: day(1), entries: [{ weekday: 1, interval: 1, ...hours }] }, by: doctors },
    ],
    'POST /his/api/delschedule': [
      { body: { effectiveFrom: day(1), cells: [{ weekday: 1, interval: 1 }] }, by: doctors },
    ],
    'POST /his/api/updateShift': [
      { body: { date: day(2), interval: 1, change: hours }, by: doctors },
      { body: { date: day(2), interval: 1, change: null }, by: doctors },
    ],
    'POST /his/api/updateLeave': [{ body: { from: day(1), to: day(3) }, by: doctors }],
    'POST /his/api/updatelimit': [{ body: { date: day(2), interval: 1, capacity: 12 }, by: doctors }],
    'POST /his/api/shiftaffected': [{ body: { confirm: { ways: [] } }, by: doctors }],
    'POST /his/api/noticedoctorshift': [{ body: { from: day(0) }, by: doctors }],
    'GET /his/api/shiftaffected/{did}': [{ params: { did: 1000 }, by: doctors }],
    'GET /his/api/freetimes/{did}': [{ params: { did: HOST }, query: { from: day(0), to: day(20) } }],
    'GET /his/api/freetimes': [{ query: { date: day(1) } }],
    // ── lists ──────────────────────────────────────────────────────────────────────────────────────────────────
    'POST /his/api/searchQueueLog': body({ range: 30 }, { from: day(-20), to: day(1), sort: '-fee' }),
    'POST /his/api/queuelogtotals': body({ range: 7 }, { from: day(-20), to: day(1) }),
    'POST /his/api/getSNs': body({}, { state: 'all', q: '#1', late: false, assigned: 'none', sort: '-due' }),
    'POST /his/api/fetchSRQuantity': body({}, { type: 'followUp' }),
    'POST /his/api/crmmembers': body({}, { q: '病患' }),
    'POST /his/api/fetchDietMember': body(
      {},
      { waiting: true, condition: 'ckd', days: 30, sort: '-waiting' },
      { ended: true, q: '病' },
    ),
    'POST /his/api/fetchDietMemberDetail': body({ pid: first?.pid }),
    'POST /his/api/fetchDietInfo': body({ pid: open?.pid, from: day(-6), to: day(0) }),
    'POST /his/api/fetchDietChartData': body({ pid: open?.pid, from: day(-30), to: day(0) }),
    'POST /his/api/getDietStandard': body({ pid: open?.pid }, { pid: open?.pid, day: day(-1) }),
    'POST /his/api/fetchdietnutrients': body({ q: '白飯' }, { q: 'milk nonfat' }),
    // Everybody of the folders is in it already.
    'POST /his/api/dietcourses': [{ alone: true, body: { pid: planted.alike[0] } }],
    'POST /partner/getMemberList': body({}, { q: '病患' }, { q: '0912', vip: false }),
    'POST /partner/memberlist': body({}, { q: '病患', duplicate: false }),
    'POST /partner/searchmember': body({ q: '0912345678' }),
    'GET /his/api/banks/{code}': [{ params: { code: '004' } }, { params: { code: '012' } }],
    // ── members ────────────────────────────────────────────────────────────────────────────────────────────────
    'POST /partner/addMember': body(
      { unitId: 2, name: '新會員', account: '0911000001' },
      { unitId: 2, name: '新會員', account: '0911000002', mobile: '0911000002', vip: true },
    ),
    'PUT /his/api/members/{pid}': body({ version: 1, name: '王大明' }, { version: 1, vip: true }),
    'PUT /his/api/members/{pid}/memberships': [
      { params: { pid: first?.pid }, body: { scope: 'unit', unitId: 2, status: 'disabled' } },
      { params: { pid: first?.pid }, body: { scope: 'partner', status: 'active' } },
    ],
    'GET /his/api/members/{pid}/memberships': [{ params: { pid: first?.pid } }],
    'POST /his/api/members/imports': [
      await importOf(false, members, { unitId: 2 }),
      await importOf(true, members, { unitId: 2 }),
    ],
    'POST /his/api/members/merges': [
      ...body({ kept: first?.pid, merged: second?.pid, keptVersion: 1, mergedVersion: 1 }),
      { alone: true, body: { kept: planted.alike[0], merged: planted.alike[1], keptVersion: 1, mergedVersion: 1 } },
    ],
    'POST /his/api/members/{pid}/memberships': [alone(['admin'], { params: { pid: first?.pid }, body: { unitId: 9 } })],
    'POST /his/api/membermarks': body({ pids: [first?.pid, second?.pid] }, { pids: [] }),
    'POST /his/api/monitormembers': body({ whose: 'all' }, { days: 0, alert: 'any' }),
    'GET /his/api/membercalls/{pid}': [{ params: { pid: open?.pid } }],
    'GET /his/api/measurements/{pid}': [{ params: { pid: open?.pid }, query: { days: 30, compare: '1' } }],
    'GET /his/api/memberrules/{pid}': [{ params: { pid: first?.pid } }],
    'PUT /his/api/memberrules/{pid}': [
      {
        params: { pid: first?.pid },
        body: {
          version: 1_000_000 + (first?.n ?? 0),
          rules: [{ ...limit, severity: 'warning', fromHour: 0, toHour: 24 }],
        },
      },
    ],
    'POST /his/api/monitorrules/trials': body({
      group: groupOf(OWN_UNIT),
      rules: [{ ...limit, severity: 'warning', fromHour: 0, toHour: 24 }],
    }),
    'GET /his/api/monitorrules': [{ query: { group: groupOf(OWN_UNIT) } }],
    'PUT /his/api/monitorrules/{id}': [
      {
        params: { id: groupOf(OWN_UNIT) },
        body: { version: 1, rules: [{ ...limit, severity: 'warning', fromHour: 0, toHour: 24 }] },
      },
    ],
    'DELETE /his/api/monitorgroups/{id}': [{ params: { id: groupOf(OWN_UNIT) }, query: { version: 1 } }],
    // ── administration ─────────────────────────────────────────────────────────────────────────────────────────
    'PUT /his/api/partners/{id}': [{ params: { id: 1 }, body: { version: 1, phone: '02-2345-6789' } }],
    'POST /his/api/units': body({ mainId: 2, name: '新單位' }, { mainId: 9, name: '二部', nameEn: 'Second' }),
    'PUT /his/api/units/{id}': [{ params: { id: 2 }, body: { version: 1, name: '內科' } }],
    'POST /his/api/staffaccounts': body({
      account: 'invited.one',
      name: '受邀',
      mobile: '0933444555',
      doctortype: 'nurse',
      units: [2],
    }),
    'POST /his/api/staffaccounts/imports': [await importOf(false, staff), await importOf(true, staff)],
    'PUT /his/api/staffaccounts/{mid}': [
      mid(1001, { version: versionOf(1001), title: '護理長' }),
      mid(1001, { version: versionOf(1001), units: [2] }),
      mid(1001, { version: versionOf(1001), endSessions: true }),
    ],
    'PUT /his/api/nursebindings/{did}': [{ params: { did: HOST }, body: { version: versionOf(HOST), nurses: [1100] } }],
    'PUT /his/api/privileges/{staff_type}': [
      { params: { staff_type: 'nurse' }, body: { version: 1, removed: ['call.use'], preview: true } },
      { params: { staff_type: 'volunteer' }, body: { version: 1, removed: [] } },
    ],
    'PUT /his/api/uiconfigs/{partnerid}': [
      { params: { partnerid: 1 }, body: { revision: 1, config: {} } },
      { params: { partnerid: 1 }, body: { revision: 1, config: { login: { welcome: words } } } },
    ],
    'POST /his/api/uiconfigs/{partnerid}/publish': [{ params: { partnerid: 1 }, body: { revision: 1 } }],
    'POST /his/api/uiconfigs/{partnerid}/rollback': [{ params: { partnerid: 1 }, body: { number: 1, published: 2 } }],
    'GET /his/api/clinicalsynonyms/{partnerid}': [{ params: { partnerid: 1 }, query: { q: 'x' } }],
    'POST /his/api/clinicalsynonyms/{partnerid}': [
      { params: { partnerid: 1 }, body: { kind: 'diagnosis', term: '血壓', code: 'I10' } },
      { params: { partnerid: 1 }, body: { kind: 'drug', term: '長效', code: 'SEED0001' } },
    ],
    'DELETE /his/api/clinicalsynonyms/{partnerid}/{id}': [{ params: { partnerid: 1, id: planted.synonym } }],
    'DELETE /his/api/handoverkeys/{partnerid}': [{ params: { partnerid: 1 } }],
    'DELETE /his/api/staffaccounts/{mid}/secondsteps': [{ params: { mid: 1001 } }],
    'GET /his/api/uiconfigs/{partnerid}': [{ params: { partnerid: 1 } }],
    'GET /his/api/staffaccounts': [{ query: {} }, { query: { q: 'p10', unit: 2 } }],
    'GET /his/api/units': [{ query: {} }, { query: { partner: 1 } }],
    'GET /his/api/nursebindings': [{ query: {} }, { query: { did: HOST } }],
    'GET /his/api/privileges': [{ query: {} }, { query: { who: 1001 } }],
    'GET /his/api/partners': [{ query: {} }],
    'GET /his/api/auditlogs': [{ query: {} }, { query: { from: day(-9), to: day(0), kind: 'write' } }],
    'GET /his/api/staffreviews': [{ query: {} }, { query: { state: 'all' } }],
  }
}
