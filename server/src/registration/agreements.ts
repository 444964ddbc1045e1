import type { Agreement } from '@teleward/contract/registration/schema.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { texts } from './agreement-texts.ts'

export type AgreementKind = Agreement['kind']

/** Newest first. A version that was published stays here for ever, and so does its address. */
const versions: Readonly<Record<AgreementKind, readonly string[]>> = {
  agreement: ['2026-01'],
  privacy: ['2026-01'],
}

export const newestVersion = (kind: AgreementKind): string => versions[kind][0] ?? ''

const kinds = ['agreement', 'privacy'] as const
/** Both in their newest version: AGREEMENT_REQUIRED names the one that is missing. */
export function refuseUnread(accepted: Readonly<Partial<Record<AgreementKind, string | undefined>>>): void {
  for (const kind of kinds)
    if (accepted[kind] !== newestVersion(kind))
      throw new AppError('AGREEMENT_REQUIRED', {
        data: { kind, version: newestVersion(kind) },
        fields: [{ path: kind, code: 'AGREEMENT_REQUIRED' }],
      })
}

export interface Accepting {
  mid: number
  lang: Locale
  at: Date
  ip: string
  userAgent: string
}
/** Keeps that both were accepted, in which version and when (AUTH-07); twice is once. */
export async function keepAccepted(tx: Tx, { mid, lang, at, ip, userAgent }: Accepting): Promise<void> {
  for (const kind of kinds)
    await tx.run(sql`insert into agreement_acceptance (mid, kind, version, lang, accepted_at, ip, user_agent)
      values (${mid}, ${kind}, ${newestVersion(kind)}, ${lang}, ${at}, ${ip}, ${userAgent}) on conflict do nothing`)
}

/** An unknown version answers the newest, and says so by its own. */
export function agreementOf(kind: AgreementKind, asked: string | undefined, lang: Locale): Agreement {
  const known = versions[kind]
  const version = asked && known.includes(asked) ? asked : newestVersion(kind)
  const text = texts[`${kind}.${version}`]
  if (!text) throw new Error(`no text of ${kind} ${version}`)
  return {
    kind,
    version,
    lang,
    newest: version === newestVersion(kind),
    publishedAt: text.publishedAt,
    versions: [...known],
    ...text[lang],
  }
}
