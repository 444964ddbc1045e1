import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { unexplained } from './explained.ts'
import { gate } from '../../scripts/lib/scope.mjs'
import { figure } from '../lib/figures.ts'
import { native } from './native.ts'

/** The matrix runs on the server's modules as Node loads them, with guards that can be taken away: see `guards.ts`. */
type Main = typeof import('./main.ts')
const at = (file: string) => new URL(file, import.meta.url).href
let main: Main
let opened: Awaited<ReturnType<Main['open']>>
let told: Awaited<ReturnType<Main['matrix']>>

beforeAll(async () => {
  const provided = inject('database')
  if (provided.kind !== 'postgres') throw new Error('the harnesses run on a PostgreSQL server')
  const { instrumentServer } = await native<typeof import('./guards.ts')>(at('./guards.ts'))
  instrumentServer()
  main = await native<Main>(at('./main.ts'))
  opened = await main.open(provided.template)
}, 120_000)
afterAll(() => opened?.world.close())

describe('who may do what to whose record', () => {
  it('is said for every definition, and for every field of it that names something', () => {
    expect(opened.lacking).toEqual([])
  })

  // By id, search, list and file, the members' own calls among them. Beside it: who hears of what, hears.test.ts; what is
  // exported, members/export.test.ts; the log, product/log.test.ts and isolation.test.ts; memberships that were disabled,
  // told apart, members/members.test.ts and product/isolation.test.ts.
  it('[API-06~] [MEMB-05] is what the server does: every call, person, place of the record, authorisation and grant', async () => {
    const began = Date.now()
    told = await main.matrix(opened)
    const of = (kind: string) => told.wrong.filter((one) => one.kind === kind).length
    figure('matrix', {
      cells: told.cells,
      allowed: told.allowed,
      refused: told.refused,
      leaks: of('leak') + of('write into another') + of('write after a refusal'),
      'false denials': of('false denial'),
      'wrong codes': of('wrong code'),
      seconds: Math.round((Date.now() - began) / 1000),
    })
    expect(told.wrong.slice(0, 20)).toEqual([])
    expect(told.cells).toBeGreaterThan(10_000)
  })

  // Each check and each atom taken away by itself is the proof's to ask: the gate asks what stands.
  if (!gate)
    it('[MEMB-05~] shows when a check of the service is taken away, or is held by the other access layer', async () => {
      const removed = await main.withoutGuards(opened, told)
      figure('matrix without one check', {
        checks: removed.guards,
        caught: removed.caught.length,
        'caught with the policies off': removed.behind.length,
        'held twice': removed.twice.length,
        'not asked by a call': removed.unasked.length,
      })
      expect(unexplained([...removed.twice, ...removed.unasked])).toEqual([])
    })

  it('[MEMB-05~] the policies alone tell nobody of a foreign record, with every check of the service off', async () => {
    const { cells, leaks } = await main.withoutService(opened)
    figure('matrix behind the service', { cells, leaks: leaks.length })
    expect(leaks.slice(0, 20)).toEqual([])
    expect(cells).toBeGreaterThan(gate ? 500 : 3000)
  })

  it('[MEMB-05~] the statements alone tell nobody of a foreign record, with every policy off', async () => {
    const { cells, leaks } = await main.withoutPolicies(opened)
    figure('matrix before the policies', { cells, leaks: leaks.length })
    expect(leaks.slice(0, 20)).toEqual([])
    expect(cells).toBeGreaterThan(gate ? 500 : 3000)
  })

  it('[MEMB-05~] the conditions of the statements hold table by table', async () => {
    const { cells, leaks, denials } = await main.conditions(opened)
    figure('matrix of the conditions', { cells, leaks: leaks.length, 'false denials': denials.length })
    expect([leaks.slice(0, 10), denials.slice(0, 10)]).toEqual([[], []])
  })

  if (!gate)
    it('[MEMB-05~] each atom of the conditions is needed', async () => {
      const { atoms, survivors } = await main.conditionAtoms(opened)
      figure('matrix of the conditions, opened', { atoms, survivors: survivors.length })
      expect(survivors).toEqual([])
    })

  it('[MEMB-05~] the policies hold table by table', async () => {
    const { cells, leaks, denials, empty } = await main.behind(opened)
    figure('matrix of the policies', { cells, leaks: leaks.length, 'false denials': denials.length })
    expect([leaks.slice(0, 10), denials.slice(0, 10), empty]).toEqual([[], [], []])
  })

  if (!gate)
    it('[MEMB-05~] each atom of the policies is needed', async () => {
      const { atoms, survivors } = await main.policyAtoms(opened)
      figure('matrix of the policies, opened', { atoms, survivors: survivors.length })
      expect(survivors).toEqual([])
    })
})
