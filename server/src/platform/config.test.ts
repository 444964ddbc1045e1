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
    [{ REDIS_URL: 'localhost:6379' }, /REDIS_URL: must be an address that begins with redis:/],
    [{ REDIS_URL: 'redis://localhost/one' }, /REDIS_URL: what follows the host must be the number/],
    [{ DATABASE_READ_URL: 'postgres://x/y' }, /DATABASE_READ_URL needs DATABASE_URL/],
    [
      { DATABASE_URL: 'postgres://x/y', DATABASE_READ_URL: 'postgres://x/y,mysql://secret@x' },
      /DATABASE_READ_URL: must begin with postgres:\/\/, several separated by commas$/,
    ],
    [{ TLS_CERT: '/a' }, /TLS_CERT and TLS_KEY belong together/],
    [{ TLS_CERT: '/nowhere', TLS_KEY: '/nowhere' }, /TLS_CERT: the file \/nowhere cannot be read/],
    [{ TURN_URLS: 'turn:x' }, /TURN_URLS needs TURN_SECRET/],
    [{ LIVEKIT_URL: 'wss://media.example.org' }, /LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET belong together/],
    [
      { LIVEKIT_URL: 'wss://media.example.org/a', LIVEKIT_API_KEY: 'k', LIVEKIT_API_SECRET: 's' },
      /LIVEKIT_URL: must be an address without a path/,
    ],
    [{ LIVEKIT_EGRESS: '1' }, /LIVEKIT_EGRESS needs LIVEKIT_URL/],
    [
      { LIVEKIT_URL: 'wss://media.example.org', LIVEKIT_API_KEY: 'k', LIVEKIT_API_SECRET: 's', LIVEKIT_EGRESS: '1' },
      /LIVEKIT_EGRESS needs S3_BUCKET or LIVEKIT_EGRESS_DIR/,
    ],
    [{ LIVEKIT_EGRESS_DIR: 'egress' }, /LIVEKIT_EGRESS_DIR: must be a whole path/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    [{ DEMO_TIME_ZONE: 'Moon/Crater' }, /DEMO_TIME_ZONE: must be a time zone/],
  ])('names what is wrong with %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })
  it.each([
    ['SMS', { SMS_URL: 'https://gate.example/sms' }],
    ['mail', { SMTP_URL: 'smtps://mail.example', SMTP_FROM: 'care@clinic.example' }],
    ['LINE', { LINE_CHANNEL_TOKEN: 't', LINE_CHANNEL_SECRET: 's', LINE_ACCOUNT: '@clinic' }],
    ['WeChat', { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 's' }],
  ])('[SYS-01~] sends no link without a host: %s needs PUBLIC_URL, whatever OUTBOX says', (_channel, provider) => {
    for (const OUTBOX of ['live', 'development', ''])
      expect(() => readConfig({ OUTBOX, ...provider })).toThrow(/links in messages need PUBLIC_URL/)
    const links = readConfig({ OUTBOX: 'live', PUBLIC_URL: 'https://care.example/', ...provider })
    expect(links.publicUrl).toBe('https://care.example')
  })
  it('writes to nobody without a provider, and needs no address then', () => {
    expect(readConfig({ OUTBOX: 'live' }).publicUrl).toBeUndefined()
    expect(
      readConfig({ OUTBOX: 'live', VAPID_PRIVATE_KEY: 'A'.repeat(43), VAPID_SUBJECT: 'mailto:it@clinic.example' }),
    ).toBeDefined()
  })
  it('takes lists apart and empty values for unset ones', () => {
    expect(readConfig({ STUN_URLS: 'stun:a, stun:b', PORT: '', TURN_URLS: '' })).toMatchObject({
      port: 8080,
      stunUrls: ['stun:a', 'stun:b'],
    })
  })
})
