import type { CaseCounts, CaseRow } from '@teleward/contract/crm/schema.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readXlsx } from '../platform/xlsx/read.ts'
import { CHANG, type Desk, openDesk, WU } from './fixture.ts'

/** What a row of the list tells, and what narrows it. */
let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
}, 120_000)
afterAll(() => desk?.stop())

const mid = (account: string) => desk.mids[account] ?? 0
type Who = Parameters<Desk['as']>[0]
const open = async (wish: object) => (await desk.as<CaseRow>('tsai', 'createSN', wish)).data
const step = (who: Who, { sn, version }: CaseRow, action: string, more: object = {}) =>
  desk.as<CaseRow>(who, 'updateSN', { sn, version, action, ...more })
const list = async (who: Who, query: object) =>
  (await desk.as<CaseRow[]>(who, 'getSNs', { pageSize: 200, ...query })).data
const sns = async (who: Who, query: object) => (await list(who, query)).map(({ sn }) => sn)

it('[CRM-01] a row has title, type, owner, note, from and to whom it went, and state; each filter narrows the list, and the totals of open and closed with it', async () => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Taipei' }).format(desk.clock.now())
  await open({ pid: WU, title: '詢問衛教單張', type: 'other', origin: 'phone' })
  const one = await open({ pid: CHANG, title: '轉診的藥單', type: 'family', origin: 'counter' })
  await step('tsai', one, 'assign', { to: mid('cs.liu') })
  const noted = (await desk.as<CaseRow>('liu', 'createSND', { sn: one.sn, text: '已寄出藥單' })).data
  const only = { q: '轉診的藥單' }
  expect(await list('tsai', only)).toMatchObject([
    {
      sn: one.sn,
      title: '轉診的藥單',
      type: 'family',
      owner: { mid: mid('cs.liu') },
      lastNote: { text: '已寄出藥單', by: { mid: mid('cs.liu') } },
      assigned: { from: { mid: mid('case.tsai') }, to: { mid: mid('cs.liu') } },
      state: 'open',
    },
  ])
  const totals = async (filter: object) => {
    const { running, closed } = (await desk.as<CaseCounts>('tsai', 'fetchSRQuantity', { ...only, ...filter })).data
    return [running, closed]
  }
  const eve = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const kept = [{ type: 'family' }, { origin: 'counter' }, { pid: CHANG }, { unit: 2 }, { from: day }, { to: day }]
  const left = [
    { type: 'other' },
    { origin: 'phone' },
    { pid: WU },
    { q: '沒有的' },
    { from: '2099-01-01' },
    { to: eve },
  ]
  for (const filter of kept) {
    expect(await sns('tsai', { ...only, ...filter }), JSON.stringify(filter)).toEqual([one.sn])
    expect(await totals(filter), JSON.stringify(filter)).toEqual([1, 0])
  }
  for (const filter of left) {
    expect(await sns('tsai', { ...only, ...filter }), JSON.stringify(filter)).toEqual([])
    expect(await totals(filter), JSON.stringify(filter)).toEqual([0, 0])
  }
  for (const [filter, there] of [
    [{ owner: mid('cs.liu') }, [one.sn]],
    [{ owner: mid('case.tsai') }, []],
    [{ assigned: 'none' }, []],
    [{ state: 'open' }, [one.sn]],
    [{ state: 'finished' }, []],
  ] as const)
    expect(await sns('tsai', { ...only, ...filter }), JSON.stringify(filter)).toEqual(there)
  const over = (await step('liu', noted, 'finish', { text: '完成' })).data
  expect((await step('liu', over, 'close')).data.state).toBe('closed')
  expect(await totals({})).toEqual([0, 1])
  expect(await sns('tsai', only)).toEqual([])
  expect(await sns('tsai', { ...only, state: 'closed' })).toEqual([one.sn])
})

it('[Mw4] the file says of a case that nobody has what the list says of it', async () => {
  const free = await open({ pid: WU, title: '無人的個案', type: 'other', origin: 'phone' })
  const had = await open({ pid: CHANG, title: '有人的個案', type: 'other', origin: 'phone' })
  await step('tsai', had, 'assign', { to: mid('cs.liu') })
  const answer = await fetch(`${desk.base}/his/api/getSNs?format=xlsx`, {
    method: 'POST',
    headers: { authorization: `Bearer ${desk.token('tsai')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ q: '人的個案' }),
  })
  const [titles = [], ...rows] = (await readXlsx(Buffer.from(await answer.arrayBuffer()))).map(({ cells }) =>
    Array.from(cells, (cell) => cell?.text ?? ''),
  )
  const stateOf = ({ title }: CaseRow) => rows.find((row) => row.includes(title))?.[titles.indexOf('狀態')]
  expect([stateOf(free), stateOf(had)]).toEqual(['未指派', '處理中'])
})
