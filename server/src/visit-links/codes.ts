import { createHmac, timingSafeEqual } from 'node:crypto'

/** Of a code that is told beside a link nothing is kept that could be tried out by who reads the table. */
export const codeHash = (secret: Buffer, linkId: string, code: string) =>
  createHmac('sha256', secret).update(`${linkId}:${code}`).digest('base64url')

export const sameHash = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
/** Digits as people type them: also full width, with blanks between. */
export const codeOf = (typed: string) => typed.normalize('NFKC').replace(/\D/g, '')
