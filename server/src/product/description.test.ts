import { statusesOf } from '@teleward/contract/core/answers.ts'
import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { type ErrorCode, errors } from '@teleward/contract/core/errors.gen.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestApp, openTestApp } from '../auth/fixture.ts'
import { contractEndpoints, nameOf } from './contract.ts'
import { thrownCodes } from './thrown.ts'

/** Codes whose names stand on the way of a handler that never answers with them. */
const neverAnswered: Record<string, readonly ErrorCode[]> = {
  // The review's step is taken by the system, of which nobody asks whether it is the applicant.
  'POST /his/api/register': ['REVIEW_SELF'],
  'PUT /his/api/verificationcodes/{id}': ['REVIEW_SELF'],
  // A row's state that says why a recipient was not reached, in an answer that is OK.
  'POST /his/api/notices/{id}/retry': ['SEND_FAILED'],
  'PUT /his/api/outboxmessages/{id}': ['SEND_FAILED'],
  // The first opening writes its time on the row as it finds it, whatever its state has become.
  'GET /his/api/opinions/{id}': ['VERSION_STALE', 'OPINION_CLOSED'],
  // Said of a row, in an answer that is OK.
  'POST /his/api/healthdatabatches': ['MEMBER_NOT_FOUND'],
  // Asked whether a button is to be shown, not whether a step may be taken.
  'GET /his/api/outboxmessages': ['OUTBOX_ILLEGAL_STEP'],
  // Why the sockets of the other browser are closed.
  'POST /his/api/links/{token}/identity': ['REPEAT_LOGIN'],
  // And a step of a guest’s link that is not possible from where it stands is no step.
  'POST /his/api/guests/{token}/identity': ['REPEAT_LOGIN', 'ILLEGAL_STEP'],
  'DELETE /his/api/calls/{callID}/guests/{guest}': ['LINK_EXPIRED', 'LINK_DEAD', 'ILLEGAL_STEP'],
  // Becomes a message to the person, while LINE is answered that it was taken.
  'POST /his/api/linewebhooks': ['LINE_ALREADY_BOUND'],
  // Who reports a payment is known by the signature, and asked for no right.
  'POST /his/api/paymentreports/{provider}': ['FORBIDDEN'],
}

