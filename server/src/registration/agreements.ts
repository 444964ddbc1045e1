import type { Agreement } from '@teleward/contract/registration/schema.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { texts } from './agreement-texts.ts'

export type AgreementKind = Agreement['kind']

/** Newest first. A version that was published stays here for ever, and so does its address. */
const versions: Readonly<Record<AgreementKind, readonly string[]>> = {
  agreement: ['2026-01'],
  privacy: ['2026-01'],
}

export const newestVersion = (kind: AgreementKind): string => versions[kind][0] ?? ''

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
