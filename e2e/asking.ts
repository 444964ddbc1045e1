import { addDays } from '@teleward/contract/core/dates.ts'
import { PASSWORD } from './people.ts'
import type { TestServer } from './server.ts'
import { timezoneId, today } from './zone.ts'

/** A person has one session on each kind of device: this one stands beside a browser's. */
const PHONE = 1

export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>

/** Signs in without a browser: what a journey needs to be there before it begins is asked for by the same front door. */
export async function asking(server: Pick<TestServer, 'url'>, account: string): Promise<Ask> {
  const send = async (method: string, path: string, body: unknown, token = '') => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as { status: string; data?: unknown; token?: string }
  }
  const { token = '' } = await send('POST', '/his/user/login', { id: account, pwd: PASSWORD, device_type: PHONE })
  return async <T>(method: string, path: string, body?: unknown) => {
    const said = await send(method, path, body, token)
    if (said.status !== 'OK') throw new Error(`${method} ${path}: ${JSON.stringify(said).slice(0, 300)}`)
    return (said.data ?? said) as T
  }
}

export interface Booked {
  qid: number
  date: string
  slot: string
  version: number
  fee: number
}
interface Free {
  days: { date: string; sessions: { interval: number; site: string; places: { at: string; free: number }[] }[] }[]
}
export interface Place {
  date: string
  interval: number
  /** By the institution's clock, as a booking names it. */
  time: string
}
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezoneId, hour: '2-digit', minute: '2-digit' })
/** When a doctor still has room, from some day ahead to another. */
export async function placesOf(ask: Ask, did: number, from: number, to: number): Promise<Place[]> {
  const span = `from=${addDays(today(), from)}&to=${addDays(today(), to)}`
  const free = await ask<Free>('GET', `/his/api/freetimes/${did}?${span}`)
  return free.days.flatMap(({ date, sessions }) =>
    sessions
      .filter(({ site }) => site !== 'onsite')
      .flatMap(({ interval, places }) =>
        places.filter((one) => one.free > 0).map(({ at }) => ({ date, interval, time: clock.format(new Date(at)) })),
      ),
  )
}
