import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isTimeZone } from '@teleward/contract/core/zone.ts'
import { z } from 'zod'

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')

export interface SmsGateway {
  url: string
  token: string | undefined
}
export interface MailServer {
  host: string
  port: number
  /** TLS from the first byte (465); otherwise STARTTLS is taken wherever it is offered. */
  secure: boolean
  user: string | undefined
  password: string | undefined
  from: string
}

/** An official account: its channel's access token and secret, and the id people see (`@…`). */
export interface LineChannel {
  url: string
  token: string
  secret: string
  account: string
}
export interface WechatAccount {
  url: string
  appId: string
  secret: string
  /** What it signs with what it tells of; without it nobody can be bound. */
  token: string | undefined
}
/** Web push (RFC 8292): the server's own key, and whom a push service may write to about it. */
export interface PushSender {
  privateKey: string
  subject: string
}
/** Where files lie when they lie in an object store that speaks S3. */
export interface ObjectStore {
  /** Undefined: Amazon's own, by the region. */
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket stands in the path of an address, not in the name of its host. */
  pathStyle: boolean
}
/** A LiveKit server or cluster that carries the media of the rooms. */
export interface LiveKitServer {
  /** `ws` or `wss`: what browsers connect to. */
  url: string
  key: string
  secret: string
  /** Its egress service records the rooms. `dir`: a folder that it and this server share; undefined: the bucket. */
  egress?: { dir: string | undefined } | undefined
}
/** Any endpoint that speaks OpenAI's chat completions. */
export interface AiEndpoint {
  url: string
  key: string | undefined
  model: string
}

/** `name=value,name=value`, values as in a URL. */
const headers = list.transform((parts, ctx) => {
  const read: Record<string, string> = {}
  for (const part of parts) {
    const [, name, value = ''] = /^([\w-]+)=((?:[^%]|%[0-9a-f]{2})*)$/i.exec(part) ?? []
    if (name) read[name] = decodeURIComponent(value)
    else ctx.addIssue({ code: 'custom', message: 'must be name=value, separated by commas' })
  }
  return read
})

const together = (...all: unknown[]) => new Set(all.map((one) => one !== undefined)).size === 1

