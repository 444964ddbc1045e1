import type { PartnerSettings } from '@teleward/contract/admin/schema.ts'
import type {
  Feedback,
  InstitutionContact,
  PrivacyStatement,
  StatementTexts,
} from '@teleward/contract/institution/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../auth/fixture.ts'
import { type Desk, openDesk } from '../crm/fixture.ts'
import { sql } from '../platform/db/index.ts'

/** What the staff write to their institution, and what it tells them of their data. */
let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
}, 120_000)
afterAll(() => desk?.stop())

type Who = Parameters<Desk['as']>[0]
const mid = (account: string) => desk.mids[account] ?? 0
const send = <T = unknown>(method: string, path: string, body: object, who: Who) =>
  desk.send(method, `/his/api/${path}`, body, desk.token(who)) as Promise<{
    status: number
    body: { status: string; data: T; fields?: { path: string; code: string }[] }
  }>
async function set(settings: Partial<PartnerSettings>) {
  const [row] = await desk.data.db.system.read(sql<{ version: number }>`select version from partner where id = 1`)
  expect((await send('PUT', 'partners/1', { version: row?.version, settings }, 'admin')).body.status).toBe('OK')
}
const wish = { kind: 'idea', title: '列印', remarks: '門診第三診間', content: '希望可以一次列印多張處方。' }
const write = (who: Who, over: object = {}, headers?: Record<string, string>) =>
  desk.as<Feedback>(who, 'feedbacks', { ...wish, ...over }, headers)
const list = async (who: Who, query = '') => (await desk.as<Feedback[]>(who, `feedbacks${query}`)).data
const letters = () =>
  desk.data.db.system.read(
    sql<{
      recipient: string
      subject: string
      body: string
    }>`select recipient, subject, body from outbox_message where kind = 'feedback' order by created_at`,
  )

describe('[SET-03~] how the institution is reached', () => {
  it('is its telephone and hours by its own clock, and whether it is open now', async () => {
    const contact = async () => (await desk.as<InstitutionContact>('tsai', 'institutioncontact')).data
    expect(await contact()).toMatchObject({ hours: null, open: null, mailed: false, timeZone: 'Asia/Taipei' })
    const every = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }))
    await set({ businessHours: every, feedbackEmail: 'care@example.org' })
    expect(await contact()).toMatchObject({ hours: every, open: true, mailed: true })
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Taipei' }).format(desk.clock.now())
    const past = { date: '2020-01-01', name: '元旦' }
    await set({ holidays: [past, { date: today, name: '補假' }] })
    expect(await contact()).toMatchObject({ open: false, holidays: [{ date: today, name: '補假' }] })
    await set({ holidays: [], businessHours: null, feedbackEmail: null })
    // Another institution has its own.
    expect((await desk.as<InstitutionContact>('hua', 'institutioncontact')).data.name).not.toBe((await contact()).name)
  })
})

