import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify as holds } from 'node:crypto'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { z } from 'zod'
import type { Db } from '../platform/db/index.ts'
import { installationSecret } from '../platform/secret.ts'

/** The seed of an Ed25519 key stands behind this head (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SHEET = 'auditlog.xlsx'
const STATEMENT = 'signature.json'

/** The key that signs exports: one an installation, made when it is first needed, the same in every process. */
export async function exportKeyOf(db: Db): Promise<KeyObject> {
  const seed = (await installationSecret(db, 'auditExportKey')).subarray(0, 32)
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
}
const publicOf = (key: KeyObject): Buffer => createPublicKey(key).export({ format: 'der', type: 'spki' })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Short enough to read aloud: what the screen shows, to be compared with what a check of the file prints. */
export const fingerprint = (key: KeyObject): string => shortened(publicOf(key))
const shortened = (spki: Buffer) => sha256(spki).slice(0, 16).match(/.{4}/g)?.join(' ') ?? ''

/** What is signed of an export. */
const statement = z.object({
  file: z.literal(SHEET),
  sha256: z.string(),
  rows: z.number().int(),
  total: z.number().int(),
  filters: z.record(z.string(), z.unknown()),
  institution: z.number().int(),
  by: z.object({ mid: z.number().int(), name: z.string() }),
  at: z.iso.datetime(),
  /** How far the chain of seals was walked when it was last verified, and its last seal. */
  chain: z.object({ verifiedAt: z.string().nullable(), sealed: z.number().int(), head: z.string().nullable() }),
})
export type Statement = z.output<typeof statement>
const signed = z.object({
  statement: z.string(),
  algorithm: z.literal('Ed25519'),
  publicKey: z.string(),
  signature: z.string(),
})

/** The archive: the sheet, and beside it the statement as the text that was signed. */
export function archived(key: KeyObject, sheet: Uint8Array, about: Omit<Statement, 'file' | 'sha256'>): Uint8Array {
  const text = JSON.stringify({ file: SHEET, sha256: sha256(sheet), ...about } satisfies Statement)
  const said: z.output<typeof signed> = {
    statement: text,
    algorithm: 'Ed25519',
    publicKey: publicOf(key).toString('base64'),
    signature: sign(null, Buffer.from(text), key).toString('base64'),
  }
  // What is packed already is not packed again.
  return zipSync({ [SHEET]: [sheet, { level: 0 }], [STATEMENT]: strToU8(`${JSON.stringify(said, null, 1)}\n`) })
}

export type Checked =
  | { ok: true; statement: Statement; key: string }
  | { ok: false; what: 'notAnExport' | 'signature' | 'file' }

/** Is an archive as it was signed? Whose key it was, its fingerprint tells: compare it with the audit screen's. */
export function checked(archive: Uint8Array): Checked {
  try {
    const parts = unzipSync(archive)
    const sheet = parts[SHEET]
    const said = signed.safeParse(JSON.parse(strFromU8(parts[STATEMENT] ?? new Uint8Array())))
    if (!sheet || !said.success) return { ok: false, what: 'notAnExport' }
    const { statement: text, publicKey, signature } = said.data
    const spki = Buffer.from(publicKey, 'base64')
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    if (!holds(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))) return { ok: false, what: 'signature' }
    const about = statement.parse(JSON.parse(text))
    if (sha256(sheet) !== about.sha256) return { ok: false, what: 'file' }
    return { ok: true, statement: about, key: shortened(spki) }
  } catch {
    // Neither an archive, nor JSON, nor a key: whatever it is, it was not made here.
    return { ok: false, what: 'notAnExport' }
  }
}