const environment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65535).default(8080),
    // Loopback unless told otherwise: the demo accounts have a known password.
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('data'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional(),
    // Joins several processes of one system; the password may stand in it (`redis://:password@host:6379/0`).
    REDIS_URL: z
      .url({ protocol: /^rediss?$/, error: 'must be an address that begins with redis:// or rediss://' })
      .refine(
        (url) => /^(\/\d*)?$/.test(new URL(url).pathname),
        'what follows the host must be the number of a database',
      )
      .optional(),
    // Standbys of that server for lists that may be a second old; several separated by commas.
    DATABASE_READ_URL: list.refine(
      (urls) => urls.every((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url)),
      'must begin with postgres://, several separated by commas',
    ),
    // How long a stopping server still takes requests, for a balancer to notice that it is not ready; milliseconds.
    DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(300),
    // Connections for transactions; a process opens up to four beside them: two that quick reads share, two for announcements.
    DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
    // Calls per address and minute; a whole clinic may sit behind one address.
    CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(1200),
    TLS_CERT: z.string().min(1).optional(),
    TLS_KEY: z.string().min(1).optional(),
    STUN_URLS: list,
    TURN_URLS: list,
    TURN_SECRET: z.string().min(1).optional(),
    // Rooms run on LiveKit: its address as browsers reach it, and the key that signs for it.
    LIVEKIT_URL: z
      .url({ protocol: /^(wss?|https?)$/ })
      .refine((url) => new URL(url).pathname === '/' && !new URL(url).search, 'must be an address without a path')
      .optional(),
    LIVEKIT_API_KEY: z.string().min(1).optional(),
    LIVEKIT_API_SECRET: z.string().min(1).optional(),
    // Its egress service records the rooms, into the bucket or into a folder that both sides have under this path.
    LIVEKIT_EGRESS: flag.optional(),
    LIVEKIT_EGRESS_DIR: z.string().startsWith('/', 'must be a whole path, the same on both sides').optional(),
    DEMO: flag.optional(),
    DEMO_TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Taipei').default('Asia/Taipei'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    // Addresses of proxies whose X-Forwarded-For is believed; nobody's by default.
    TRUST_PROXY: list,
    PUBLIC_URL: z.url().optional(),
    // A comm service elsewhere: an origin, which has to allow the portal's own (CORS).
    COMM_URL: z
      .url()
      .refine((url) => new URL(url).origin === url.replace(/\/$/, ''), 'must be an origin without a path')
      .transform((url) => new URL(url).origin)
      .optional(),
    // Where portraits and photos of staff are sent to and shown from: another process of this installation.
    UPLOAD_URL: z
      .url({ protocol: /^https?$/ })
      .refine((url) => new URL(url).origin === url.replace(/\/$/, ''), 'must be an origin without a path')
      .transform((url) => new URL(url).origin)
      .optional(),
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    S3_REGION: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'must be the name of a region')
      .default('us-east-1'),
    S3_BUCKET: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        'must be the name of a bucket: 3 to 63 of a to z, digits, dots, dashes',
      )
      .optional(),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    S3_PATH_STYLE: flag.optional(),
    METRICS_TOKEN: z.string().min(16).optional(),
    // The names of OpenTelemetry's own configuration.
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    OTEL_EXPORTER_OTLP_HEADERS: headers,
    // `development` keeps outgoing messages where an administrator can read them, codes included; `live` sends them.
    OUTBOX: z.enum(['development', 'live']).optional(),
    // `development`: a payment page of the house's own, where nothing is paid; `none`: paid at the desk alone.
    CHECKOUT: z.enum(['development', 'none']).optional(),
    SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
    SMS_TOKEN: z.string().min(1).optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    SMTP_FROM: z.email().optional(),
    LINE_CHANNEL_TOKEN: z.string().min(1).optional(),
    LINE_CHANNEL_SECRET: z.string().min(1).optional(),
    LINE_ACCOUNT: z
      .string()
      .regex(/^@[\w.-]{2,40}$/, 'must be the id of the account, such as @teleward')
      .optional(),
    LINE_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.line.me'),
    WECHAT_APP_ID: z.string().min(1).optional(),
    WECHAT_APP_SECRET: z.string().min(1).optional(),
    WECHAT_TOKEN: z.string().min(3).max(32).optional(),
    WECHAT_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.weixin.qq.com'),
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
      .optional(),
    VAPID_SUBJECT: z.url({ protocol: /^(https|mailto)$/ }).optional(),
    // Of age: for whom archives of `npm run backup` are encrypted, and by what `npm run restore` opens them.
    BACKUP_KEY: z.string().min(1).optional(),
    AI_URL: z.url({ protocol: /^https?$/ }).optional(),
    AI_KEY: z.string().min(1).optional(),
    AI_MODEL: z.string().min(1).optional(),
    OTEL_SERVICE_NAME: z.string().min(1).default('teleward'),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  })
  .refine((env) => Boolean(env.TLS_CERT) === Boolean(env.TLS_KEY), 'TLS_CERT and TLS_KEY belong together')
  .refine((env) => Boolean(env.SMTP_URL) === Boolean(env.SMTP_FROM), 'SMTP_URL and SMTP_FROM belong together')
  .refine((env) => !env.DATABASE_READ_URL.length || env.DATABASE_URL, 'DATABASE_READ_URL needs DATABASE_URL')
  .refine(
    (env) => together(env.LINE_CHANNEL_TOKEN, env.LINE_CHANNEL_SECRET, env.LINE_ACCOUNT),
    'LINE_CHANNEL_TOKEN, LINE_CHANNEL_SECRET and LINE_ACCOUNT belong together',
  )
  .refine(
    (env) => together(env.WECHAT_APP_ID, env.WECHAT_APP_SECRET),
    'WECHAT_APP_ID and WECHAT_APP_SECRET belong together',
  )
  .refine(
    (env) => together(env.VAPID_PRIVATE_KEY, env.VAPID_SUBJECT),
    'VAPID_PRIVATE_KEY and VAPID_SUBJECT belong together',
  )
  .refine(
    (env) => together(env.S3_BUCKET, env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY),
    'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together',
  )
  .refine((env) => !(env.S3_ENDPOINT || env.S3_PATH_STYLE !== undefined) || env.S3_BUCKET, {
    message: 'S3_ENDPOINT and S3_PATH_STYLE need S3_BUCKET',
  })
  // A message has no page around it: without the address a patient gets a link that leads nowhere.
  .refine(
    (env) => env.PUBLIC_URL || !(env.SMS_URL ?? env.SMTP_URL ?? env.LINE_CHANNEL_TOKEN ?? env.WECHAT_APP_ID),
    'links in messages need PUBLIC_URL, the address by which patients reach this server, as soon as SMS_URL, SMTP_URL, LINE_* or WECHAT_* is set',
  )
  .refine((env) => !env.UPLOAD_URL || env.PUBLIC_URL, 'UPLOAD_URL needs PUBLIC_URL, whose pages may ask there')
  .refine(
    (env) => together(env.LIVEKIT_URL, env.LIVEKIT_API_KEY, env.LIVEKIT_API_SECRET),
    'LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET belong together',
  )
  .refine((env) => !env.LIVEKIT_EGRESS || env.LIVEKIT_URL, 'LIVEKIT_EGRESS needs LIVEKIT_URL')
  .refine(
    (env) => !env.LIVEKIT_EGRESS || env.LIVEKIT_EGRESS_DIR || env.S3_BUCKET,
    'LIVEKIT_EGRESS needs S3_BUCKET or LIVEKIT_EGRESS_DIR, where its recordings come to',
  )
  .refine((env) => together(env.AI_URL, env.AI_MODEL), 'AI_URL and AI_MODEL belong together')
  .refine((env) => !env.TURN_URLS.length || env.TURN_SECRET, 'TURN_URLS needs TURN_SECRET')

