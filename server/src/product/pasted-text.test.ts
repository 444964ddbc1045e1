import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { book } from '../appointments/fixture.ts'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'

/** What leaves Word, a spreadsheet, an address book or a cut-off emoji in a text, in the bodies of real calls. */
let clinic: Clinic
let lin: Staff
beforeAll(async () => {
  clinic = await openClinic()
  lin = await clinic.staff('dr.lin')
})
afterAll(() => clinic.close())

interface Said {
  status: string
  data: Record<string, unknown> & { version: number }
  fields?: { path: string; code: string; message?: string }[]
}
async function send(method: string, path: string, body: unknown) {
  const response = await lin.request(path, {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    // Half of a character goes as an escape, as a browser sends it.
    body: JSON.stringify(body),
  })
  return { http: response.status, ...((await response.json()) as Said) }
}
const post = (path: string, body: unknown) => send('POST', path, body)

describe('a text with characters that no text has', () => {
  const TYPED = [
    ['CC:\u000bcough', 'CC:\ncough'],
    ['a\u0000b\u0001c', 'abc'],
    ['1\u000c2\u00853\r\n4', '1\n2\n3\n4'],
    ['patient\u0092s', 'patient’s'],
    ['\ud83d half', '\ufffd half'],
  ] as const

  it('[EMR-02~] is mended in each part of a note, which are all saved', async () => {
    const qid = await book(clinic.data.db, { status: 'checkedIn' })
    const note = (await post('/his/api/note', { pid: 201, qid })).data
    let version = note.version
    for (const [typed, kept] of TYPED) {
      const body = { pid: 201, qid, version, s: typed, o: 'clear', memo: typed }
      const saved = await send('PUT', `/his/api/notes/${note.id}`, body)
      expect(saved).toMatchObject({ status: 'OK', data: { s: kept, o: 'clear', memo: kept } })
      version = saved.data.version
    }
  })
  it('[CHAT-02~] is mended in a message', async () => {
    const { id } = (await post('/his/api/chatmsgbymid', { pid: 201 })).data.conversation as { id: number }
    for (const [typed, kept] of TYPED) {
      const sent = await post('/his/api/savechatmsg', { id, clientId: randomUUID(), textContent: typed })
      expect(sent).toMatchObject({ status: 'OK', data: { textContent: kept } })
    }
  })
  it('[APPT-11~] is mended in the memo of a visit', async () => {
    const qid = await book(clinic.data.db)
    let version = 1
    for (const [typed, kept] of TYPED) {
      const step = await post('/his/api/queue', { qid, action: 'memo', version, memo: typed })
      expect(step).toMatchObject({ status: 'OK', data: { p_memo: kept } })
      version = step.data.version as number
    }
  })
  it.each([
    ['/his/api/get_icd10', 'E11.9\tType 2 diabetes'],
    ['/his/api/get_icd10', 'fever\u0000'],
    ['/his/api/get_medicine_info', 'metformin\t500\u000b'],
    ['/partner/searchmember', '吳秀鳳\u0000\u200b\ud800'],
    ['/his/api/crmmembers', '吳秀鳳\t\u0001'],
  ])('[EMR-05~] %s looks for %j', async (path, q) => {
    expect((await post(path, { q })).http).toBe(200)
  })
  it('[EMR-05~] in a search is no hindrance to finding', async () => {
    const found = await post('/his/api/get_icd10', { q: 'E11.9\u0000\t' })
    expect((found.data as unknown as { code: string }[])[0]?.code).toBe('E11.9')
  })
})

describe('adding a member', () => {
  it('[MEMB-03~] with half of a character in the name keeps a mark where it was', async () => {
    const made = await post('/partner/addMember', { unitId: 2, name: '王\ud800大', account: '0911222001' })
    expect(made).toMatchObject({ http: 200, data: { code: 'ERR_0000' } })
    expect(await nameOf(made.data.pid)).toBe('王\ufffd大')
  })
  it.each(['\u3164', '\u2800', '\u00ad'.repeat(3), '\u115f'])(
    '[MEMB-03~] with a name in which nothing can be seen (%j) is refused at its field',
    async (name) => {
      const made = await post('/partner/addMember', { unitId: 2, name, account: '0911222009' })
      expect(made).toMatchObject({ http: 400, fields: [{ path: 'name', code: 'MEMBER_NAME_REQUIRED' }] })
    },
  )
  it('[MEMB-03~] takes a phone as address books write one, and a name without the marks around it', async () => {
    const made = await post('/partner/addMember', {
      unitId: 2,
      name: '\u202d王\u200b大\u000b亮\u202c',
      account: '\u202a0911\u2212222ー002\u202c',
      emergencyContact: { name: '王\u000b母', relation: '\u0000', phone: null },
    })
    expect(made).toMatchObject({ http: 200, data: { code: 'ERR_0000' } })
    expect(await nameOf(made.data.pid)).toBe('王大 亮')
  })
  const nameOf = async (pid: unknown) =>
    ((await (await lin.request(`/his/api/members/${pid}`, { method: 'GET' })).json()) as Said).data.name
})

describe('what is not written by people', () => {
  it.each([
    ['a sign-in', '/his/user/login', { id: 'dr.lin\u0000', pwd: 'x' }, 'id'],
    [
      'a path that is kept',
      '/his/api/preferences',
      { version: 1, changes: { stars: [{ path: '/a', title: 'a\ud800' }] } },
      'changes.stars.0.title',
    ],
  ])('is refused at its field, in words, in %s', async (_, path, body, at) => {
    const answer = await send(path.endsWith('preferences') ? 'PUT' : 'POST', path, body)
    expect([answer.http, answer.status]).toEqual([400, 'TEXT_UNSTORABLE'])
    const message = 'The text has a character that cannot be stored'
    expect(answer.fields).toEqual([{ path: at, code: 'TEXT_UNSTORABLE', message }])
  })
  it('that is too long says so', async () => {
    const answer = await post('/partner/addMember', { unitId: 2, name: 'x'.repeat(101), account: '0911222003' })
    expect(answer.fields).toEqual([{ path: 'name', code: 'TEXT_TOO_LONG', message: 'The text is too long' }])
  })
})
