import { deepStrictEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  ACCESS_TOKEN_MS,
  LOGIN_LOCK_MS,
  LOGIN_TRIES,
  REFRESH_MS,
  REFRESH_RETRY_MS,
} from '@teleward/contract/auth/rules.ts'
import fc from 'fast-check'
import { sql } from '../../server/src/platform/db/index.ts'
import { PASSWORD, type Person, type World } from '../lib/world.ts'
import { leadsTo, type Machine, refused, refusedBut, type Said, type Step } from './machine.ts'
import { sessionSteps, type SessionAction, type SessionState } from './session-table.ts'

/** A and B are browsers, C is a phone: one live session for each kind. */
const devices = ['A', 'B', 'C'] as const
type Device = (typeof devices)[number]
const kindOf: Record<Device, 1 | 3> = { A: 3, B: 3, C: 1 }

/** What a browser holds: the session it was given last, with the number of its newest refresh token. */
interface Held {
  session: number
  state: SessionState
  endedBy: 'otherDevice' | 'reused' | 'other' | null
  access: number
  /** How many refresh tokens were given; the newest was given at `issued`, and lives until `expires`. */
  token: number
  issued: number
  expires: number
}
/** Wrong passwords in a row. */
interface Tries {
  wrong: number
  lockedUntil: number
}
/** A device that signed in before is counted by itself, all others together. */
type Source = Device | 'strangers'
export interface Model {
  tries: Record<Source, Tries>
  held: Record<Device, Held>
  sessions: number
  now: number
}
interface Tokens {
  access: string
  refresh: string[]
}
export interface Real {
  world: World
  person: Person
  deviceTokens: Record<Device, string>
  tokens: Record<Device, Tokens>
}
const nothing: Held = { session: 0, state: 'signedOut', endedBy: null, access: 0, token: 0, issued: 0, expires: 0 }

/** Where the session table leads from this state; a step that it does not have is a mistake of the model. */
function target(action: SessionAction, from: SessionState): SessionState {
  const rule = sessionSteps[action]
  if (!(rule.from as readonly SessionState[]).includes(from)) throw new Error(`no ${action} from ${from}`)
  return rule.to
}
const hold = (model: Model, device: Device, change: Partial<Held>): Model => ({
  ...model,
  held: { ...model.held, [device]: { ...model.held[device], ...change } },
})
const none: Tries = { wrong: 0, lockedUntil: 0 }
const sourceOf = ({ held }: Model, device: Device): Source => (held[device].session === 0 ? 'strangers' : device)
const tried = (model: Model, source: Source, tries: Tries): Model => ({
  ...model,
  tries: { ...model.tries, [source]: tries },
})

const signIn = (device: Device, right: boolean): Step<Model, Real> => ({
  name: `${device} signs in${right ? '' : ' with a wrong password'}`,
  said(model) {
    const source = sourceOf(model, device)
    const { lockedUntil } = model.tries[source]
    if (lockedUntil > model.now) return refused('LOGIN_LOCKED')
    // The lock that is over takes its count with it.
    const wrong = (lockedUntil ? 0 : model.tries[source].wrong) + 1
    if (!right) {
      if (wrong < LOGIN_TRIES) return refusedBut(tried(model, source, { wrong, lockedUntil: 0 }), 'WRONG_PASSWORD')
      return refusedBut(tried(model, source, { wrong, lockedUntil: model.now + LOGIN_LOCK_MS }), 'LOGIN_LOCKED')
    }
    let next: Model = { ...tried(model, source, none), sessions: model.sessions + 1 }
    // What strangers tried is forgotten when the owner is in, but not their lock while it runs.
    if (next.tries.strangers.lockedUntil <= model.now) next = tried(next, 'strangers', none)
    for (const other of devices)
      if (kindOf[other] === kindOf[device] && next.held[other].state === 'active')
        next = hold(next, other, { state: target('forcedOut', 'active'), endedBy: 'otherDevice' })
    return leadsTo(
      hold(next, device, {
        session: next.sessions,
        state: target('signIn', 'signedOut'),
        endedBy: null,
        access: model.now + ACCESS_TOKEN_MS,
        token: 1,
        issued: model.now,
        expires: model.now + REFRESH_MS,
      }),
    )
  },
  async done({ world, person, deviceTokens, tokens }) {
    const answer = await world.ask('POST', '/his/user/login', {
      id: person.account,
      pwd: right ? PASSWORD : 'no such password',
      device_token: deviceTokens[device],
      device_type: kindOf[device],
    })
    if (answer.code === 'OK') {
      const body = JSON.parse(answer.text) as { token: string; refresh_token: string }
      // Two tabs that sign in at once: the first of the two sessions is over when its answer comes, and whoever holds
      // the second keeps it. The tables know browsers, not tabs.
      if ((await isLive(world, body.token)) || !(await isLive(world, tokens[device].access)))
        tokens[device] = { access: body.token, refresh: [body.refresh_token] }
    }
    return answer.code
  },
})
async function isLive(world: World, access: string): Promise<boolean> {
  const claims = access.split('.')[1]
  if (!claims) return false
  const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string }
  const [row] = await world.rows(
    sql<{ live: boolean }>`select ended_at is null as live from session where sid = ${sid}`,
  )
  return row?.live === true
}