describe('[SET-03~] feedback', () => {
  it('asks for title, remarks and content, all at once and each at its field', async () => {
    const empty = await write('lin', { title: '  ', remarks: '\n', content: '' })
    expect([empty.status, empty.code]).toEqual([400, 'TITLE_REQUIRED'])
    expect((empty.body.fields as { path: string; code: string }[]).map(({ path, code }) => [path, code])).toEqual([
      ['title', 'TITLE_REQUIRED'],
      ['remarks', 'REMARKS_REQUIRED'],
      ['content', 'SUGGESTION_REQUIRED'],
    ])
    for (const [field, code] of [
      ['title', 'TITLE_REQUIRED'],
      ['remarks', 'REMARKS_REQUIRED'],
      ['content', 'SUGGESTION_REQUIRED'],
    ] as const) {
      expect((await write('lin', { [field]: '' })).code).toBe(code)
      expect((await write('lin', { [field]: undefined })).code).toBe(code)
    }
    const bad = [
      { title: '字'.repeat(121) },
      { remarks: '字'.repeat(1001) },
      { content: '字'.repeat(4001) },
      { kind: 'x' },
    ]
    for (const over of bad) expect((await write('lin', over)).status, JSON.stringify(over).slice(0, 40)).toBe(400)
    expect(await list('lin')).toEqual([])
  })
  it('is kept as it was written, sent once to the institution’s address, and seen by who wrote it and by its administrators', async () => {
    const { data: quiet } = await write('lin')
    expect(quiet).toMatchObject({ ...wish, mailed: false, answer: null, by: { mid: mid('dr.lin') } })
    expect(await letters()).toEqual([])
    await set({ feedbackEmail: 'care@example.org' })
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const html = '<img src=x onerror=alert(1)>\n.\nRCPT TO:<x@example.com>'
    const both = await Promise.all([1, 2].map(() => write('chen', { title: '=1+1', content: html }, key)))
    expect(new Set(both.map(({ data }) => data?.id).filter(Boolean)).size).toBe(1)
    const made = both.find(({ code }) => code === 'OK')?.data
    expect(made).toMatchObject({ title: '=1+1', content: html, mailed: true })
    const [letter, ...more] = await letters()
    expect(more).toEqual([])
    expect(letter).toMatchObject({ recipient: 'care@example.org', subject: `#${made?.id} =1+1` })
    expect(letter?.body).toContain(html)
    // Whoever wrote sees theirs, an administrator everybody's, and nobody else any.
    expect((await list('chen')).map(({ id }) => id)).toEqual([made?.id])
    expect((await list('admin', '?of=all')).map(({ id }) => id)).toEqual([made?.id, quiet.id])
    expect(await list('tsai')).toEqual([])
    expect((await desk.as('tsai', 'feedbacks?of=all')).code).toBe('NOT_FOUND')
    expect((await desk.as<Feedback[]>('hua', 'feedbacks?of=all')).data ?? []).toEqual([])
  })
  it('is answered by an administrator alone, once at a time, and who wrote it reads the answer and is told', async () => {
    const { data: one } = await write('tsai')
    const tsai = await desk.connect(desk.token('tsai'))
    const answer = (who: Who, over: object = {}) =>
      send<Feedback>('PUT', `feedbacks/${one.id}`, { version: one.version, answer: '下個版本會加入。', ...over }, who)
    for (const who of ['tsai', 'lin'] as const) expect((await answer(who)).body.status).toBe('FORBIDDEN')
    expect((await answer('admin', { answer: ' ' })).body.status).toBe('CONTENT_REQUIRED')
    const both = await Promise.all([answer('admin'), answer('admin', { answer: '另一個答覆' })])
    expect(both.map(({ body }) => body.status).toSorted()).toEqual(['OK', 'VERSION_STALE'])
    await until(
      () =>
        tsai.received.some(
          ({ type, payload }) => type === 'feedback.changed' && payload.id === one.id && payload.version === 2,
        ),
      'word of the answer',
    )
    const [read] = await list('tsai')
    expect(read?.answer?.by.mid).toBe(mid('admin'))
    expect((await list('admin', '?of=all&state=open')).map(({ id }) => id)).not.toContain(one.id)
    expect((await list('admin', '?of=all&state=answered')).map(({ id }) => id)).toEqual([one.id])
    expect((await send('PUT', 'feedbacks/999999', { version: 1, answer: 'x' }, 'admin')).body.status).toBe('NOT_FOUND')
    // What was written is not rewritten, whoever asks.
    await expect(
      desk.data.db.system.tx((tx) => tx.run(sql`update feedback set content = 'x' where id = ${one.id}`)),
    ).rejects.toThrow()
  })
  it('the pages of the list are counted beyond the last one too', async () => {
    const all = await desk.as<Feedback[]>('admin', 'feedbacks?of=all&page=9&pageSize=2')
    expect([all.data, (all.body as { total?: number }).total]).toEqual([[], 3])
  })
})

