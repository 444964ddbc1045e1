import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('configuration', () => {
  it('[SYS-01~] needs nothing: loopback, port 8080, embedded database, demo data', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: undefined,
      demo: true,
      tls: undefined,
      turnUrls: [],
    })
  })
  it('brings no demo data to a database server unasked', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://x/y' }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL: 'postgres://x/y', DEMO: '1' }).demo).toBe(true)
    expect(readConfig({ DEMO: '0' }).demo).toBe(false)
  })
  it.each([
    [{ PORT: '80a' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL: must begin with postgres/],
    [{ TLS_CERT: '/a' }, /TLS_CERT and TLS_KEY belong together/],
    [{ TLS_CERT: '/nowhere', TLS_KEY: '/nowhere' }, /TLS_CERT: the file \/nowhere cannot be read/],
    [{ TURN_URLS: 'turn:x' }, /TURN_URLS needs TURN_SECRET/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    [{ DEMO_TIME_ZONE: 'Moon/Crater' }, /DEMO_TIME_ZONE: must be a time zone/],
  ])('names what is wrong with %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })
  it('takes lists apart and empty values for unset ones', () => {
    expect(readConfig({ STUN_URLS: 'stun:a, stun:b', PORT: '', TURN_URLS: '' })).toMatchObject({
      port: 8080,
      stunUrls: ['stun:a', 'stun:b'],
    })
  })
})
