import { donesOf, mediaOf, refusalsOf } from '@teleward/contract/core/answers.ts'
import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { errors } from '@teleward/contract/core/errors.gen.ts'
import { z } from 'zod'
import { nonceOf } from './csp.ts'
import type { Http } from './types.ts'

type Json = Record<string, unknown>
const isAsked = (schema: unknown) => schema instanceof z.ZodType && schema.meta()?.asked === true

/** What a service asks for with a code of its own stands in the description as what it is: there, and not empty. */
function askFor(schema: z.ZodObject, json: Json): void {
  const properties = json.properties as Record<string, Json> | undefined
  for (const name of Object.keys(schema.shape).filter((key) => isAsked(schema.shape[key]))) {
    const { asked: _, default: __, ...property } = properties?.[name] ?? {}
    Object.assign(properties ?? {}, {
      [name]: property.type === 'string' ? notBlank({ ...property, minLength: 1 }) : property,
    })
    json.required = [...new Set([...((json.required as string[] | undefined) ?? []), name])]
  }
}

const notBlank = (json: Json): Json =>
  Object.assign(json, { allOf: [...((json.allOf as Json[] | undefined) ?? []), { pattern: '\\S' }] })
/** Text is trimmed before it is measured, which JSON Schema cannot say: blanks alone are none. */
const isTrimmed = (schema: z.ZodString) => schema.def.checks?.some((check) => check._zod.def.check === 'overwrite')

export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'output') return
      if (zodSchema instanceof z.ZodObject) askFor(zodSchema, jsonSchema as Json)
      if (zodSchema instanceof z.ZodString && jsonSchema.minLength && isTrimmed(zodSchema)) notBlank(jsonSchema as Json)
    },
  })
  return rest
}

function parameters(schema: z.ZodObject | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: value,
  }))
}

function success({ response, list, raw }: EndpointShape): Json {
  const data = schemaOf(response, 'output')
  if (raw) return data
  const count = { type: 'integer', minimum: 0 }
  const status = { const: 'OK' }
  return list
    ? {
        type: 'object',
        required: ['status', 'data', 'page', 'pageSize', 'total'],
        properties: { status, data: { type: 'array', items: data }, page: count, pageSize: count, total: count },
      }
    : { type: 'object', required: ['status', 'data'], properties: { status, data } }
}

const failure = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }

function answers(definition: EndpointShape): Json {
  const content = Object.fromEntries(
    mediaOf(definition).map((type) => [type, type === 'application/json' ? { schema: success(definition) } : {}]),
  )
  const done = { description: 'Done', ...(Object.keys(content).length ? { content } : {}) }
  const parts: Record<number, Json> = {
    200: done,
    206: { ...done, description: 'The part that `Range` asks for' },
    416: { description: 'There is no such part' },
  }
  return Object.fromEntries([
    ...donesOf(definition).map((status) => [String(status), parts[status]]),
    ...[...refusalsOf(definition)].map(([status, codes]) => [
      String(status),
      { description: codes.join(', '), 'x-codes': codes, content: failure },
    ]),
  ])
}

function requestBody({ body, binary }: EndpointShape): Json {
  if (!body) return {}
  const schema = binary ? {} : schemaOf(body, 'input')
  const content = binary
    ? { 'application/octet-stream': {}, 'application/offset+octet-stream': {} }
    : { 'application/json': { schema } }
  // No body is an empty object.
  const needed = ['required', 'anyOf', 'oneOf'].some((word) => word in schema) || !body.safeParse({}).success
  return { requestBody: { required: needed, content } }
}

function operation(definition: EndpointShape, domain: string): Json {
  const { method, path, summary, permission, audit, params, query, idempotent, sheet } = definition
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 8, maxLength: 200, pattern: '^[!-~]*$' },
  }
  const format = { name: 'format', in: 'query', required: false, schema: { enum: ['xlsx'] } }
  const open = permission === 'public' || permission === 'link' || permission === 'linkToken'
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-zA-Z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    summary,
    tags: [domain],
    'x-permission': permission,
    'x-audit': audit,
    security: open ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters(params, 'path'),
      ...parameters(query, 'query'),
      ...(sheet ? [format] : []),
      ...(idempotent ? [key] : []),
    ],
    ...requestBody(definition),
    responses: answers(definition),
  }
}

type Described = Pick<Http, 'registry' | 'domainOf'>

export function openApi({ registry, domainOf }: Described, version: string): Json {
  const paths: Record<string, Json> = {}
  for (const definition of registry) {
    paths[definition.path] ??= {}
    const of = operation(definition, domainOf(definition))
    Object.assign(paths[definition.path] ?? {}, { [definition.method.toLowerCase()]: of })
  }
  const text = { type: 'string' }
  return {
    openapi: '3.1.0',
    info: { title: 'Teleward', version, description: 'Made from the definitions that serve the calls.' },
    tags: [...new Set(registry.map(domainOf))].toSorted().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Failure: {
          type: 'object',
          required: ['status', 'message', 'requestId'],
          properties: {
            status: { enum: Object.keys(errors) },
            message: text,
            requestId: text,
            data: {},
            fields: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'code'],
                properties: { path: text, code: text, message: text },
              },
            },
          },
        },
      },
    },
  }
}

const escapeHtml = (value: string) => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const style = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#1f2937}
summary{cursor:pointer;padding:.4rem 0;border-bottom:1px solid #e5e7eb}code{font:13px ui-monospace,monospace}b{display:inline-block;width:4.5rem;color:#0f766e}
pre{overflow:auto;background:#f3f4f6;padding:1rem;border-radius:6px;font-size:12px}small{color:#4b5563}
@media(prefers-color-scheme:dark){body{background:#111827;color:#e5e7eb}pre{background:#1f2937}summary{border-color:#374151}small{color:#9ca3af}b{color:#2dd4bf}}`

/** Readable without a script, which the page's policy would not run anyhow. */
export function docsPage({ registry, domainOf }: Described, version: string, nonce: string): string {
  const rows = registry.map((definition) => {
    const details = escapeHtml(JSON.stringify(operation(definition, domainOf(definition)), null, 2))
    const { method, path, summary, permission } = definition
    return `<details><summary><b>${method}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(summary)} <small>${escapeHtml(permission)}</small></summary><pre>${details}</pre></details>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Teleward API</title>
<style nonce="${nonce}">${style}</style><h1>Teleward API <small>${escapeHtml(version)}</small></h1>
<p>${registry.length} calls. The machine-readable form: <a href="/his/openapi.json">openapi.json</a></p>${rows.join('\n')}</html>`
}

export function serveOpenApi(http: Http, version: string): void {
  // Written once, when first asked: by then every route is registered.
  let written: string | undefined
  http.app.get('/his/openapi.json', { config: { quiet: true } }, async (_request, reply) => {
    written ??= JSON.stringify(openApi(http, version))
    return reply.type('application/json; charset=utf-8').send(written)
  })
  http.app.get('/his/docs', { config: { quiet: true } }, async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(http, version, nonceOf(request.raw))),
  )
}