export interface Config {
  port: number
  host: string
  dataDir: string
  backupKey: string | undefined
  databaseUrl: string | undefined
  databaseReadUrls: string[]
  databasePool: number
  redisUrl: string | undefined
  callsPerMinute: number
  drainMs: number
  tls: { cert: string; key: string } | undefined
  stunUrls: string[]
  turnUrls: string[]
  turnSecret: string | undefined
  livekit: LiveKitServer | undefined
  demo: boolean
  demoTimeZone: string
  logLevel: string
  trustProxy: string[]
  publicUrl: string | undefined
  commUrl: string | undefined
  uploadUrl: string | undefined
  /** Where files lie; undefined: in `dataDir`. */
  s3: ObjectStore | undefined
  metricsToken: string | undefined
  /** How messages leave; without a provider a channel fails, except in development, where the outbox keeps it. */
  outbox: {
    development: boolean
    sms: SmsGateway | undefined
    smtp: MailServer | undefined
    line: LineChannel | undefined
    wechat: WechatAccount | undefined
    push: PushSender | undefined
  }
  ai: AiEndpoint | undefined
  /** Where patients pay from home. */
  checkout: 'development' | 'none'
  /** Where traces go; `ratio`: how many of all. */
  otlp: { endpoint: string; headers: Record<string, string>; service: string; ratio: number } | undefined
}