const call = (device: Device): Step<Model, Real> => ({
  name: `${device} asks something`,
  idle: ({ held }) => held[device].session === 0,
  said(model, seen) {
    // It was sent with the token of then: the session it belongs to may have been replaced.
    const held = model.held[device].session === seen.held[device].session ? model.held[device] : undefined
    // Long after it, the key that signed it is gone as well, and the token is one of nobody's.
    if (seen.held[device].access <= model.now) return refused('TOKEN_EXPIRED', 'UNAUTHENTICATED')
    return held?.state === 'active' ? leadsTo(model) : refused('ERROR_TOKEN')
  },
  async done({ world, tokens }) {
    const { code } = await world.ask('GET', `/his/api/userinfo/${kindOf[device]}`, undefined, {
      token: tokens[device].access,
    })
    return code
  },
})

/** `back`: 0 the newest refresh token, 1 the one before it. */
const refresh = (device: Device, back: number, foreign = false): Step<Model, Real> => ({
  name: `${device} refreshes${back ? ` with an older token` : ''}${foreign ? ' from another device' : ''}`,
  idle: ({ held }) => held[device].session === 0 || held[device].token <= back,
  said(model, seen): Said<Model> {
    const held = model.held[device]
    const replaced = held.session !== seen.held[device].session
    if (replaced || held.state !== 'active') {
      const by = replaced ? 'other' : held.endedBy
      return refused(
        ...(replaced
          ? ['REFRESH_EXPIRED', 'REPEAT_LOGIN']
          : [by === 'otherDevice' ? 'REPEAT_LOGIN' : by === 'reused' ? 'REFRESH_REUSED' : 'REFRESH_EXPIRED']),
      )
    }
    if (foreign) return refused('DEVICE_MISMATCH')
    const behind = held.token - (seen.held[device].token - back)
    if (behind === 0) {
      if (held.expires <= model.now)
        return refusedBut(
          hold(model, device, { state: target('expired', 'refreshing'), endedBy: 'other' }),
          'REFRESH_EXPIRED',
        )
      return leadsTo(
        hold(model, device, {
          state: target('renewed', target('expire', 'active')),
          access: model.now + ACCESS_TOKEN_MS,
          token: held.token + 1,
          issued: model.now,
          expires: model.now + REFRESH_MS,
        }),
      )
    }
    // The answer may have been lost: the same token again, soon, and before the next one was used.
    if (behind === 1 && model.now - held.issued <= REFRESH_RETRY_MS)
      return leadsTo(hold(model, device, { access: model.now + ACCESS_TOKEN_MS }))
    return refusedBut(
      hold(model, device, { state: target('reused', 'refreshing'), endedBy: 'reused' }),
      'REFRESH_REUSED',
    )
  },
  async done({ world, deviceTokens, tokens }, seen) {
    const mine = tokens[device]
    const at = seen.held[device].token - 1 - back
    const answer = await world.ask<{ access_token: string; refresh_token: string }>('POST', '/his/user/refresh', {
      refresh_token: mine.refresh[at] ?? 'none',
      device_token: foreign ? randomUUID() : deviceTokens[device],
    })
    if (answer.code === 'OK') {
      mine.access = answer.data.access_token
      const given = mine.refresh.indexOf(answer.data.refresh_token)
      if (given < 0) mine.refresh.push(answer.data.refresh_token)
      else if (given !== at + 1) throw new Error('an older refresh token was given again')
    }
    return answer.code
  },
})

