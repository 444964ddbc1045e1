import type { CaseDetail, CaseRow, CrmConfig, Suggestion } from '@teleward/contract/crm/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutIdentifiers } from '../ai/anonymous.ts'
import { openOutside, type Outside } from '../outbox/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { type Desk, openDesk, WU } from './fixture.ts'

let outside: Outside
let desk: Desk
let sn: number
const PATH = '/ai/v1/chat/completions'
const answers = (text: string) => ({ body: { model: 'tiny-1', choices: [{ message: { content: text } }] } })
beforeAll(async () => {
  outside = await openOutside()
  desk = await openDesk({ env: { AI_URL: `${outside.url}/ai/v1`, AI_KEY: 'ai-key', AI_MODEL: 'tiny' } })
  const title = '吳秀鳳詢問血壓藥'
  sn = (await desk.as<CaseRow>('tsai', 'createSN', { pid: WU, title, type: 'consultation' })).data.sn
  const text = '吳女士(F224736527, 1958-01-02)說 0912-345-601 打不通，秀鳳的兒子 son@example.org 來電，血壓 150/95'
  // Whoever wrote any of the notes may be named in another.
  await desk.as('admin', 'createSND', { sn, text: `${await nameOf('admin')}已回電` })
  await desk.as('liu', 'createSND', { sn, text })
}, 120_000)
afterAll(async () => {
  await desk?.stop()
  await outside?.close()
})
const nameOf = async (account: string) =>
  (await desk.data.db.system.read(sql<{ name: string }>`select name from staff where account = ${account}`))[0]?.name ??
  ''
const allow = (aiAllowed: boolean) =>
  desk.data.db.system.tx((tx) =>
    tx.run(sql`update partner set settings = settings || ${JSON.stringify({ aiAllowed })}::jsonb where id = 1`),
  )
const ask = (who: Parameters<Desk['as']>[0] = 'tsai', body: object = { sn }) =>
  desk.as<Suggestion>(who, 'snAiSuggestion', body)
const config = async () => (await desk.as<CrmConfig>('tsai', 'getCrmConfig')).data.ai

describe('a suggestion for a case', () => {
  it('[CRM-06] is asked for without who it is about, kept, shown to who asked, and rated', async () => {
    await allow(true)
    expect(await config()).toBe('ready')
    outside.says(PATH, answers('一、回電說明。'))
    const { data, code } = await ask()
    expect([code, data.text, data.model, data.rating]).toEqual(['OK', '一、回電說明。', 'tiny-1', null])
    const sent = outside.asked.at(-1)?.body.toString() ?? ''
    expect(sent).toContain('血壓 150/95')
    for (const secret of [
      '吳秀鳳',
      '秀鳳',
      '吳女士',
      'F224736527',
      '1958-01-02',
      '0912',
      'example.org',
      'M-201',
      'cs.liu',
      await nameOf('admin'),
    ])
      expect(sent, secret).not.toContain(secret)
    const rated = await desk.as<Suggestion>('tsai', 'ratingAiResponse', { id: data.id, rating: 'useful' })
    expect(rated.data.rating).toBe('useful')
    expect((await desk.as<CaseDetail>('tsai', `cases/${sn}`)).data.suggestion).toMatchObject({
      id: data.id,
      rating: 'useful',
    })
    // Somebody else's is neither shown to others nor rated by them.
    expect((await desk.as<CaseDetail>('liu', `cases/${sn}`)).data.suggestion).toBeNull()
    expect((await desk.as('liu', 'ratingAiResponse', { id: data.id, rating: 'notUseful' })).code).toBe('NOT_FOUND')
    expect((await desk.as('tsai', 'ratingAiResponse', { id: data.id, rating: 'great' })).status).toBe(400)
  })
  it('[CRM-06~] nothing leaves the house without the institution’s leave, for a case one does not see, or without the right', async () => {
    const before = outside.asked.length
    await allow(false)
    expect(await config()).toBe('notAllowed')
    expect((await ask()).code).toBe('AI_CONSENT')
    await allow(true)
    expect((await ask('far')).code).toBe('NOT_FOUND')
    expect((await ask('hua')).code).toBe('NOT_FOUND')
    expect((await ask('agent')).code).toBe('FORBIDDEN')
    expect((await ask('ext')).code).toBe('FORBIDDEN')
    expect(outside.asked.length).toBe(before)
  })
  it('[CRM-06~] a provider that fails is told as such, and nothing is kept', async () => {
    const kept = async () =>
      (await desk.data.db.system.read(sql<{ n: number }>`select count(*)::int as n from ai_suggestion`))[0]?.n
    const before = await kept()
    outside.says(PATH, { status: 500 })
    const failed = await ask()
    expect([failed.status, failed.code]).toEqual([502, 'SEND_FAILED'])
    expect(await kept()).toBe(before)
  })
})

describe('a text without who it is about', () => {
  const people = [
    { name: '歐陽娜娜', others: [] },
    { name: 'Maria de los Santos', others: ['W-77120'] },
  ]
  it.each([
    ['歐陽娜娜來電', '○○來電'],
    ['陽娜娜說好', '○○說好'],
    ['maria called about W-77120', '○○ called about ○○'],
    ['+886 912 345 678 及 A123456789', '○○ 及 ○○'],
    ['血壓 120/80，心跳 72', '血壓 120/80，心跳 72'],
  ])('[CRM-06~] %s', (text, said) => {
    expect(withoutIdentifiers(text, people).replace(/○○\s*及/, '○○ 及')).toBe(said)
  })
})
