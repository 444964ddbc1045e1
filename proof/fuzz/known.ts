import { guestTexts } from '@teleward/contract/calls/guest-schema.ts'
import { care } from './known-care.ts'
import { childCare } from './known-children.ts'
import { signAsDevelopment } from '../../server/src/payments/development.ts'
import { SIGNATURE_HEADER } from '../../server/src/payments/provider.ts'
import { BESIDE, groupOf, historyOf } from '../matrix/folders.ts'
import { HOST, OWN_UNIT } from '../matrix/people.ts'
import type { World } from '../matrix/world.ts'
import { administrationKnown } from './known-administration.ts'
import { type Known, partsOf, type Values } from './known-parts.ts'
import type { Seeded, SeededLink } from './plant.ts'
import { DOCUMENT, FEE, PASSWORD } from './plant.ts'

/** A picture of one point, and how a piece of film begins. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const medicine = { code: '衛署藥製字第057114號', dose: 1, frequency: 'QD', route: 'PO', days: 7 }
const FILM = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0, 0, 0, 0])

export async function knownOf(world: World, planted: Seeded): Promise<Record<string, readonly Known[]>> {
  const parts = partsOf(world, planted)
  const { first, second, day, at, body, importOf } = parts
  const open = world.folders.find(({ place, authorisation }) => place === 'own' && authorisation === 'authorised')
  const hours = { start: '09:00', end: '12:00', capacity: 12 }
  const health = [
    ['帳號或身分證號*', '量測日期*', '收縮壓 (mmHg)', '舒張壓 (mmHg)', '體重 (kg)'],
    ['A123456789', '2026-01-02', '120', '80', '60'],
  ]
  const phrases = [
    ['類別*', '代碼', '片語*'],
    ['S', 'fever', '發燒 __ 天'],
  ]
  const members = [
    ['帳號*', '姓名*'],
    ['0911222333', '王小明'],
  ]
  const limit = { id: crypto.randomUUID(), measure: 'systolic', test: 'above', value: 180, hours: null }
  const blank = Array.from({ length: 8 }, () => ({ from: '', to: '', organisation: '', title: '' }))
  const doctors = ['doctor']
  const { mid } = parts
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
  const byLink = ({ token, cookie }: SeededLink, values: Partial<Values> = {}): Known => ({
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
    'POST /his/api/lock': body({ device_token: 'x' }),
    'POST /his/api/unlock': body({ pwd: PASSWORD }),
    'POST /his/api/totps': body({ password: PASSWORD }),
    'POST /his/api/linebindings': body({ password: PASSWORD }),
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
    'POST /his/api/editdoctorphone': body({ phone: '0933444555', password: PASSWORD }),
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
    'GET /his/api/documentchecks/{code}': [{ params: { code: DOCUMENT } }],
    'POST /his/api/words/imports': [await importOf(false, phrases), await importOf(true, phrases)],
    'POST /his/api/healthdatabatches': [await importOf(false, health), await importOf(true, health)],
    'POST /his/api/drivefiles': body({ name: '同意書.png', remark: '範本', file: PICTURE }),
    'POST /his/api/delword': [{ body: { id: planted.word, version: 1 }, by: doctors }],
    'POST /his/api/notetemplates': [
      { body: { name: '回診', code: 'fu', s: '{主訴}', o: '', a: '', p: '', memo: '' }, by: doctors },
      {
        body: { id: planted.template, version: 1, name: '初診', s: '', o: 'BP __/__', a: '', p: '', memo: '' },
        by: doctors,
      },
    ],
    'POST /his/api/delnotetemplate': [{ body: { id: planted.template, version: 1 }, by: doctors }],
    'POST /his/api/getMedicinePackages': [
      { body: {}, by: doctors },
      { body: { id: planted.set }, by: doctors },
    ],
    'POST /his/api/upsertMedicinePackage': [
      { body: { name: '高血壓', code: 'ht', lines: [medicine] }, by: doctors },
      { body: { id: planted.set, version: 1, name: '高血壓二', code: 'ht2', lines: [medicine] }, by: doctors },
    ],
    'POST /his/api/deleteMedicinePackage': [{ body: { id: planted.set, version: 1 }, by: doctors }],
    'POST /his/api/getDoctorProducts': [{ body: {}, by: doctors }],
    'POST /his/api/setProduct': [
      { body: { name: '鈣片', quantity: 2, price: 100, image: PICTURE }, by: doctors },
      { body: { id: planted.product, version: 1, name: '血壓計二', price: 200, image: null }, by: doctors },
    ],
    'POST /his/api/deleteProduct': [{ body: { id: planted.product, version: 1 }, by: doctors }],
    'POST /his/api/productsendings': [
      alone(doctors, {
        body: { pid: open?.pid, qid: open?.qid, items: [{ productId: planted.product, quantity: 1 }] },
      }),
    ],
    'POST /his/api/updateContinuousPrescription': [{ body: { version: 1, refill: { times: 2, until: day(60) } } }],
    'GET /his/api/pharmacylist': [{ query: { q: 'x' } }, { query: { city: 'x', open: '1' } }],
    'GET /his/api/prescriptions': [{ query: { state: 'all', sort: '-patient' } }, { query: { q: 'x', refill: '1' } }],
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
    'GET /his/api/outsidereferrals/{token}': [{ params: { token: planted.letters.token } }],
    'POST /his/api/outsidereferrals/{token}/code': [
      { params: { token: planted.letters.token }, body: { code: '123456' } },
    ],
    'POST /his/api/referrals/{id}/links': [
      alone(['doctor'], { params: { id: planted.letters.other }, body: { days: 7 } }),
    ],
    'DELETE /his/api/referrals/{id}/links/{link}': [
      alone(['doctor'], { params: { id: planted.letters.other, link: planted.letters.link } }),
    ],
    'GET /his/api/guests/{token}': [{ params: { token: planted.guests.asked } }],
    'POST /his/api/guests/{token}/identity': [{ params: { token: planted.guests.asked }, body: { code: '5678' } }],
    'POST /his/api/guests/{token}/agreements': [
      byLink(planted.guests.held, { body: { confidential: true, recording: true, texts: guestTexts } }),
    ],
    'GET /his/api/statements': [{ query: { month: day(0).slice(0, 7), sort: '-payout' } }, { query: { own: 'true' } }],
    'GET /his/api/statements/{id}': [alone(['admin'], { params: { id: planted.statement.id } })],
    'GET /his/api/statements/{id}/document': [alone(['admin'], { params: { id: planted.statement.id } })],
    'POST /his/api/statements/{id}/corrections': [
      alone(['admin'], {
        params: { id: planted.statement.id },
        body: { id: crypto.randomUUID(), amount: 100, reason: '補差額' },
      }),
    ],
    'POST /his/api/statements/{id}/remarks': [
      alone(['admin'], {
        params: { id: planted.statement.id },
        body: { id: crypto.randomUUID(), line: planted.statement.line, text: '已補' },
      }),
    ],
    'GET /his/api/transferfiles': [{ query: { month: '2025-12', currency: 'TWD' } }],
    'GET /his/api/statementsums': [{ query: { month: day(0).slice(0, 7) } }],
    'POST /his/api/settlementrates': [
      alone(['admin'], {
        body: { id: crypto.randomUUID(), validFrom: day(400), paymentFee: 300, platformFee: 2500 },
      }),
    ],
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
    'POST /his/api/fetchCallLog': body({}, { range: 30, outcome: 'missed', missed: false, q: '09', sort: '-length' }),
    'POST /his/api/getSNs': body({}, { state: 'all', q: '#1', late: false, assigned: 'none', sort: '-due' }),
    'POST /his/api/fetchSRQuantity': body({}, { type: 'followUp' }),
    'POST /his/api/crmmembers': body({}, { q: '病患' }),
    // ── events ─────────────────────────────────────────────────────────────────────────────────────────────────
    'POST /his/api/getEvents': body({}, { state: 'running', kind: 'clinic', q: 'x', sort: '-startsOn' }),
    'POST /his/api/events': body({
      unit: 2,
      name: '義診',
      place: '操場',
      startsOn: day(0),
      endsOn: day(1),
      items: ['weight', 'systolic'],
    }),
    'POST /his/api/scanCard': body(
      { eventid: first?.careEvent, code: 'A123456789' },
      { eventid: first?.careEvent, code: '000012345678' },
    ),
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
    'GET /his/api/children': [
      { query: { tab: 'all' } },
      { query: { tab: 'soon', kind: 'fluoride', ageTo: 24, sort: '-born' } },
    ],
    'PUT /his/api/children/{pid}': [
      {
        params: { pid: first?.pid },
        body: { gestationDays: 252, hbvMother: null, fluorideGroup: 'general', multiple: false, version: 0 },
      },
    ],
    'GET /his/api/growths/{pid}': [{ params: { pid: first?.pid } }],
    ...childCare(first?.pid, day),
    ...care(first, day, at, planted.alike[0]),
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
    'GET /his/api/ecgs/{pid}/{id}': [{ params: { pid: open?.pid, id: historyOf(open?.n ?? 0) } }],
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
    ...(await administrationKnown(planted, parts)),
  }
}
