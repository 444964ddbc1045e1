import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { localDay } from '@teleward/contract/core/zone.ts'
import type { getStatements } from '@teleward/contract/settlement/endpoints.ts'
import { monthAfter } from '@teleward/contract/core/dates.ts'
import { lacksBank, settleOn, statementStates } from '@teleward/contract/settlement/rules.ts'
import type { Statement, StatementDetail, StatementSums } from '@teleward/contract/settlement/schema.ts'
import { settingsOf } from '../partners/settings.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { type Currency, endOfMonth, monthOf, type Pending, pending, spanOf } from './pending.ts'
import { rateTable } from './rates.ts'
import * as repo from './repo.ts'

/** Whoever looks at statements or settles them. */
export type Settler = Pick<StaffActor, 'mid' | 'partnerId' | 'timeZone' | 'rights'>
export interface Asking {
  read: Read
  who: Settler
  now: Date
}
type Filters = Omit<EndpointParsed<typeof getStatements>['query'], 'page' | 'pageSize' | 'sort'>

interface House {
  settlementDay: 10 | 15
  /** Minor units, of whatever currency. */
  cost: number
  /** The last month that is written down, the first one that is not, and the running one. */
  last: string | null
  open: string
  running: string
}
/** Of who never closed a month, none is written down. */
const FIRST = '1900-01'
async function houseOf({ read, who, now }: Asking): Promise<House> {
  const [row] = await read(sql<{ settings: unknown }>`select p.settings from partner p where p.id = ${who.partnerId}`)
  const { settlementDay, transferCost } = settingsOf(row?.settings)
  const last = await repo.lastClosed(read, who.partnerId)
  const running = monthOf(now, who.timeZone)
  return { settlementDay, cost: transferCost * 100, running, last, open: last ? monthAfter(last) : FIRST }
}

/** What a row pays out: what is not above the cost of its transfer is carried, and paid out with another month. */
function worth(row: repo.StatementRow, { cost }: House): Pick<Statement, 'cost' | 'carries' | 'payout'> {
  const total = row.share + row.adjustment
  if (row.state === 'carried') return { cost: 0, carries: total, payout: 0 }
  const settled = row.fixedCost === null ? null : row.fixedCost + row.extraCost
  if (settled !== null) return { cost: settled, carries: 0, payout: total - settled }
  return total > cost ? { cost, carries: 0, payout: total - cost } : { cost: 0, carries: total, payout: 0 }
}
export const idOf = ({ month, mid, currency }: { month: string; mid: number; currency: string }) =>
  `${month}-${mid}-${currency}`
function shown(row: repo.StatementRow, house: House): Statement {
  const { uuid: _u, total: _t, fixedCost: _f, extraCost: _e, ...rest } = row
  return {
    ...rest,
    id: idOf({ month: row.month, mid: row.staff.mid, currency: row.currency }),
    net: row.gross - row.paymentFee,
    ...worth(row, house),
    oneHand: row.paidBy !== null && row.paidBy.mid === row.confirmedBy?.mid,
  }
}

/** The institution's by `fee.partner`, one's own by `fee.own`; who has neither has none (`nothing`). */
function scopeOf(who: Settler, own: boolean): { mid?: number; nothing?: true } {
  if (!own && who.rights['fee.partner'] === 'y') return {}
  return who.rights['fee.own'] === 'y' ? { mid: who.mid } : { mid: who.mid, nothing: true }
}