/** Reads and checks the environment; a mistake in it names the variable. Empty counts as not set. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.') || 'configuration'}: ${issue.message}`)
    throw new Error(`The configuration is not usable:\n${lines.join('\n')}`)
  }
  const v = parsed.data
  return {
    port: v.PORT,
    host: v.HOST,
    dataDir: resolve(v.DATA_DIR),
    backupKey: v.BACKUP_KEY,
    databaseUrl: v.DATABASE_URL,
    databaseReadUrls: v.DATABASE_READ_URL,
    databasePool: v.DATABASE_POOL,
    redisUrl: v.REDIS_URL,
    callsPerMinute: v.CALLS_PER_MINUTE,
    drainMs: v.DRAIN_MS,
    tls: v.TLS_CERT && v.TLS_KEY ? { cert: pem('TLS_CERT', v.TLS_CERT), key: pem('TLS_KEY', v.TLS_KEY) } : undefined,
    stunUrls: v.STUN_URLS,
    turnUrls: v.TURN_URLS,
    turnSecret: v.TURN_SECRET,
    livekit:
      v.LIVEKIT_URL && v.LIVEKIT_API_KEY && v.LIVEKIT_API_SECRET
        ? {
            url: new URL(v.LIVEKIT_URL.replace(/^http/, 'ws')).origin,
            key: v.LIVEKIT_API_KEY,
            secret: v.LIVEKIT_API_SECRET,
            egress: v.LIVEKIT_EGRESS ? { dir: v.LIVEKIT_EGRESS_DIR } : undefined,
          }
        : undefined,
    // Demo data belong to the embedded database; on a server of one's own only on request.
    demo: v.DEMO ?? v.DATABASE_URL === undefined,
    demoTimeZone: v.DEMO_TIME_ZONE,
    logLevel: v.LOG_LEVEL,
    trustProxy: v.TRUST_PROXY,
    publicUrl: v.PUBLIC_URL && bare(v.PUBLIC_URL),
    commUrl: v.COMM_URL,
    uploadUrl: v.UPLOAD_URL,
    s3: objectStore(v),
    metricsToken: v.METRICS_TOKEN,
    outbox: {
      development: (v.OUTBOX ?? (v.DATABASE_URL || anyProvider(v) ? 'live' : 'development')) === 'development',
      sms: v.SMS_URL ? { url: v.SMS_URL, token: v.SMS_TOKEN } : undefined,
      smtp: v.SMTP_URL && v.SMTP_FROM ? mailServer(v.SMTP_URL, v.SMTP_FROM) : undefined,
      line:
        v.LINE_CHANNEL_TOKEN && v.LINE_CHANNEL_SECRET && v.LINE_ACCOUNT
          ? {
              url: bare(v.LINE_API_URL),
              token: v.LINE_CHANNEL_TOKEN,
              secret: v.LINE_CHANNEL_SECRET,
              account: v.LINE_ACCOUNT,
            }
          : undefined,
      wechat:
        v.WECHAT_APP_ID && v.WECHAT_APP_SECRET
          ? { url: bare(v.WECHAT_API_URL), appId: v.WECHAT_APP_ID, secret: v.WECHAT_APP_SECRET, token: v.WECHAT_TOKEN }
          : undefined,
      push:
        v.VAPID_PRIVATE_KEY && v.VAPID_SUBJECT
          ? { privateKey: v.VAPID_PRIVATE_KEY, subject: v.VAPID_SUBJECT }
          : undefined,
    },
    ai: v.AI_URL && v.AI_MODEL ? { url: bare(v.AI_URL), key: v.AI_KEY, model: v.AI_MODEL } : undefined,
    // Nobody pays with pretended money unless told so: by default where the demo data are.
    checkout: v.CHECKOUT ?? ((v.DEMO ?? v.DATABASE_URL === undefined) ? 'development' : 'none'),
    otlp: v.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: v.OTEL_EXPORTER_OTLP_HEADERS,
          service: v.OTEL_SERVICE_NAME,
          ratio: v.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
  }
}

function objectStore(v: z.output<typeof environment>): ObjectStore | undefined {
  if (!v.S3_BUCKET || !v.S3_ACCESS_KEY_ID || !v.S3_SECRET_ACCESS_KEY) return undefined
  return {
    endpoint: v.S3_ENDPOINT && bare(v.S3_ENDPOINT),
    region: v.S3_REGION,
    bucket: v.S3_BUCKET,
    accessKeyId: v.S3_ACCESS_KEY_ID,
    secretAccessKey: v.S3_SECRET_ACCESS_KEY,
    // Most servers of one's own have no name for each bucket.
    pathStyle: v.S3_PATH_STYLE ?? v.S3_ENDPOINT !== undefined,
  }
}

const bare = (url: string) => url.replace(/\/+$/, '')
/** With any provider configured, messages are meant to be sent for real. */
const anyProvider = (v: z.output<typeof environment>) =>
  v.SMS_URL ?? v.SMTP_URL ?? v.LINE_CHANNEL_TOKEN ?? v.WECHAT_APP_ID ?? v.VAPID_PRIVATE_KEY

function mailServer(text: string, from: string): MailServer {
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    user: url.username ? decodeURIComponent(url.username) : undefined,
    password: url.password ? decodeURIComponent(url.password) : undefined,
    from,
  }
}

function pem(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${name}: the file ${path} cannot be read`, { cause: error })
  }
}
