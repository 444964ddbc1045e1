import { readFileSync } from 'node:fs'
import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { type Permission, permissions, staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '../auth/fixture.ts'
import { callOf, contractEndpoints, everyStaffType, nameOf } from './contract.ts'

let testApp: TestApp
let registry: readonly EndpointShape[]
let tokens: Map<string, string>
beforeAll(async () => {
  // Without a built portal: its files answer, too, but are no calls.
  testApp = await openTestApp({ dist: '/nowhere' })
  registry = testApp.app.http.registry
  tokens = await everyStaffType(testApp)
})
afterAll(() => testApp.stop())

async function answer(definition: EndpointShape, token?: string): Promise<string> {
  const reply = await testApp.app.http.app.inject({
    ...callOf(definition),
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
  const body = reply.body.startsWith('{') ? reply.json<{ status: string }>() : { status: '-' }
  // An answer to HEAD says in a header what it has no body for.
  return `${reply.statusCode} ${reply.headers['x-refusal'] ?? body.status}`
}
async function answers(of: readonly EndpointShape[], token?: string): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  for (const definition of of) all[nameOf(definition)] = await answer(definition, token)
  return all
}
const open = ['public', 'session', 'unverified', 'link', 'linkToken']
const ofTable = () => registry.filter(({ permission }) => !open.includes(permission))
const rightOf = (definition: EndpointShape, kind: (typeof staffTypes)[number]) =>
  permissions[definition.permission as Permission][kind]
const all = (of: readonly EndpointShape[], said: string) =>
  Object.fromEntries(of.map((definition) => [nameOf(definition), said]))

/** The tree that the framework draws of its routes, as `METHOD path` each. */
function routesOf(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│├└─\s]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    if (!part) return []
    const depth = indent.length / 4
    above.length = depth
    above[depth] = part
    return methods ? methods.split(', ').map((method) => `${method} ${above.join('')}`) : []
  })
}