interface Forecast {
  row: repo.StatementRow
  lines: Pending[]
  carried: repo.Owed[]
}
/** A month that is not over, by what is paid and done so far, what corrections wait in it and what closed months carry into it. */
async function forecast(ask: Asking, house: House, month: string, mid: number | undefined): Promise<Forecast[]> {
  const { read, who } = ask
  const { partnerId, timeZone: zone } = who
  const rateAt = await rateTable(read, partnerId)
  const today = localDay(ask.now, zone)
  const day = settleOn(month, house.settlementDay)
  const [rows, waiting, owed] = await Promise.all([
    pending(read, { partnerId, zone, rateAt, mid, ...spanOf(month, zone, month !== house.open) }),
    repo.statements(read, { partnerId, mid, month, today }),
    // The next month that is closed takes it all.
    month === house.open ? repo.owedTo(read, partnerId, month, mid) : [],
  ])
  const keyOf = (row: { mid: number; currency: string }) => `${row.mid}-${row.currency}`
  const carriedTo = Map.groupBy(owed, keyOf)
  const groups = new Map<string, Pending[]>(
    [...waiting.map(({ staff: { mid }, currency }) => ({ mid, currency })), ...owed].map((one) => [keyOf(one), []]),
  )
  for (const [key, of] of Map.groupBy(rows, keyOf)) groups.set(key, of)
  const known = await repo.people(read, partnerId, [...new Set([...rows, ...owed].map((row) => row.mid))], day)
  return [...groups].flatMap(([key, lines]): Forecast[] => {
    const there = waiting.find(({ staff, currency }) => `${staff.mid}-${currency}` === key)
    const [of = '', currency = 'TWD'] = key.split('-')
    const person = there ?? known.find(({ staff }) => staff.mid === Number(of))
    if (!person) return []
    const sum = (of: (line: Pending) => number) => lines.reduce((all, line) => all + of(line), 0)
    const carried = carriedTo.get(key) ?? []
    return [
      {
        lines,
        carried,
        row: {
          ...(there ?? BLANK),
          month,
          staff: person.staff,
          bank: person.bank,
          currency: currency as Currency,
          settleOn: day,
          state: 'open',
          visits: (there?.visits ?? 0) + new Set(lines.map(({ qid }) => qid)).size,
          gross: (there?.gross ?? 0) + sum(({ gross }) => gross),
          paymentFee: (there?.paymentFee ?? 0) + sum(({ paymentFee }) => paymentFee),
          platformFee: (there?.platformFee ?? 0) + sum(({ platformFee }) => platformFee),
          share: (there?.share ?? 0) + sum(({ share }) => share),
          adjustment: (there?.adjustment ?? 0) + carried.reduce((all, { total }) => all + total, 0),
        },
      },
    ]
  })
}
const BLANK = {
  uuid: '',
  adjustment: 0,
  confirmedBy: null,
  confirmedAt: null,
  paidBy: null,
  paidAt: null,
  reference: null,
  failure: null,
  questions: 0,
  version: 0,
  total: null,
  fixedCost: null,
  extraCost: 0,
}

