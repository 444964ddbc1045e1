import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from './lock.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'teleward-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))
const path = () => join(dir, 'server.lock')
const holder = () => JSON.parse(readFileSync(path(), 'utf8')) as { pid: number; boot: string; born: string }

describe('the lock of a data folder', () => {
  it('[SYS-01~] refuses a second server with a clear message, and lets one in after the first has gone', () => {
    const unlock = lockDataDir(dir)
    expect(() => lockDataDir(dir)).toThrow(`Another server (process ${process.pid}) uses the data in ${dir}`)
    unlock()
    lockDataDir(dir)()
  })
  it('[Sw14~] is read by the server’s own user alone', () => {
    const unlock = lockDataDir(dir)
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    unlock()
  })
  it('is refused while another process holds it, and taken over from one that was killed', async () => {
    const script = `import { lockDataDir } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}
      lockDataDir(${JSON.stringify(dir)}); console.log('locked'); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    expect(() => lockDataDir(dir)).toThrow(`process ${child.pid}`)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    lockDataDir(dir)()
  })
  it.each([
    ['an earlier run of the machine', { boot: 'another' }],
    ['another process that had the same number', { born: '1' }],
    ['a process that is no more', { pid: 2_000_000_000 }],
  ])('is taken over from %s', (_, change) => {
    lockDataDir(dir)
    writeFileSync(path(), JSON.stringify({ ...holder(), ...change }))
    lockDataDir(dir)
    expect(holder().pid).toBe(process.pid)
  })
  it('is taken over where the file is damaged', () => {
    writeFileSync(path(), '{')
    lockDataDir(dir)()
  })
})
