import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import fc from 'fast-check'
import {
  admitted,
  bearer,
  type Cell,
  cookieOf,
  expectedOf,
  nameOf,
  put,
  requestOf,
  startOf,
  type Who,
} from '../matrix/cells.ts'
import { people } from '../matrix/people.ts'
import { type Call, idOf, linkPolicy, policy } from '../matrix/policy.ts'
import type { PatientFixture, World } from '../matrix/world.ts'
import { arbitraryOf, nasty, wrong } from './arbitrary.ts'
import type { Known, Values } from './known-parts.ts'

export type Mode = 'rightful' | 'by the schema' | 'mutated' | 'headers'
export interface Shot {
  definition: EndpointShape
  who: Who
  mode: Mode
  request: Cell['request']
}

const asked = [
  'doctor',
  'nurse',
  'caregiver',
  'volunteer',
  'agent',
  'customer_service',
  'admin',
  'nurse bound to the doctor',
  'doctor in review',
  'doctor unverified',
]
const some: readonly Who[] = [...people.filter(({ name }) => asked.includes(name)), 'signed out', 'patient link']

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
function lay(under: unknown, over: unknown): unknown {
  if (!isObject(under) || !isObject(over)) return over === undefined ? under : over
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) merged[key] = lay(merged[key], value)
  return merged
}
const partsOf = (definition: EndpointShape): fc.Arbitrary<Values> =>
  fc.record({
    params: definition.params
      ? (arbitraryOf(definition.params) as fc.Arbitrary<Record<string, unknown>>)
      : fc.constant({}),
    query: definition.query
      ? (arbitraryOf(definition.query) as fc.Arbitrary<Record<string, unknown>>)
      : fc.constant({}),
    body: definition.body ? arbitraryOf(definition.body) : fc.constant({}),
  })

/** The call of the policy's row, with ids that are the caller's to name. */
function rightfulCall(call: Call, folder: PatientFixture): Values {
  const values: Values = startOf(call.with)
  for (const [path, kind] of Object.entries(call.ids)) put(values, path, idOf[kind](folder))
  return values
}

interface Base {
  who: Who
  values: Values
  headers: Record<string, string>
}
/** Requests that are anybody's right to make: by each row of the policy, for a person and a patient it allows. */
function bases(world: World, definition: EndpointShape, known: readonly Known[] = []): Base[] {
  const name = nameOf(definition)
  const [holder] = world.folders
  const link = linkPolicy[name]
  if (link && holder) {
    const values: Values = {
      params: { token: holder.linkToken, callID: holder.callId },
      query: {},
      body: link.body ?? {},
    }
    const held: Base = { who: 'patient link', values, headers: { cookie: cookieOf(holder) } }
    // The folder's own link is refused on purpose by some: a planted one stands beside it.
    return [
      held,
      ...known.map(({ headers = held.headers, by: _, alone: __, ...more }) => ({
        ...held,
        values: lay(values, more) as Values,
        headers,
      })),
    ]
  }
  const rule = policy[name]
  const empty: Values = { params: {}, query: {}, body: undefined }
  const asThey = (all: readonly Known[]): Base[] =>
    some.flatMap((who) =>
      typeof who === 'string' || admitted(definition, who)
        ? []
        : all
            .filter(({ by }) => !by || by.includes(who.name))
            .map(({ by: _, alone: __, headers: own, ...values }) => ({
              who,
              values: { ...empty, ...values },
              headers: { ...bearer(world, who), ...own },
            })),
    )
  if (!rule || 'none' in rule) return asThey(known.length ? known : [{ ...rule?.with }])
  const over = known.filter(({ alone }) => !alone)
  const ofRows = byRows(world, definition, rule, over)
  const own = asThey(known.filter(({ alone }) => alone))
  // As often as those of the rows, of which there is one for each patient.
  const times = own.length ? Math.max(1, Math.round(ofRows.length / own.length)) : 0
  return [...ofRows, ...Array.from({ length: times }, () => own).flat()]
}
/** As the rows of the policy have it, each with every person and patient it allows. */
function byRows(world: World, definition: EndpointShape, rule: readonly Call[], known: readonly Known[]): Base[] {
  return rule.flatMap((call) =>
    some.flatMap((who) => {
      const allowed = world.folders.filter(
        (one) => typeof who !== 'string' && 'allow' in expectedOf(definition, call, who, one, one.place),
      )
      return allowed.slice(0, 3).flatMap((folder) =>
        (known.length ? known : [{}]).map(({ by: _, alone: __, headers: ___, ...more }: Known) => ({
          who,
          values: lay(rightfulCall(call, folder), more) as Values,
          headers: bearer(world, who),
        })),
      )
    }),
  )
}