interface Selected {
  house: House
  month: string | undefined
  rows: Statement[]
}
/** All that a filter finds: of a month some hundreds at most. */
async function selected(
  ask: Asking,
  { own, month: asked, currency, state, unit, who: of }: Filters,
): Promise<Selected> {
  const { read, who, now } = ask
  const scope = scopeOf(who, own)
  const house = await houseOf(ask)
  const month = asked ?? (scope.mid === undefined ? (house.last ?? house.running) : undefined)
  const mid = scope.mid ?? of
  if (scope.nothing || (scope.mid !== undefined && of !== undefined && of !== scope.mid))
    return { house, month, rows: [] }
  const ahead = month === undefined ? [house.running] : month >= house.open && month <= house.running ? [month] : []
  const today = localDay(now, who.timeZone)
  const [written, ...forecasts] = await Promise.all([
    repo.statements(read, { partnerId: who.partnerId, mid, month, currency, state, unit, today }),
    ...ahead.map((one) => forecast(ask, house, one, mid)),
  ])
  const foreseen = forecasts
    .flat()
    .filter(
      ({ row, lines }) =>
        (!currency || row.currency === currency) &&
        (!state || state === 'open') &&
        (!unit || lines.some(({ unitId }) => unitId === unit)),
    )
  const rows = [
    ...foreseen.map(({ row }) => row),
    ...written.filter((row) => !(row.state === 'open' && ahead.includes(row.month))),
  ]
  return { house, month, rows: rows.map((row) => shown(row, house)) }
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
const orders: Record<string, (row: Statement) => string | number> = {
  month: (row) => row.month,
  who: (row) => row.staff.name,
  visits: (row) => row.visits,
  gross: (row) => row.gross,
  payout: (row) => row.payout,
  state: (row) => statementStates.indexOf(row.state),
}
const standing = (a: Statement, b: Statement) =>
  compare(b.month, a.month) ||
  compare(lacksBank(a) ? 0 : 1, lacksBank(b) ? 0 : 1) ||
  compare(a.staff.name, b.staff.name) ||
  compare(a.staff.mid, b.staff.mid) ||
  // Sums of two currencies are told by size by nobody.
  compare(b.currency, a.currency)

export async function statements(ask: Asking, query: EndpointParsed<typeof getStatements>['query']) {
  const { sort, page, pageSize, ...filters } = query
  const { rows } = await selected(ask, filters)
  const by = sort && orders[sort.replace('-', '')]
  const sign = sort?.startsWith('-') ? -1 : 1
  const sorted = rows.toSorted((a, b) => {
    if (!by) return standing(a, b)
    const money = sort.endsWith('gross') || sort.endsWith('payout')
    return (money ? compare(b.currency, a.currency) : 0) || sign * compare(by(a), by(b)) || standing(a, b)
  })
  return { data: sorted.slice((page - 1) * pageSize, page * pageSize), page, pageSize, total: rows.length }
}

export async function sums(ask: Asking, filters: Filters): Promise<StatementSums> {
  const { house, month, rows } = await selected(ask, filters)
  const zone = ask.who.timeZone
  const currencies = (['TWD', 'CNY'] as const).flatMap((currency): StatementSums['currencies'] => {
    const of = rows.filter((row) => row.currency === currency)
    if (of.length === 0) return []
    const sum = (value: (row: Statement) => number) => of.reduce((all, row) => all + value(row), 0)
    return [
      {
        currency,
        people: new Set(of.map(({ staff }) => staff.mid)).size,
        visits: sum((row) => row.visits),
        gross: sum((row) => row.gross),
        paymentFee: sum((row) => row.paymentFee),
        net: sum((row) => row.net),
        platformFee: sum((row) => row.platformFee),
        share: sum((row) => row.share),
        adjustment: sum((row) => row.adjustment),
        carries: sum((row) => row.carries),
        cost: sum((row) => row.cost),
        payout: sum((row) => row.payout),
        noBank: of.filter(lacksBank).length,
      },
    ]
  })
  const closed = month !== undefined && month < house.open
  return {
    month: month ?? null,
    closed,
    endsAt: month === undefined ? null : endOfMonth(month, zone).toISOString(),
    settleOn: month === undefined ? null : settleOn(month, house.settlementDay),
    currencies,
    late: closed ? await late(ask, house, month, filters) : [],
  }
}

/** Visits up to the end of a closed month whose money, or what went back of it, came after it. */
async function late(ask: Asking, house: House, month: string, { own, currency, unit, who: of }: Filters) {
  const { read, who } = ask
  const { partnerId, timeZone: zone } = who
  const end = endOfMonth(month, zone)
  const scope = scopeOf(who, own)
  if (scope.nothing) return []
  const mid = scope.mid ?? of
  const rateAt = await rateTable(read, partnerId)
  const rows = (await pending(read, { partnerId, zone, rateAt, mid, ...spanOf(house.running, zone) })).filter(
    (row) =>
      new Date(row.visitAt) < end &&
      row.gross !== 0 &&
      (!unit || row.unitId === unit) &&
      (!currency || row.currency === currency),
  )
  return (['TWD', 'CNY'] as const).flatMap((one) => {
    const found = rows.filter((row) => row.currency === one)
    return found.length === 0
      ? []
      : [{ currency: one, visits: found.length, gross: found.reduce((all, { gross }) => all + gross, 0) }]
  })
}

/** `2026-10-500-TWD`, in the caller's institution. */
export function nameOf({ partnerId }: Settler, id: string): repo.Named {
  const [year, month, mid, currency = ''] = id.split('-')
  return { partnerId, month: `${year}-${month}`, mid: Number(mid), currency }
}
/** NOT_FOUND: none, or somebody else's whom the caller does not settle. */
export async function oneStatement(ask: Asking, id: string): Promise<StatementDetail> {
  const { read, who, now } = ask
  const name = nameOf(who, id)
  const { mid: only, nothing } = scopeOf(who, false)
  if (nothing || (only !== undefined && only !== name.mid)) throw new AppError('NOT_FOUND')
  const house = await houseOf(ask)
  const { mid, month, currency, partnerId } = name
  const [row] = await repo.statements(read, {
    partnerId,
    mid,
    month,
    currency,
    today: localDay(now, who.timeZone),
  })
  if (month >= house.open && month <= house.running) {
    const found = (await forecast(ask, house, month, mid)).find((one) => one.row.currency === currency)
    if (!found) throw new AppError('NOT_FOUND')
    const written = row ? await repo.lines(read, row.uuid) : []
    return {
      ...shown(found.row, house),
      lines: [...found.carried.map(asCarried), ...found.lines.map(asForeseen), ...written],
      payouts: [],
    }
  }
  if (!row) throw new AppError('NOT_FOUND')
  const [lines, payouts] = await Promise.all([repo.lines(read, row.uuid), repo.payouts(read, row.uuid)])
  return { ...shown(row, house), lines, payouts }
}
const UNWRITTEN = { id: null, reason: null, about: null, by: null, at: null, remarks: [] }
const asCarried = ({ total, month }: repo.Owed): StatementDetail['lines'][number] => ({
  ...UNWRITTEN,
  kind: 'carried',
  qid: null,
  visitAt: null,
  patient: null,
  rate: null,
  gross: 0,
  paymentFee: 0,
  net: 0,
  platformFee: 0,
  share: 0,
  adjustment: total,
  about: month,
})
const asForeseen = (line: Pending): StatementDetail['lines'][number] => ({
  ...UNWRITTEN,
  kind: line.kind,
  qid: line.qid,
  visitAt: new Date(line.visitAt).toISOString(),
  patient: line.patient,
  rate: line.rate,
  gross: line.gross,
  paymentFee: line.paymentFee,
  net: line.gross - line.paymentFee,
  platformFee: line.platformFee,
  share: line.share,
  adjustment: 0,
})
