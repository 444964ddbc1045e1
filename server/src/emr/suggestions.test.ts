import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Suggestion } from '@teleward/contract/crm/schema.ts'
import type { NoteSuggestion } from '@teleward/contract/emr/ai-endpoints.ts'
import { withImageLines } from '@teleward/contract/emr/images.ts'
import type { EmrData, Note } from '@teleward/contract/emr/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { birthdayForms, withoutIdentifiers } from '../ai/anonymous.ts'
import { register as registerCases } from '../crm/routes.ts'
import { openOutside, type Outside } from '../outbox/fixture.ts'
import type { Deps } from '../platform/deps.ts'
import { sql } from '../platform/db/index.ts'
import { type Clinic, members, openClinic, people } from './fixture.ts'

const PATH = '/ai/v1/chat/completions'
const { lin, wang, chen, kao, far } = people
const PICTURE = {
  viewer: 'viewdicom',
  file: '0193c2e1-7b1a-7c3e-8f00-5f1c2d3e4a5b',
  look: '',
  words: '胸部正面',
} as const
let outside: Outside
let clinic: Clinic
let note: Note
beforeAll(async () => {
  outside = await openOutside()
  clinic = await openClinic({ ai: { url: `${outside.url}/ai/v1`, key: 'ai-key', model: 'tiny' } })
  registerCases({ ...(clinic as unknown as Deps), config: {}, onStart: () => undefined } as unknown as Deps)
  await run(sql`update member set birthday = '1958-01-02', mobile = '0912345601', email = 'wu@example.org', gender = 'female',
    emergency_contact = ${JSON.stringify({ name: '王志明', relation: '兒子', phone: '0922000111' })}::jsonb where pid = ${members.wu}`)
  await run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at, ends_at)
    select gen_random_uuid(), 1, 2, ${members.wu}, 'record', 'active', '1', now() - interval '1 day', now() + interval '1 year'
    where not exists (select 1 from consent where pid = ${members.wu} and kind = 'record' and state = 'active')`)
  note = (
    await clinic.save(await clinic.draft(), { s: await said(), o: withImageLines('BP 158/94，心跳 88', [PICTURE]) })
  ).data
})
afterAll(async () => {
  await clinic?.stop()
  await outside?.close()
})
const run = (query: Parameters<Clinic['db']['system']['read']>[0]) =>
  clinic.db.system.tx((tx) => tx.run(query as never))
const nameOf = async (mid: number) =>
  (await clinic.db.system.read(sql<{ name: string }>`select name from staff where mid = ${mid}`))[0]?.name ?? ''
const said = async () =>
  `吳秀鳳（民國47年1月2日生，F224736527）頭暈三天，吳女士住台北市大安區和平東路二段106號3樓，電話 ０９１２－３４５６０１，兒子王志明代述，${await nameOf(chen)}量血壓。就診日 2024/3/15。`
const allow = (aiAllowed: boolean) =>
  run(sql`update partner set settings = settings || ${JSON.stringify({ aiAllowed })}::jsonb where id = 1`)
const ask = (more: object = {}, mid: number = lin) =>
  clinic.post<NoteSuggestion>(mid, 'aiSuggestion', { pid: note.pid, qid: note.qid, noteId: note.id, ...more })
const shown = async () => (await ask()).data.question
const digest = async () => (await shown())?.digest ?? ''
const answers = (text: string) => ({ body: { model: 'tiny-1', choices: [{ message: { content: text } }] } })
const kept = async () =>
  (await clinic.db.system.read(sql<{ n: number }>`select count(*)::int as n from note_suggestion`))[0]?.n

describe('a suggestion for a note', () => {
  it('[EMR-13~] is shown as it would be sent before anything is, and what is sent is that, to the letter', async () => {
    await allow(true)
    const before = outside.asked.length
    const { data } = await ask()
    expect([data.ai, data.suggestion, outside.asked.length]).toEqual(['ready', null, before])
    outside.says(PATH, answers('一、問是否有視力模糊。'))
    const answer = await ask({ digest: data.question?.digest })
    expect([answer.code, answer.data.suggestion]).toMatchObject([
      'OK',
      { text: '一、問是否有視力模糊。', rating: null },
    ])
    const sent = JSON.parse(outside.asked.at(-1)?.body.toString() ?? '') as { messages: { content: string }[] }
    expect(sent.messages.map(({ content }) => content)).toEqual([data.question?.system, data.question?.text])
    // It is beside the note, which is as it was.
    const opened = await clinic.post<EmrData>(lin, 'getEmrData', { pid: note.pid, qid: note.qid })
    expect([opened.data.ai, opened.data.note]).toMatchObject(['ready', { s: note.s, version: note.version }])
    expect((await ask()).data.suggestion).toMatchObject({ id: answer.data.suggestion?.id })
  })
  it('[EMR-13~] says neither names, numbers, places nor days of anybody, and keeps what was measured', async () => {
    const { text = '' } = (await shown()) ?? {}
    for (const secret of [
      '吳秀鳳',
      '秀鳳',
      '吳女士',
      'F224736527',
      '47年',
      '1958',
      '345601',
      '和平東路',
      '106號',
      '王志明',
      '2024/3/15',
      PICTURE.viewer,
      PICTURE.file,
      await nameOf(chen),
      await nameOf(lin),
    ])
      expect(text, secret).not.toContain(secret)
    expect(text).toContain('BP 158/94')
    expect(text).toContain('[胸部正面]')
    expect(text).toContain('頭暈三天')
    expect(text).toMatch(/病人: 女, 6\d 歲/)
  })
  it('[EMR-13~] nothing is sent without the institution’s consent, another text than was read, or by who may not', async () => {
    const read = await digest()
    const before = outside.asked.length
    await allow(false)
    expect((await ask()).data).toMatchObject({ ai: 'notAllowed', question: null })
    expect((await ask({ digest: read })).code).toBe('AI_CONSENT')
    expect((await clinic.post<EmrData>(lin, 'getEmrData', { pid: note.pid, qid: note.qid })).data.ai).toBe('notAllowed')
    await allow(true)
    expect((await ask({ digest: '0'.repeat(64) })).code).toBe('VERSION_STALE')
    const other = (await clinic.save(note, { o: 'BP 150/90' })).data
    expect((await ask({ digest: read })).code).toBe('VERSION_STALE')
    note = (await clinic.save(other, { o: note.o })).data
    // Another doctor's draft, another unit, another institution, another patient's, a profession without the right.
    expect((await ask({ digest: read }, wang)).status).not.toBe(200)
    expect((await ask({ digest: read }, far)).code).toBe('NOT_FOUND')
    expect((await ask({ digest: read }, kao)).code).toBe('FORBIDDEN')
    expect((await ask({ digest: read, pid: members.wu + 1 })).status).not.toBe(200)
    expect((await ask({ digest: read, noteId: crypto.randomUUID() })).code).toBe('NOT_FOUND')
    expect(outside.asked.length).toBe(before)
  })
  it('[EMR-13~] a record that is closed gives nothing of its history away', async () => {
    await run(
      sql`insert into member_history (pid, partner_id, unit_id, kind, note) values (${members.wu}, 1, 2, 'sensitive_matters', 'Penicillin')`,
    )
    expect((await shown())?.text).toContain('Penicillin')
    await run(sql`update consent set state = 'withdrawn' where pid = ${members.wu} and kind = 'record'`)
    expect((await shown())?.text).not.toContain('Penicillin')
    await run(sql`update consent set state = 'active' where pid = ${members.wu} and kind = 'record'`)
  })
  it.each([
    ['an error of its own', { status: 500 }, 'HTTP 500'],
    ['a refusal', { status: 401 }, 'HTTP 401'],
    ['another shape', { body: { choices: [] } }, 'UNREADABLE'],
    ['an empty word', answers('  '), 'UNREADABLE'],
  ])('[EMR-13~] %s of the provider is told, and nothing is kept', async (_what, says, reason) => {
    outside.says(PATH, says)
    const before = await kept()
    const answer = await ask({ digest: await digest() })
    expect([answer.status, answer.code, answer.data]).toMatchObject([502, 'SEND_FAILED', { reason }])
    expect(await kept()).toBe(before)
  })
  it('[EMR-13~] is rated by who asked for it, and by nobody else', async () => {
    outside.says(PATH, answers('二'))
    clinic.clock.advance(1000)
    const id = (await ask({ digest: await digest() })).data.suggestion?.id
    expect((await clinic.post(wang, 'ratingAiResponse', { id, rating: 'useful' })).code).toBe('NOT_FOUND')
    expect((await clinic.post(lin, 'ratingAiResponse', { id, rating: 'great' })).status).toBe(400)
    const rated = await clinic.post<Suggestion>(lin, 'ratingAiResponse', { id, rating: 'notUseful' })
    expect(rated.data).toMatchObject({ id, rating: 'notUseful' })
    expect((await ask()).data.suggestion).toMatchObject({ id, rating: 'notUseful' })
  })
  it('[EMR-13~] a signed note is asked about no more', async () => {
    const done = await clinic.signed({ pid: members.wu })
    expect((await clinic.post(lin, 'aiSuggestion', { pid: done.pid, qid: done.qid, noteId: done.id })).code).toBe(
      'NOTE_SIGNED',
    )
  })
})

describe('a provider that is none', () => {
  it('[EMR-13~] streams nonsense without an end: the line is hung up on, and that is told', async () => {
    let over = () => {}
    const hungUp = new Promise<void>((resolve) => {
      over = resolve
    })
    const babbler = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.on('close', () => over())
      const on = (): void => {
        while (!response.destroyed && response.write('data: {"choices":[{"delta":{"content":"嗶"}}]}\n\n'));
        if (!response.destroyed) response.once('drain', on)
      }
      on()
    })
    await new Promise<void>((resolve) => babbler.listen(0, '127.0.0.1', resolve))
    const { port } = babbler.address() as AddressInfo
    const { openAiCompatible } = await import('../ai/provider.ts')
    const said = await openAiCompatible({ url: `http://127.0.0.1:${port}`, key: '', model: 'x' }).ask({
      system: '',
      text: '',
    })
    expect(said).toMatchObject({ ok: false, reason: 'TOO_LONG' })
    await hungUp
    await new Promise((resolve) => babbler.close(resolve))
  })
  it('[EMR-13~] without one the panel is told so, and nothing of the note is made ready', async () => {
    const bare = await openClinic()
    const draft = await bare.draft()
    const body = { pid: draft.pid, qid: draft.qid, noteId: draft.id }
    expect((await bare.post<NoteSuggestion>(lin, 'aiSuggestion', body)).data).toEqual({
      ai: 'missing',
      question: null,
      suggestion: null,
    })
    expect((await bare.post(lin, 'aiSuggestion', { ...body, digest: 'x' })).code).toBe('AI_UNAVAILABLE')
    expect((await bare.post<EmrData>(lin, 'getEmrData', { pid: draft.pid, qid: draft.qid })).data.ai).toBe('missing')
    await bare.stop()
  })
})

describe('what a person is known by', () => {
  it.each([
    ['生於1958年1月2日', '生於○○'],
    ['47/1/2 生', '○○ 生'],
    ['住花蓮縣壽豐鄉中山路一段 12 號', '○○'],
    ['電話 (02) 234-5678 轉 9', '電話 (○○轉 9'],
    ['手機 ０９１２－３４５－６７８', '手機 ○○'],
    ['Ａ１２３４５６７８９', '○○'],
    ['血壓 120/80，體溫 36.5，藥 5 mg 兩次', '血壓 120/80，體溫 36.5，藥 5 mg 兩次'],
    ['走路 30 分鐘，3 天', '走路 30 分鐘，3 天'],
  ])('[EMR-13~] %s', (text, clean) => {
    expect(withoutIdentifiers(text, [{ name: '吳秀鳳', others: birthdayForms('1958-01-02') }])).toBe(clean)
  })
})