// ── mutations ───────────────────────────────────────────────────────────────────────────────────────────────────
type Mutation = (values: Values) => Values
const parts = ['params', 'query', 'body'] as const
const mutation: fc.Arbitrary<Mutation> = fc
  .record({
    part: fc.constantFrom('body', 'body', 'query', 'params'),
    at: fc.nat(),
    kind: fc.constantFrom('drop', 'wrong', 'wrong', 'wrong', 'extra', 'proto', 'whole', 'list'),
    value: wrong,
  })
  .map(
    ({ part, at, kind, value }): Mutation =>
      (values) => {
        const changed = structuredClone(values)
        const holder = changed[part as (typeof parts)[number]]
        if (kind === 'whole' || !isObject(holder)) return part === 'body' ? { ...changed, body: value } : changed
        const keys = Object.keys(holder)
        const key = keys[at % Math.max(1, keys.length)] ?? 'x'
        if (kind === 'drop') delete holder[key]
        else if (kind === 'wrong') holder[key] = value
        else if (kind === 'list') holder[key] = [holder[key], value]
        else if (kind === 'extra')
          holder[['isAdmin', 'partnerId', 'mid', 'appLang', 'sort', 'order', 'filter', 'where'][at % 8] ?? 'x'] = value
        else
          Object.defineProperty(holder, ['__proto__', 'constructor', 'prototype'][at % 3] ?? 'x', {
            value: { polluted: value },
            enumerable: true,
            configurable: true,
            writable: true,
          })
        return changed
      },
  )
const text = (value: unknown): string => {
  try {
    return typeof value === 'string' ? value : JSON.stringify(value)
  } catch {
    return 'x'
  }
}
const clip = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, text(value)?.slice(0, 2000)]))

// ── headers ─────────────────────────────────────────────────────────────────────────────────────────────────────
const printable = (value: string) => value.replace(/[^\x20-\x7e]/g, '?')
const headers: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    'content-type': fc.constantFrom(
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json; charset=utf-7',
      'application/octet-stream',
      'application/JSON',
      'x',
      'application/json, text/html',
    ),
    'idempotency-key': fc.oneof(
      fc.constant('k'.repeat(201)),
      fc.constant('short'),
      fc.constantFrom(...nasty).map(printable),
      fc.uuid(),
    ),
    authorization: fc.oneof(
      fc.constant('Basic YTpi'),
      fc.constant('Bearer'),
      fc.constant(`Bearer ${'a'.repeat(5000)}`),
      fc.constant('Bearer a.b.c'),
      fc.constant(['Bearer a', 'Bearer b']),
      fc.constantFrom(...nasty).map((one) => `Bearer ${printable(one)}`),
    ),
    cookie: fc.oneof(fc.constant('='), fc.constant('a=%E0%A4%A; tw_link_=x'), fc.constant(`x=${'y'.repeat(4000)}`)),
    'accept-language': fc.oneof(fc.constant('x'.repeat(1000)), fc.constant('en;q=NaN,zh;q=-1,*;q=2')),
    'sec-fetch-site': fc.constantFrom('cross-site', 'none'),
    'x-forwarded-for': fc.constantFrom('127.0.0.1', 'x, y'),
    'content-length': fc.constantFrom('-1', 'x', '99999999999'),
    range: fc.constantFrom('bytes=0-', 'bytes=9-1', 'bytes=-', 'x'),
  },
  { requiredKeys: [] },
)
const cut: fc.Arbitrary<(payload: string) => string> = fc.constantFrom<(payload: string) => string>(
  (payload) => payload,
  (payload) => payload.slice(0, -1),
  (payload) => `${payload}${payload}`,
  () => '',
  () => '{"__proto__":{"polluted":1}}',
  () => `${'['.repeat(5000)}${']'.repeat(5000)}`,
  () => 'null',
  (payload) => `\ufeff${payload}`,
)

/** A request to one of the product's calls, in one of four ways. */
export function shots(
  world: World,
  definition: EndpointShape,
  known: readonly Known[] | undefined,
): fc.Arbitrary<Shot> {
  const rightful = bases(world, definition, known)
  const credentialsOf = (who: Who) => bearer(world, who)
  const shot = (who: Who, mode: Mode, values: Values, credentials: Record<string, string>): Shot => ({
    definition,
    who,
    mode,
    request: requestOf(
      definition,
      { params: clip(values.params), query: clip(values.query), body: values.body },
      credentials,
    ),
  })
  const schema = fc
    .record({ who: fc.constantFrom(...some), values: partsOf(definition) })
    .map(({ who, values }) => shot(who, 'by the schema', values, credentialsOf(who)))
  if (!rightful.length) return schema
  const based = fc
    .record({ base: fc.constantFrom(...rightful), more: partsOf(definition), plain: fc.nat(2) })
    .map(({ base, more, plain }) => {
      const named = plain ? base.values : (lay(more, base.values) as Values)
      return {
        base,
        values: {
          params: named.params,
          query: named.query,
          body: named.body instanceof Uint8Array ? named.body : (named.body ?? more.body),
        },
      }
    })
  const right = based.map(({ base, values }) => shot(base.who, 'rightful', values, base.headers))
  const mutated = fc
    .record({ based, mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }) })
    .map(({ based: { base, values }, mutations }) =>
      shot(
        base.who,
        'mutated',
        mutations.reduce<Values>((so, change) => change(so), values),
        base.headers,
      ),
    )
  const odd = fc.record({ based, headers, cut }).map(({ based: { base, values }, headers: abuse, cut: change }) => {
    const made = shot(base.who, 'headers', values, base.headers)
    const payload = typeof made.request.payload === 'string' ? change(made.request.payload) : made.request.payload
    return {
      ...made,
      request: {
        ...made.request,
        headers: { ...made.request.headers, ...(abuse as Record<string, string>) },
        ...(payload === undefined ? {} : { payload }),
      },
    }
  })
  return fc.oneof(
    { weight: 4, arbitrary: right },
    { weight: 2, arbitrary: schema },
    { weight: 4, arbitrary: mutated },
    { weight: 1, arbitrary: odd },
  )
}