describe('[SET-03~] the privacy statement', () => {
  const read = async (who: Who, query = '') => (await desk.as<PrivacyStatement>(who, `privacystatements${query}`)).data
  const text = (title: string) => ({ title, sections: [{ heading: '一', text: `${title}的內容` }] })
  const publish = (after: number, texts: object, who: Who = 'admin') =>
    send<{ no: number }>('POST', 'privacystatements', { after, texts }, who)
  const accept = (no: number, who: Who = 'lin') =>
    send<{ acceptedAt: string }>('POST', `privacystatements/${no}/acceptances`, { lang: 'en' }, who)

  it('is the product’s own in three languages, until the institution publishes one', async () => {
    const zh = await read('lin')
    expect(zh).toMatchObject({ no: 0, newest: true, lang: 'zh-TW', title: '隱私權聲明', acceptedAt: null })
    expect(await read('lin', '?lang=en')).toMatchObject({
      lang: 'en',
      title: 'Privacy statement',
      languages: ['zh-TW', 'zh-CN', 'en'],
    })
    expect((await accept(0)).body.status).toBe('OK')
    expect((await read('lin')).acceptedAt).not.toBeNull()
  })
  it('a new version is in force at once, the ones before stay, and what has no such language is shown in the first', async () => {
    const full = (await desk.as<StatementTexts>('admin', 'privacystatements/0')).data
    expect(full.en?.title).toBe('Privacy statement')
    expect((await publish(0, { 'zh-TW': text('院內聲明') })).body).toMatchObject({ status: 'OK', data: { no: 1 } })
    const now = await read('lin', '?lang=en')
    expect(now).toMatchObject({
      no: 1,
      newest: true,
      lang: 'zh-TW',
      languages: ['zh-TW'],
      title: '院內聲明',
      acceptedAt: null,
    })
    expect(now.versions.map(({ no }) => no)).toEqual([1, 0])
    expect(await read('lin', '?v=0&lang=en')).toMatchObject({ no: 0, newest: false, title: 'Privacy statement' })
    expect((await desk.as('lin', 'privacystatements?v=7')).code).toBe('NOT_FOUND')
    // The one before cannot be accepted any more; this one can, and stays accepted as it was first.
    expect((await accept(0)).body.status).toBe('AGREEMENT_REQUIRED')
    const first = (await accept(1)).body.data.acceptedAt
    desk.clock.advance(60_000)
    expect((await accept(1)).body.data.acceptedAt).toBe(first)
    expect((await read('lin')).acceptedAt).toBe(first)
    expect((await read('chen')).acceptedAt).toBeNull()
    // Another institution has its own.
    expect((await read('hua')).no).toBe(0)
  })
  it('is published by an administrator of the whole institution alone, and not over a colleague’s', async () => {
    for (const who of ['lin', 'tsai', 'hua'] as const)
      expect((await publish(1, { 'zh-TW': text('x') }, who)).body.status, who).not.toBe('OK')
    expect((await desk.as('lin', 'privacystatements/1')).code).toBe('FORBIDDEN')
    const both = await Promise.all([publish(1, { 'zh-TW': text('甲') }), publish(1, { 'zh-TW': text('乙') })])
    expect(both.map(({ body }) => body.status).toSorted()).toEqual(['OK', 'VERSION_STALE'])
    for (const texts of [
      {},
      { en: text('x') },
      { 'zh-TW': { title: '', sections: [] } },
      { 'zh-TW': { title: 'x', sections: [] } },
      { 'zh-TW': { title: 'x', sections: [{ heading: 'x', text: ' ' }] } },
      { 'zh-TW': text('x'), fr: text('x'), en: { title: 'x'.repeat(121), sections: [] } },
    ])
      expect((await publish(2, texts)).status, JSON.stringify(texts)).toBe(400)
    await expect(
      desk.data.db.tx(
        { kind: 'staff', partnerId: 1, unitIds: [2], mid: mid('dr.lin'), pid: null, qid: null } as never,
        (tx) =>
          tx.run(sql`insert into privacy_statement (partner_id, no, texts, published_by, published_at)
            values (1, 9, '{"zh-TW": {}}', ${mid('dr.lin')}, now())`),
      ),
    ).rejects.toThrow()
  })
})