describe('every route of the product', () => {
  it('[API-06] is a definition of the contract, and every definition answers', async () => {
    const defined = (await contractEndpoints()).map(({ definition }) => nameOf(definition))
    expect(registry.map(nameOf).toSorted()).toEqual(defined.toSorted())
    expect(defined.length).toBeGreaterThan(70)
  })

  it('[API-06] names a permission of the table, or why it needs none, and its audit kind', () => {
    for (const definition of registry) {
      const { permission, audit } = definition
      expect([...open, ...Object.keys(permissions)], nameOf(definition)).toContain(permission)
      expect(['none', 'read', 'write', 'auth'], nameOf(definition)).toContain(audit)
    }
  })

  it('[API-02] [API-06] has no other way in: whatever answers beside the definitions is known by name', () => {
    const nameless = (path: string) => path.replace(/\{\w+\}|:[\w|:]+/g, ':')
    const defined = new Set(registry.map((definition) => nameless(nameOf(definition))))
    const routes = routesOf(testApp.app.http.app.printRoutes({ commonPrefix: false })).map(nameless)
    expect([...defined].filter((name) => !routes.includes(name))).toEqual([])
    // The last two are the portal's pages.
    expect(routes.filter((name) => !defined.has(name))).toEqual([
      'GET /his/openapi.json',
      'GET /his/docs',
      // What WeChat tells of, signed and in its own form (XML), which no definition speaks.
      'GET /his/wechatwebhooks',
      'POST /his/wechatwebhooks',
      // What LiveKit tells of, signed and of a type of its own.
      'POST /his/livekitwebhooks',
      // Of the process itself: they tell of nobody, and the figures are for this machine or a token.
      'GET /health',
      'GET /ready',
      'GET /metrics',
      'GET *',
      'HEAD *',
    ])
  })

  it('[API-02] answers 401 to whoever shows no token, or none that was ever made', async () => {
    const closed = registry.filter(({ permission }) => !['public', 'link', 'linkToken'].includes(permission))
    expect(await answers(closed)).toEqual(all(closed, '401 UNAUTHENTICATED'))
    for (const token of ['x', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'])
      for (const said of Object.values(await answers(closed, token))) expect(said).toMatch(/^401 /)
  })

  it('[API-02] a patient’s link answers to nobody who merely guesses', async () => {
    const links = registry.filter(({ permission }) => ['link', 'linkToken'].includes(permission))
    expect(links.length).toBeGreaterThan(8)
    expect(new Set(Object.values(await answers(links)))).toEqual(new Set(['404 LINK_INVALID']))
    // Whoever goes on guessing is soon answered nothing at all.
    const [doctor = ''] = tokens.values()
    const said = new Set(Object.values(await answers(links, doctor)))
    expect([...said].filter((one) => one !== '429 RATE_LIMITED')).toEqual(['404 LINK_INVALID'])
  })

  it.each(staffTypes)(
    '[API-06] as the permission table says for %s: 403 where it says no, never where it says yes',
    async (kind) => {
      const token = tokens.get(kind)
      const refused = ofTable().filter((definition) => ['-', 'g'].includes(rightOf(definition, kind)))
      expect(await answers(refused, token)).toEqual(all(refused, '403 FORBIDDEN'))
      const granted = ofTable().filter((definition) => !['-', 'g'].includes(rightOf(definition, kind)))
      for (const [name, said] of Object.entries(await answers(granted, token))) {
        // A conversation that one is not in, or that there is not, is refused by a code of its own.
        expect(said, name).not.toMatch(/^(401|403 (?!CHAT_NOT_ALLOWED)|5\d\d) ?/)
      }
    },
  )

  it('[API-06] each permission in use is refused to somebody, but for the four that the table gives to all', () => {
    const toAll = [...new Set(ofTable().map(({ permission }) => permission as Permission))].filter((permission) =>
      staffTypes.every((kind) => permissions[permission][kind] !== '-'),
    )
    expect(toAll.toSorted()).toEqual(['appointment.read', 'chat.staff', 'member.read', 'setting.own'])
  })

  it('[API-06~] waits for the phone’s verification, then for the review', async () => {
    const { token: unverified } = await testApp.signIn('dr.unverified')
    const beyond = registry.filter(({ permission }) => permission === 'session').concat(ofTable())
    expect(await answers(beyond, unverified)).toEqual(all(beyond, '403 VERIFY_FIRST'))
    const { token: inReview } = await testApp.signIn('dr.review')
    const clinical = ofTable().filter(({ permission }) => permission !== 'setting.own')
    expect(await answers(clinical, inReview)).toEqual(all(clinical, '403 STAFF_NOT_VERIFIED'))
  })
})

describe('the three routers', () => {
  it.each([
    '/his',
    '/his/',
    '/his/api',
    '/his/api/nothing',
    '/comm',
    '/comm/nothing',
    '/partner',
    '/partner/',
    '/partner/api/patients/1',
  ])('[API-01~] %s answers as a call: NOT_FOUND in JSON, never a page', async (url) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const reply = await testApp.app.http.app.inject({ method, url, headers: { accept: 'text/html' } })
      expect([reply.statusCode, reply.json<{ status: string }>().status], method).toEqual([404, 'NOT_FOUND'])
      expect(reply.headers['content-type']).toContain('application/json')
    }
  })
  it('[API-01~] the main calls are under /his, those of the comm service under /comm, the partner’s under /partner, and nothing else is', () => {
    const apart = registry.filter(({ path }) => !/^\/(his|comm|partner)\//.test(path)).map(nameOf)
    expect(apart).toEqual(['GET /version.json'])
  })
})

describe('the calls of the specification', () => {
  const project = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  /** Parameters are places: what they are called is ours where the specification's own list leaves it open. */
  const place = (name: string) => name.replace(/\{\w+\}/g, '{}')
  const table = (path: string) =>
    project(path)
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => place(line.split('\t').slice(0, 2).join(' ')))

  it('[API-04] each call is one of the list, one that a screen asked for, or an addition with its reason', () => {
    const additions = [...project('docs/requirements/additions.md').matchAll(/^\| `(\w+ \/[^`]+)` \| (.{10,}) \|$/gm)]
    const named = [
      ...table('contract/data/endpoints.tsv'),
      ...table('contract/data/newcalls.tsv'),
      ...additions.map(([, name = '']) => place(name)),
    ]
    expect(registry.map((definition) => place(nameOf(definition))).filter((name) => !named.includes(name))).toEqual([])
    // What the two lists of ours name is built; an addition is no second name of a listed call.
    const built = registry.map((definition) => place(nameOf(definition)))
    const ours = [...table('contract/data/newcalls.tsv'), ...additions.map(([, name = '']) => place(name))]
    expect(ours.filter((name) => !built.includes(name))).toEqual([])
    expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([])
  })

  it('[API-04] parameters keep the names of the list', () => {
    const listed = new Map(
      project('contract/data/endpoints.tsv')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t').slice(0, 2).join(' '))
        .map((name) => [place(name), name]),
    )
    for (const definition of registry) {
      const name = nameOf(definition)
      expect(listed.get(place(name)) ?? name).toBe(name)
    }
  })

  it('[API-04] the served OpenAPI document holds them all, each with permission, answers and parameters of its path', async () => {
    const { body } = await testApp.get('/his/openapi.json')
    const { openapi, paths } = body as unknown as {
      openapi: string
      paths: Record<
        string,
        Record<
          string,
          { summary: string; 'x-permission': string; parameters: { name: string; in: string }[]; responses: object }
        >
      >
    }
    expect(openapi).toBe('3.1.0')
    const written = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(written.toSorted()).toEqual(registry.map(nameOf).toSorted())
    for (const { method, path, permission } of registry) {
      const operation = paths[path]?.[method.toLowerCase()]
      const ofPath = operation?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(ofPath, path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      expect(operation?.['x-permission']).toBe(permission)
      expect(operation?.summary.length, path).toBeGreaterThan(5)
      expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['200', '400', '429', '500']))
    }
  })

  it('[API-04] and /his/docs shows each of them to a reader', async () => {
    const { status, headers, body } = await testApp.get('/his/docs')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const page = String((body as { text?: string }).text)
    for (const { path } of registry) expect(page).toContain(`<code>${path}</code>`)
  })
})
