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
}
/** Web push (RFC 8292): the server's own key, and whom a push service may write to about it. */
export interface PushSender {
  privateKey: string
  subject: string
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
    // How long a stopping server still takes requests, for a balancer to notice that it is not ready; milliseconds.
    DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(300),
    DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
    // Calls per address and minute; a whole clinic may sit behind one address.
    CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(1200),
    TLS_CERT: z.string().min(1).optional(),
    TLS_KEY: z.string().min(1).optional(),
    STUN_URLS: list,
    TURN_URLS: list,
    TURN_SECRET: z.string().min(1).optional(),
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
    WECHAT_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.weixin.qq.com'),
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
      .optional(),
    VAPID_SUBJECT: z.url({ protocol: /^(https|mailto)$/ }).optional(),
    AI_URL: z.url({ protocol: /^https?$/ }).optional(),
    AI_KEY: z.string().min(1).optional(),
    AI_MODEL: z.string().min(1).optional(),
    OTEL_SERVICE_NAME: z.string().min(1).default('teleward'),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  })
  .refine((env) => Boolean(env.TLS_CERT) === Boolean(env.TLS_KEY), 'TLS_CERT and TLS_KEY belong together')
  .refine((env) => Boolean(env.SMTP_URL) === Boolean(env.SMTP_FROM), 'SMTP_URL and SMTP_FROM belong together')
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
  .refine((env) => together(env.AI_URL, env.AI_MODEL), 'AI_URL and AI_MODEL belong together')
  .refine((env) => !env.TURN_URLS.length || env.TURN_SECRET, 'TURN_URLS needs TURN_SECRET')

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  databasePool: number
  callsPerMinute: number
  drainMs: number
  tls: { cert: string; key: string } | undefined
  stunUrls: string[]
  turnUrls: string[]
  turnSecret: string | undefined
  demo: boolean
  demoTimeZone: string
  logLevel: string
  trustProxy: string[]
  publicUrl: string | undefined
  commUrl: string | undefined
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
    databaseUrl: v.DATABASE_URL,
    databasePool: v.DATABASE_POOL,
    callsPerMinute: v.CALLS_PER_MINUTE,
    drainMs: v.DRAIN_MS,
    tls: v.TLS_CERT && v.TLS_KEY ? { cert: pem('TLS_CERT', v.TLS_CERT), key: pem('TLS_KEY', v.TLS_KEY) } : undefined,
    stunUrls: v.STUN_URLS,
    turnUrls: v.TURN_URLS,
    turnSecret: v.TURN_SECRET,
    // Demo data belong to the embedded database; on a server of one's own only on request.
    demo: v.DEMO ?? v.DATABASE_URL === undefined,
    demoTimeZone: v.DEMO_TIME_ZONE,
    logLevel: v.LOG_LEVEL,
    trustProxy: v.TRUST_PROXY,
    publicUrl: v.PUBLIC_URL,
    commUrl: v.COMM_URL,
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
          ? { url: bare(v.WECHAT_API_URL), appId: v.WECHAT_APP_ID, secret: v.WECHAT_APP_SECRET }
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

const bare = (url: string) => url.replace(/\/+$/, '')
/** Whoever sets one up means to send. */
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
