import { z } from 'zod'
import { instant } from '../core/scalars.ts'

/** What is made as a PDF. Of a referral the letter; of the others a note. */
export const documentKinds = ['record', 'prescription', 'certificate', 'referral'] as const
export const documentKind = z.enum(documentKinds)
export type DocumentKind = z.output<typeof documentKind>

/**
 * A code as it stands on paper: three groups of four, of letters and digits that are not taken for one another (Crockford's
 * base 32). 60 bits of chance: nobody finds one by trying.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 12
export const codeFrom = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, CODE_LENGTH), (byte) => ALPHABET[byte % 32]).join('')
export const codeShown = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code
/** As it was typed from paper: small letters, blanks, O for 0, I and L for 1. Null where it is none. */
export function codeTyped(text: string): string | null {
  const code = text
    .toUpperCase()
    .replace(/[\s\-‐–]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(code) ? code : null
}

/** What is told of a document to whoever has its code: nothing of the patient. */
export const documentCheck = z.object({
  code: z.string(),
  kind: documentKind,
  institution: z.string(),
  institutionEn: z.string().nullable(),
  madeAt: instant,
  pages: z.number().int(),
  /** SHA-256 over the file's bytes, in hexadecimal: a file of another value was changed. */
  sha256: z.string(),
  /**
   * `current`: what it was made from is the same today. `superseded`: there is a newer version. `withdrawn`: its author has
   * withdrawn it. `draft`: it was made before the signature and proves nothing.
   */
  state: z.enum(['current', 'superseded', 'withdrawn', 'draft']),
})
export type DocumentCheck = z.output<typeof documentCheck>
