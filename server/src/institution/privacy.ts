import { audience } from '@teleward/contract/core/event.ts'
import { privacyChanged } from '@teleward/contract/institution/events.ts'
import { localDay } from '@teleward/contract/core/zone.ts'
import { type Locale, locale } from '@teleward/contract/core/scalars.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { postPrivacyStatement } from '@teleward/contract/institution/endpoints.ts'
import {
  type PrivacyStatement,
  type StatementText,
  type StatementTexts,
  statementTexts,
} from '@teleward/contract/institution/schema.ts'
import { type Read, refuseUnitAdmin, takeTurn } from '../admin/scope.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { agreementOf } from '../registration/agreements.ts'

/** The product's own, while the institution has published none; it was accepted at the registration. */
const DEFAULT = 0
const standard = (lang: Locale) => agreementOf('privacy', undefined, lang)
function standardTexts(): StatementTexts {
  const of = (lang: Locale): StatementText => {
    const { title, sections } = standard(lang)
    return { title, sections }
  }
  return { 'zh-TW': of('zh-TW'), 'zh-CN': of('zh-CN'), en: of('en') }
}

interface Published {
  no: number
  at: Date
}
/** Newest first, without the texts. */
const published = (read: Read, who: StaffActor): Promise<Published[]> =>
  read(
    sql<Published>`select no, published_at as at from privacy_statement where partner_id = ${who.partnerId} order by no desc`,
  )

/** NOT_FOUND: no such version of the own institution. */
async function textsOf(read: Read, who: StaffActor, no: number): Promise<StatementTexts> {
  if (no === DEFAULT) return standardTexts()
  const [found] = await read(
    sql<{ texts: unknown }>`select texts from privacy_statement where partner_id = ${who.partnerId} and no = ${no}`,
  )
  if (!found) throw new AppError('NOT_FOUND')
  return statementTexts.parse(found.texts)
}
async function acceptedAt(read: Read, who: StaffActor, no: number): Promise<Date | null> {
  const [own] = await read(
    sql<{
      at: Date
    }>`select accepted_at as at from privacy_acceptance where mid = ${who.mid} and partner_id = ${who.partnerId} and no = ${no}`,
  )
  return own?.at ?? null
}
/** What was agreed to at the registration is the system's to read: whoever registers has no account yet. */
async function registeredAt(system: Read, mid: number): Promise<Date | null> {
  const [found] = await system(sql<{ at: Date }>`select accepted_at as at from agreement_acceptance
    where mid = ${mid} and kind = 'privacy' and version = ${standard('en').version}`)
  return found?.at ?? null
}

/** In the language that is asked for where it has it, else in the institution's first one. NOT_FOUND. */
export async function statement(
  read: Read,
  system: Read,
  who: StaffActor,
  { v, lang }: { v?: number | undefined; lang: Locale },
): Promise<PrivacyStatement> {
  const all = await published(read, who)
  const newest = all[0]?.no ?? DEFAULT
  const no = v ?? newest
  const texts = await textsOf(read, who, no)
  const at = (await acceptedAt(read, who, no)) ?? (no === DEFAULT ? await registeredAt(system, who.mid) : null)
  const shown = texts[lang] ? lang : 'zh-TW'
  const versions = [
    ...all.map((one) => ({ no: one.no, publishedOn: localDay(one.at, who.timeZone) })),
    { no: DEFAULT, publishedOn: standard(lang).publishedAt },
  ]
  return {
    no,
    newest: no === newest,
    publishedOn: versions.find((one) => one.no === no)?.publishedOn ?? standard(lang).publishedAt,
    lang: shown,
    languages: locale.options.filter((one) => texts[one] !== undefined),
    ...(texts[shown] ?? texts['zh-TW']),
    versions,
    acceptedAt: at?.toISOString() ?? null,
  }
}

/** Whole, for who writes the next one. */
export async function statementInFull(read: Read, who: StaffActor, no: number): Promise<StatementTexts> {
  await refuseUnitAdmin(read, who)
  return textsOf(read, who, no)
}

type New = EndpointParsed<typeof postPrivacyStatement>['body']
/** In force at once; those of before stay. VERSION_STALE: a colleague has published meanwhile. */
export async function publish(tx: Tx, who: StaffActor, now: Date, { after, texts }: New): Promise<{ no: number }> {
  await refuseUnitAdmin(tx.many, who)
  await takeTurn(tx, who, who.partnerId)
  const newest = (await published(tx.many, who))[0]?.no ?? DEFAULT
  if (newest !== after) throw new AppError('VERSION_STALE', { data: { no: newest } })
  const no = newest + 1
  await tx.run(sql`insert into privacy_statement (partner_id, no, texts, published_by, published_at)
    values (${who.partnerId}, ${no}, ${json(texts)}::jsonb, ${who.mid}, ${now})`)
  await tx.emit(privacyChanged, [audience.partner(who.partnerId)], { no })
  return { no }
}

/** AGREEMENT_REQUIRED with the one that is in force: another than that cannot be accepted. */
export async function acceptStatement(
  tx: Tx,
  who: StaffActor,
  now: Date,
  { no, lang }: { no: number; lang: Locale },
): Promise<{ no: number; acceptedAt: string }> {
  const newest = (await published(tx.many, who))[0]?.no ?? DEFAULT
  if (no !== newest) throw new AppError('AGREEMENT_REQUIRED', { data: { kind: 'privacy', no: newest } })
  await tx.run(sql`insert into privacy_acceptance (mid, partner_id, no, lang, accepted_at)
    values (${who.mid}, ${who.partnerId}, ${no}, ${lang}, ${now}) on conflict do nothing`)
  await tx.emit(privacyChanged, [audience.staff(who.mid)], { no })
  const at = await acceptedAt(tx.many, who, no)
  return { no, acceptedAt: (at ?? now).toISOString() }
}
