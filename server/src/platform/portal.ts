import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import { type Http, nonceOf } from './http/index.ts'

/** Paths that are calls: what is unknown under them is an error, never a page. */
const calls = /^\/(his|comm|partner|socket\.io|assets)(\/|$)/

export interface Portal {
  version(): string
}

/**
 * The built portal. Files with a hash in their name never change; `index.html` is asked for each time, carries the
 * request's style nonce, and answers every path of the portal's own (history mode).
 */
export async function servePortal(
  http: Http,
  dist: string,
  { commUrl = '', uploadUrl = '' }: { commUrl?: string | undefined; uploadUrl?: string | undefined } = {},
): Promise<Portal> {
  const { app } = http
  const page = existsSync(join(dist, 'index.html'))
    ? readFileSync(join(dist, 'index.html'), 'utf8')
        .replaceAll('__COMM_URL__', commUrl)
        .replaceAll('__UPLOAD_URL__', uploadUrl)
    : undefined
  if (page === undefined) app.log.warn({ dist }, 'the portal is not built: only the calls answer')

  const index = (request: FastifyRequest, reply: FastifyReply) => {
    if (page === undefined) throw new AppError('NOT_FOUND')
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
      .send(page.replaceAll('__CSP_NONCE__', nonceOf(request.raw)))
  }
  if (page !== undefined) {
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      wildcard: false,
      globIgnore: ['index.html', 'version.json', '**/*.map'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = relative(dist, path).startsWith('assets/')
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      const path = request.url.split('?')[0] ?? '/'
      // A file that is not there is no page either: a stale chunk has to fail as one.
      if (calls.test(path) || (/\.\w{1,5}$/.test(path) && !path.startsWith('/link/'))) throw new AppError('NOT_FOUND')
      return index(request, reply)
    },
  })
  // Read once, like the page: a build replaced under a running server counts from its next start.
  const version = versionOf(dist)
  return { version: () => version }
}

function versionOf(dist: string): string {
  const path = join(dist, 'version.json')
  if (!existsSync(path)) return 'unbuilt'
  const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const version = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'version') : undefined
  if (typeof version !== 'string') throw new Error(`${path} names no version`)
  return version
}
