import { expect, type Page } from '@playwright/test'
import type { ScreenId } from '../portal/src/shell/screens.ts'
import type { State } from './everyone.ts'
import { goInside } from './inside.ts'
import { still } from './themes.ts'
import type { TestServer } from './server.ts'

/** What every list of states is written with: the ways to a state, and what the demo day has to show. */

export interface Row {
  qid: number
  pid: number
  did: number
  status: string
  noteSigned: boolean
  patient: { authorised: string }
}
export interface Day {
  open: Row
  shut: Row
  signed: Row
}
/** An entry of each kind, as the signed-in person may see them today. */
export async function dayOf(page: Page): Promise<Day> {
  const rows = await page.evaluate(async () => {
    const answer = await fetch('/his/api/getQueues', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ pageSize: 100 }),
    })
    return ((await answer.json()) as { data: Row[] }).data
  })
  const me = await page.evaluate(() => (JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { mid?: number }).mid)
  const known = rows.filter((row) => row.patient.authorised === 'authorised' && row.did === me)
  const day = {
    open: known.find((row) => row.status === 'checkedIn' && !row.noteSigned),
    shut: rows.find((row) => row.patient.authorised === 'notAuthorised'),
    signed: known.find((row) => row.noteSigned),
  }
  if (!day.open || !day.shut || !day.signed) throw new Error('the demo day has not each kind of visit')
  return day as Day
}

export type Open = State['open']
export const press =
  (...keys: string[]): Open =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key)
  }
export const click =
  (what: string): Open =>
  async (page) => {
    await page.locator(what).first().click()
  }
export const ready =
  (what: string): Open =>
  async (page) => {
    await expect(page.locator(what).first()).toBeVisible()
  }
/** One after the other. */
export const steps =
  (...all: Open[]): Open =>
  async (page) => {
    for (const one of all) await one(page)
  }

type Way = (page: Page, url: string, path: string) => Promise<unknown>
const by = (way: Way) => (server: TestServer) => {
  return (path: string, what: string): Open =>
    async (page) => {
      await way(page, server.url, path)
      await expect(page.locator(what).first()).toBeVisible()
      await still(page)
    }
}
export const going = by(goInside)
/** Where the page itself is what is looked at, or nothing may be left of what was loaded before. */
export const loading = by((page, url, path) => page.goto(url + path))

/** Refuses one call, as a server in trouble does, until `after`. */
export function refusing(call: string, open: Open): Pick<State, 'open' | 'after'> {
  return {
    open: async (page) => {
      await page.route(call, (route) =>
        route.fulfill({ status: 503, json: { status: 'ERROR', message: '系統忙碌中' } }),
      )
      // What was loaded before would be shown instead of the refusal.
      await page.goto('about:blank')
      await open(page)
    },
    after: (page) => page.unroute(call),
  }
}
/** Of a row or a head: its further steps. */
export const menuOf = (scope: string) => `${scope} [aria-haspopup=menu]`

/** A screen without parameters needs no word of its own: its address is all. */
export const plainState = (server: TestServer, id: ScreenId, path: string): State => ({
  name: id,
  shows: [id],
  open: going(server)(path.replace(/\/\{\w+\?\}/g, ''), '#content > *'),
})
