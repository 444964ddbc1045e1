import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 with what authenticator apps take for granted: SHA-1, six digits, thirty seconds. */
const STEP_S = 30
const DIGITS = 6
/** A clock may be off by a step to either side. */
const DRIFT = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const stepOf = (at: Date) => Math.floor(at.getTime() / 1000 / STEP_S)

/** RFC 4226. */
export function hotp(key: Uint8Array, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', key).update(message).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The step whose code this is, newer than the last one used; undefined where it is none. */
export function stepMatching(secret: string, code: string, now: Date, lastStep: number): number | undefined {
  const given = Buffer.from(code.normalize('NFKC').replace(/\s/g, ''))
  const key = fromBase32(secret)
  let found: number | undefined
  // Each is looked at, whichever fits.
  for (let step = stepOf(now) - DRIFT; step <= stepOf(now) + DRIFT; step += 1) {
    const right = Buffer.from(hotp(key, step))
    if (given.length === right.length && timingSafeEqual(given, right) && step > lastStep) found ??= step
  }
  return found
}

export const newSecret = () => toBase32(randomBytes(20))

export function toBase32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}
export function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2))
}

/** What the QR code says to an authenticator app. */
export function otpauth(secret: string, account: string, issuer: string): string {
  const label = encodeURIComponent(`${issuer}:${account}`)
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&digits=${DIGITS}&period=${STEP_S}`
}

const RECOVERY_CODES = 10
/** Ten times fifty bits, in a spelling without look-alikes. */
export const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(7)).slice(0, 10).replace(/^.{5}/, '$&-'))
/** As typed: case, hyphen and spaces aside. */
export const recoveryCode = (typed: string) => typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