interface Schema {
  [key: string]: unknown
}
interface Operation {
  tags: string[]
  parameters: { name: string; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}
interface Description {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
}

let testApp: TestApp
let registry: readonly EndpointShape[]
let described: Description
const operationOf = ({ method, path }: EndpointShape) => described.paths[path]?.[method.toLowerCase()]
beforeAll(async () => {
  testApp = await openTestApp({ dist: '/nowhere' })
  registry = testApp.app.http.registry
  described = (await testApp.get('/his/openapi.json')).body as unknown as Description
})
afterAll(() => testApp.stop())

/** Each object within, the value itself included. */
function* within(value: unknown): Generator<Schema> {
  if (Array.isArray(value)) for (const one of value) yield* within(one)
  else if (typeof value === 'object' && value !== null) {
    yield value as Schema
    for (const part of Object.values(value)) yield* within(part)
  }
}

describe('what the API’s description says of each call', () => {
  it('[API-04~] has the status of every code that its handler can come to', async () => {
    const thrown = thrownCodes()
    const missing: string[] = []
    const unread: string[] = []
    for (const { name, definition } of await contractEndpoints()) {
      const call = nameOf(definition)
      const codes = thrown.get(name)
      if (!codes) unread.push(call)
      const statuses = statusesOf(definition).map(String)
      expect(Object.keys(operationOf(definition)?.responses ?? {}).toSorted(), call).toEqual(statuses.toSorted())
      for (const code of codes ?? []) {
        const { http } = errors[code]
        if (http === null || http === 200 || neverAnswered[call]?.includes(code)) continue
        if (!statuses.includes(String(http))) missing.push(`${call}: ${http} ${code}`)
      }
    }
    expect(missing).toEqual([])
    // Answered without `route`, to whoever sends no bearer.
    expect(unread.toSorted()).toEqual([
      'GET /his/api/chatfiles/{id}/content',
      'GET /his/api/drivefiles/{id}/content',
      'GET /his/api/files/{id}/content',
      'GET /his/api/recordings/{recordingId}/file',
      'GET /his/api/staffphotos/{id}',
    ])
  })

  it('[API-04~] has the content type of each file', () => {
    const files = registry.filter(({ file }) => file !== undefined)
    expect(files.length).toBeGreaterThan(6)
    for (const definition of files) {
      const content = Object.keys(operationOf(definition)?.responses[200]?.content ?? {})
      expect(content, nameOf(definition)).not.toContain('application/json')
      // Recordings are what a browser writes, or what LiveKit's egress service does.
      const several = definition.file === 'recording' ? ['video/mp4', 'video/webm'] : undefined
      if (several) expect(content.toSorted()).toEqual(several)
      else expect(content.length, nameOf(definition)).toBe(definition.file === 'empty' ? 0 : 1)
    }
    for (const definition of registry.filter(({ raw, response }) => raw && response instanceof z.ZodUnknown))
      expect(definition.file, nameOf(definition)).toBeDefined()
  })

  it('[API-04~] files each call under its domain, and names the domains', () => {
    const tags = registry.map((definition) => operationOf(definition)?.tags)
    for (const of of tags) expect(of).toHaveLength(1)
    const names = [...new Set(tags.flat())]
    expect(described.tags.map(({ name }) => name)).toEqual(names.toSorted())
    expect(names.length).toBeGreaterThan(20)
    for (const router of ['his', 'comm', 'partner', 'platform', '']) expect(names).not.toContain(router)
  })

  it('[API-04~] holds patterns that every validator reads: no property of Unicode, nothing that one flag needs', () => {
    const patterns = [...within(described.paths)].flatMap(({ pattern }) =>
      typeof pattern === 'string' ? [pattern] : [],
    )
    expect(patterns.length).toBeGreaterThan(100)
    for (const pattern of new Set(patterns)) {
      expect(pattern).not.toMatch(/\\[pPu]\{|\(\?<[^=!]|\\k</)
      for (const flags of ['', 'u']) expect(() => new RegExp(pattern, flags), pattern).not.toThrow()
    }
  })

  it('[API-04~] says of every check what it asks, as a schema or in words', () => {
    const silent: string[] = []
    for (const definition of registry)
      for (const part of [definition.params, definition.query, definition.body]) {
        if (!part || definition.binary) continue
        const checked = new Set<unknown>()
        const says = new Set<unknown>()
        z.toJSONSchema(part, {
          io: 'input',
          unrepresentable: 'any',
          override: ({ zodSchema, jsonSchema }) => {
            if (zodSchema._zod.def.checks?.some(({ _zod }) => _zod.def.check === 'custom')) checked.add(zodSchema)
            // What is said stands at a copy of the schema that was checked.
            if (jsonSchema.description || jsonSchema.anyOf || jsonSchema.oneOf)
              for (let one: unknown = zodSchema; one instanceof z.ZodType; one = one._zod.parent) says.add(one)
          },
        })
        if ([...checked].some((one) => !says.has(one))) silent.push(nameOf(definition))
      }
    expect(silent).toEqual([])
  })

  it('[API-04~] asks for what a service asks for with a code of its own, and for a body where there has to be one', () => {
    const handOff = operationOf({ method: 'POST', path: '/his/api/todolist' } as EndpointShape)?.requestBody
    const schema = handOff?.content['application/json']?.schema as {
      required: string[]
      properties: Record<string, Schema>
    }
    expect([schema.required, schema.properties.content]).toEqual([
      ['content', 'recipientMid'],
      expect.objectContaining({ minLength: 1, allOf: [{ pattern: '\\S' }] }),
    ])
    for (const definition of registry.filter(({ body }) => body?.safeParse({}).success === false))
      expect(operationOf(definition)?.requestBody?.required, nameOf(definition)).toBe(true)
    const optional = registry.filter((definition) => operationOf(definition)?.requestBody?.required === false)
    expect(optional.map(nameOf)).toContain('POST /his/api/getQueues')
    expect(optional.map(nameOf)).not.toContain('POST /his/api/todolist')
    for (const one of within(described.paths)) expect(one).not.toHaveProperty('asked')
  })
})
