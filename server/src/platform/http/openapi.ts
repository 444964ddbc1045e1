import type { EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { type ErrorCode, errors } from '@teleward/contract/core/errors.gen.ts'
import { z } from 'zod'
import { nonceOf } from './csp.ts'
import type { Http } from './http.ts'

type Json = Record<string, unknown>
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
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

/** Those every call can answer, beside its own. */
function commonCodes({ permission }: EndpointShape): ErrorCode[] {
  const open: ErrorCode[] = ['BAD_INPUT', 'TOO_LARGE', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE']
  if (permission === 'public' || permission === 'link' || permission === 'linkToken') return open
  const signedIn: ErrorCode[] = [...open, 'UNAUTHENTICATED', 'TOKEN_EXPIRED', 'ERROR_TOKEN', 'REPEAT_LOGIN']
  if (permission === 'unverified') return signedIn
  return permission === 'session'
    ? [...signedIn, 'VERIFY_FIRST']
    : [...signedIn, 'VERIFY_FIRST', 'STAFF_NOT_VERIFIED', 'FORBIDDEN']
}

function failures(definition: EndpointShape): Json {
  const codes = [...new Set([...commonCodes(definition), ...(definition.errors ?? [])])]
  const byStatus = Map.groupBy(codes, (code) => errors[code].http ?? 500)
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      String(status),
      {
        description: of.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}

function operation(definition: EndpointShape): Json {
  const { method, path, summary, permission, audit, params, query, body, idempotent } = definition
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 8, maxLength: 200 },
  }
  const open = permission === 'public' || permission === 'link' || permission === 'linkToken'
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-zA-Z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    summary,
    tags: [path.split('/')[1] ?? ''],
    'x-permission': permission,
    'x-audit': audit,
    security: open ? [] : [{ bearer: [] }],
    parameters: [...parameters(params, 'path'), ...parameters(query, 'query'), ...(idempotent ? [key] : [])],
    ...(body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }
      : {}),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: success(definition) } } },
      ...failures(definition),
    },
  }
}

export function openApi(registry: readonly EndpointShape[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const definition of registry) {
    paths[definition.path] ??= {}
    Object.assign(paths[definition.path] ?? {}, { [definition.method.toLowerCase()]: operation(definition) })
  }
  const text = { type: 'string' }
  return {
    openapi: '3.1.0',
    info: { title: 'Teleward', version, description: 'Made from the definitions that serve the calls.' },
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
export function docsPage(registry: readonly EndpointShape[], version: string, nonce: string): string {
  const rows = registry.map((definition) => {
    const details = escapeHtml(JSON.stringify(operation(definition), null, 2))
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
    written ??= JSON.stringify(openApi(http.registry, version))
    return reply.type('application/json; charset=utf-8').send(written)
  })
  http.app.get('/his/docs', { config: { quiet: true } }, async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(http.registry, version, nonceOf(request.raw))),
  )
}
