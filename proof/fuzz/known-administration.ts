import { HOST } from '../matrix/people.ts'
import type { Known, Parts } from './known-parts.ts'
import { PASSWORD, type Seeded } from './plant.ts'

const words = { 'zh-TW': '歡迎', 'zh-CN': '欢迎', en: 'Welcome' }

/** Requests of those who run an institution, and of what it says to its staff. */
export async function administrationKnown(planted: Seeded, parts: Parts): Promise<Record<string, readonly Known[]>> {
  const { first, day, at, body, importOf, versionOf, mid } = parts
  const doctors = ['doctor']
  const staff = [
    ['帳號*', '姓名*', '手機*', '人員類別*', '單位*'],
    ['invited.two', '受邀', '0933444556', '護理師', 'u2'],
  ]
  const notice = {
    content: '停診',
    audience: [
      { kind: 'staff', mids: [HOST] },
      { kind: 'visits', date: day(0) },
    ],
    sendAt: at(1),
  }
  return {
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
    'POST /his/api/handoverkeys/{partnerid}': [{ params: { partnerid: 1 }, body: { password: PASSWORD } }],
    'DELETE /his/api/handoverkeys/{partnerid}': [{ params: { partnerid: 1 } }],
    'GET /his/api/feedbacks': [{ query: {} }, { query: { of: 'all', state: 'open' } }],
    'PUT /his/api/notifications/{id}': [{ params: { id: planted.notification }, body: { read: true }, by: doctors }],
    'GET /his/api/notices/{id}': [
      { params: { id: planted.notices.waiting } },
      { params: { id: planted.notices.sent } },
    ],
    'PUT /his/api/notices/{id}': [{ params: { id: planted.notices.waiting }, body: { version: 1, ...notice } }],
    'DELETE /his/api/notices/{id}': [{ params: { id: planted.notices.waiting } }],
    'POST /his/api/notices/{id}/retry': [{ params: { id: planted.notices.sent }, body: { version: 1 } }],
    'POST /his/api/noticerecipients': body({ audience: notice.audience }, { audience: [{ kind: 'unit', unitId: 2 }] }),
    'GET /his/api/waitingboards/{token}': [{ params: { token: planted.board.token } }],
    'GET /his/api/boardaddresses/{partnerid}': [{ params: { partnerid: 1 } }],
    'POST /his/api/boardaddresses/{partnerid}': [
      { params: { partnerid: 1 }, body: { name: '大廳' } },
      { params: { partnerid: 1 }, body: { name: '內科', unitId: 2 } },
    ],
    'DELETE /his/api/boardaddresses/{partnerid}/{id}': [{ params: { partnerid: 1, id: planted.board.id } }],
    'POST /his/api/feedbacks': body({
      kind: 'idea',
      title: '列印',
      remarks: '診間',
      content: '希望可以一次列印多張處方',
    }),
    'PUT /his/api/feedbacks/{id}': [{ params: { id: planted.feedback }, body: { version: 1, answer: '會加入' } }],
    'GET /his/api/privacystatements': [{ query: {} }, { query: { v: 0, lang: 'en' } }],
    'GET /his/api/privacystatements/{no}': [{ params: { no: 0 } }],
    'POST /his/api/privacystatements': body({
      after: 0,
      texts: { 'zh-TW': { title: '隱私權聲明', sections: [{ heading: '一', text: '內容' }] } },
    }),
    'POST /his/api/privacystatements/{no}/acceptances': [{ params: { no: 0 }, body: { lang: 'en' } }],
    'POST /his/api/casemessages': body({ sn: first?.caseSn ?? 1, clientId: crypto.randomUUID(), textContent: 'x' }),
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
