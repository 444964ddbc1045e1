import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { BlockList, isIPv4 } from 'node:net'
import { z } from 'zod'
import type { Config, PushSender } from '../platform/config.ts'
import type { Db } from '../platform/db/index.ts'
import { askProvider, isTemporary } from '../platform/provider-request.ts'
import { installationSecret } from '../platform/secret.ts'
import type { Provider } from './provider.ts'

/** What a browser's `PushSubscription` says of itself; as JSON it is the message's recipient. */
export const pushSubscription = z.object({
  endpoint: z.url(),
  keys: z.object({ p256dh: z.string().regex(/^[\w-]{87}=?$/), auth: z.string().regex(/^[\w-]{22}(==)?$/) }),
})
const RECORD = 4096
/** So long a push service keeps it for a browser that is off; a message has its own end as well. */
const TTL_S = 12 * 3600
const TOKEN_S = 12 * 3600

interface Options {
  now?: () => Date
  /** Push services are on the open net and speak TLS; a machine of one's own is none. */
  allows?: (url: URL) => boolean
  /** A name's addresses. */
  resolve?: (hostname: string) => Promise<{ address: string; family: number }[]>
}
export const isOpenPush = ({ protocol, hostname }: URL) =>
  protocol === 'https:' && hostname.includes('.') && !/^[\d.]+$|:|\.(local|internal|localhost)$/.test(hostname)

const inner = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(net, bits, 'ipv6')

/** Addresses of the machine, its networks, and of what answers for them; IPv4 within IPv6 is looked at as IPv4. */
export function isInner(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  return inner.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}
const addressesOf = (hostname: string) => lookup(hostname, { all: true })

/**
 * RFC 8030 to a browser's push service, the content closed to it (RFC 8291), and signed for by VAPID (RFC 8292). By hand,
 * and held by the RFC's own example: `web-push` would bring an HTTP client, a proxy agent and a JWT library of its own
 * past `askProvider`, for what is two calls of `node:crypto`.
 */
export function webPush(
  sender: PushSender,
  { now = () => new Date(), allows = isOpenPush, resolve }: Options = {},
): Provider {
  const own = ownKeys(sender)
  // Whoever chooses the machines that may be asked has chosen them by name.
  const named = resolve ?? (allows === isOpenPush ? addressesOf : undefined)
  return {
    name: 'webpush',
    async send({ to, subject, text }) {
      const read = pushSubscription.safeParse(jsonOf(to))
      const url = read.success ? new URL(read.data.endpoint) : undefined
      if (!read.success || !url || !allows(url)) return { ok: false, temporary: false, reason: 'NO_CHANNEL' }
      const at = await named?.(url.hostname).catch(() => [])
      if (at?.length === 0) return { ok: false, temporary: true, reason: 'UNREACHABLE' }
      // A name on the open net that leads into this one: its owner would have the server knock there.
      if (at?.some(({ address }) => isInner(address))) return { ok: false, temporary: false, reason: 'NO_CHANNEL' }
      const { p256dh, auth } = read.data.keys
      const body = sealed(Buffer.from(JSON.stringify({ title: subject, body: text })), p256dh, auth)
      if (!body) return { ok: false, temporary: false, reason: 'NO_CHANNEL' }
      const said = await askProvider(url.href, {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String(TTL_S),
          authorization: own.authorization(url.origin, now()),
        },
        body: new Uint8Array(body),
      })
      if ('failed' in said) return { ok: false, temporary: true, reason: said.failed }
      const { status } = said
      if (status >= 200 && status < 300) return { ok: true, providerId: said.headers.get('location') }
      // 404 and 410: the browser is not subscribed any more.
      const gone = status === 404 || status === 410
      return { ok: false, temporary: isTemporary(status), reason: gone ? 'NO_CHANNEL' : `HTTP ${status}` }
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is no subscription is refused as none by the schema.
    return undefined
  }
}

type Configured = Pick<Config, 'outbox' | 'publicUrl'>
/** The key by configuration, or this installation's own; none where nothing is to leave the machine. */
async function senderOf(db: Db, { outbox, publicUrl }: Configured): Promise<PushSender | null> {
  if (outbox.push) return outbox.push
  if (outbox.development) return null
  const privateKey = (await installationSecret(db, 'vapid')).toString('base64url')
  return { privateKey, subject: publicUrl?.startsWith('https:') ? publicUrl : 'mailto:postmaster@localhost' }
}
/** What browsers subscribe with; null: no push goes out. */
export async function pushKey(db: Db, config: Configured): Promise<string | null> {
  const sender = await senderOf(db, config)
  return sender && ownKeys(sender).publicKey
}
/** Signed for by the installation's own key, which is made when the first message goes out. */
export function ownPush(db: Db, config: Configured): Provider {
  return {
    name: 'webpush',
    send: async (message) => {
      const sender = await senderOf(db, config)
      return sender ? webPush(sender).send(message) : { ok: false, temporary: false, reason: 'PROVIDER_MISSING' }
    },
  }
}

interface Own {
  /** What browsers subscribe with (`applicationServerKey`). */
  publicKey: string
  authorization(audience: string, now: Date): string
}
export function ownKeys({ privateKey, subject }: PushSender): Own {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  const point = curve.getPublicKey()
  const publicKey = point.toString('base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', d: privateKey, x: part(1), y: part(33) },
  })
  const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return {
    publicKey,
    authorization(aud, now) {
      const exp = Math.floor(now.getTime() / 1000) + TOKEN_S
      const claim = `${json({ typ: 'JWT', alg: 'ES256' })}.${json({ aud, exp, sub: subject })}`
      const proof = sign('sha256', Buffer.from(claim), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
      return `vapid t=${claim}.${proof}, k=${publicKey}`
    },
  }
}

/** RFC 8291: to the browser's key, with a key and a salt of this message alone. Null where its key is no point. */
export function sealed(
  plain: Buffer,
  p256dh: string,
  auth: string,
  once: { salt: Buffer; key?: Buffer } = { salt: randomBytes(16) },
): Buffer | null {
  const theirs = Buffer.from(p256dh, 'base64url')
  const mine = createECDH('prime256v1')
  if (once.key) mine.setPrivateKey(once.key)
  else mine.generateKeys()
  let shared: Buffer
  try {
    shared = mine.computeSecret(theirs)
  } catch {
    // Not on the curve: no browser made this key.
    return null
  }
  const point = mine.getPublicKey()
  const derive = (secret: Uint8Array, salt: Uint8Array, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, point])
  const secret = derive(shared, Buffer.from(auth, 'base64url'), keyInfo, 32)
  const key = derive(secret, once.salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, once.salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // One record, the last: ended by 2.
  const content = Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.from([2])])), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD)
  return Buffer.concat([once.salt, size, Buffer.from([point.length]), point, content, cipher.getAuthTag()])
}