const signOut = (device: Device): Step<Model, Real> => ({
  name: `${device} signs out`,
  idle: ({ held }) => held[device].session === 0,
  said(model, seen) {
    const asked = call(device).said(model, seen)
    return asked.ok ? leadsTo(hold(model, device, { state: target('signOut', 'active'), endedBy: 'other' })) : asked
  },
  done: async ({ world, tokens }) =>
    (await world.ask('POST', '/his/api/logout', {}, { token: tokens[device].access })).code,
})

const pass = (ms: number): Step<Model, Real> => ({
  name: `${ms / 1000} s pass`,
  alone: true,
  said(before) {
    const now = before.now + ms
    let next: Model = { ...before, now }
    // The hourly sweep ends what ran out; whether it came by is seen by how the session ended, not whether.
    for (const device of devices)
      if (next.held[device].state === 'active' && next.held[device].expires <= now)
        next = hold(next, device, { state: target('expired', 'refreshing'), endedBy: 'other' })
    return leadsTo(next)
  },
  async done({ world }) {
    world.clock.advance(ms)
    await world.fire()
    return 'OK'
  },
})

const device = fc.constantFrom<Device>('A', 'A', 'B', 'C')
export const session = (world: World): Machine<Model, Real> => ({
  name: 'session',
  begin: fc.constant({
    tries: { strangers: none, A: none, B: none, C: none },
    held: { A: nothing, B: nothing, C: nothing },
    sessions: 0,
    now: 0,
  }),
  step: fc.oneof(
    { weight: 4, arbitrary: device.map((one) => signIn(one, true)) },
    { weight: 2, arbitrary: device.map((one) => signIn(one, false)) },
    { weight: 4, arbitrary: device.map(call) },
    { weight: 5, arbitrary: device.map((one) => refresh(one, 0)) },
    { weight: 2, arbitrary: device.map((one) => refresh(one, 1)) },
    { weight: 1, arbitrary: device.map((one) => refresh(one, 0, true)) },
    { weight: 1, arbitrary: device.map(signOut) },
    { weight: 3, arbitrary: fc.constantFrom(3000, 8000, 5 * 60_000, 16 * 60_000, 13 * 3_600_000).map(pass) },
  ),
  async open() {
    const person = await world.person()
    await world.run(
      sql`update session set ended_at = ${world.clock.now()}, end_reason = 'signedOut' where sid = ${person.sid}`,
    )
    // One address for everybody here: its own limit is for another test.
    await world.run(sql`delete from address_limit`)
    const nobody = { access: '', refresh: [] }
    return {
      world,
      person,
      deviceTokens: { A: randomUUID(), B: randomUUID(), C: randomUUID() },
      tokens: { A: nobody, B: nobody, C: nobody },
    }
  },
  async compare(model, { person, tokens, deviceTokens }) {
    const rows = await world.rows(sql<{ type: number; live: number }>`
      select device_type as type, count(*)::int as live from session
      where mid = ${person.mid} and ended_at is null and expires_at > ${world.clock.now()} group by device_type order by device_type`)
    const live = (type: number) => devices.filter((one) => kindOf[one] === type && model.held[one].state === 'active')
    deepStrictEqual(
      [1, 3].map((type) => rows.find((row) => row.type === type)?.live ?? 0),
      [1, 3].map((type) => live(type).length),
      'live sessions of each kind of device',
    )
    deepStrictEqual(live(3).length <= 1, true, 'two browsers are signed in')
    const [counted] = await world.rows(sql<{ failed: number }>`
      select failed_attempts as failed from staff_credential where mid = ${person.mid}`)
    deepStrictEqual(counted?.failed, model.tries.strangers.wrong, 'wrong passwords of strangers counted')
    const known = await world.rows(sql<{ token: string; failed: number }>`
      select device_token as token, failed_attempts as failed from staff_device where mid = ${person.mid}`)
    for (const one of devices)
      deepStrictEqual(
        known.find(({ token }) => token === deviceTokens[one])?.failed ?? 0,
        model.tries[one].wrong,
        `wrong passwords of ${one} counted`,
      )
    // What each browser is told now is what the table says of it.
    for (const one of devices) {
      if (!model.held[one].session) continue
      const said = call(one).said(model, model)
      const { code } = await world.ask('GET', `/his/api/userinfo/${kindOf[one]}`, undefined, {
        token: tokens[one].access,
      })
      deepStrictEqual(said.ok ? code === 'OK' : said.codes.includes(code), true, `${one} is told ${code}`)
    }
  },
})
