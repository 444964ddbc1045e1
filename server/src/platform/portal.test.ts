import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '../auth/fixture.ts'

const dist = mkdtempSync(join(tmpdir(), 'portal-'))
let testApp: TestApp
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'))
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><div id="root">',
  )
  writeFileSync(join(dist, 'version.json'), '{"version":"7.1"}')
  writeFileSync(join(dist, 'boot.js'), '1')
  writeFileSync(join(dist, 'assets/main-abc123.js'), 'export{}')
  writeFileSync(join(dist, 'assets/main-abc123.js.map'), '{"sources":["secret"]}')
  testApp = await openTestApp({ dist })
})
afterAll(async () => {
  await testApp?.stop()
  rmSync(dist, { recursive: true })
})
const fetched = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(testApp.base + path, init)
  return { status: answer.status, header: (name: string) => answer.headers.get(name), text: await answer.text() }
}

describe('the portal’s files', () => {
  it('[SHELL-01~] every path of history mode is the page, asked for anew each time, under its own nonce', async () => {
    const nonces = new Set<string>()
    for (const path of ['/', '/pages/login', '/emr2/1/2', '/no/such/path', '/link/abc.def-123?x=1', '/link/abc.def']) {
      const page = await fetched(path)
      expect([page.status, page.header('content-type'), page.header('cache-control')], path).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ])
      const nonce = /content="([^"]+)"/.exec(page.text)?.[1] ?? ''
      expect(page.header('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`)
      expect(page.header('content-security-policy')).not.toContain('unsafe-inline')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(6)
  })
  it('[SHELL-11~] files with a hash never change, the others are asked for, what is gone is an error and no page', async () => {
    expect((await fetched('/assets/main-abc123.js')).header('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await fetched('/boot.js')).header('cache-control')).toBe('no-cache')
    for (const gone of ['/assets/old-000000.js', '/assets/main-abc123.js.map', '/favicon.ico']) {
      const answer = await fetched(gone)
      expect([answer.status, answer.header('content-type')], gone).toEqual([404, 'application/json; charset=utf-8'])
    }
  })
  it('[SHELL-11~] the version file is the build’s and is never stored', async () => {
    const answer = await fetched('/version.json?t=1700000000000')
    expect(JSON.parse(answer.text)).toEqual({ version: '7.1' })
    expect(answer.header('cache-control')).toMatch(/no-store/)
  })
  it('[API-01~] unknown calls answer as calls', async () => {
    for (const path of ['/his/nothing', '/his/api/nothing', '/comm/x', '/partner/x', '/his'])
      expect(JSON.parse((await fetched(path)).text), path).toMatchObject({ status: 'NOT_FOUND' })
    expect((await fetched('/pages/login', { method: 'POST' })).status).toBe(404)
  })
  it.each([
    '/../../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/%00',
    '/%E0%A4%A',
  ])('[API-11~] %s leads out of nothing', async (path) => {
    const answer = await fetched(path)
    expect(answer.text).not.toMatch(/"workspaces"|root:/)
    expect(answer.status).toBeLessThan(500)
  })
})
