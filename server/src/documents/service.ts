import { createHash, randomBytes } from 'node:crypto'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import {
  CODE_LENGTH,
  codeFrom,
  codeTyped,
  type DocumentCheck,
  type DocumentKind,
} from '@teleward/contract/documents/schema.ts'
import type { AttachedRecords, Referral } from '@teleward/contract/referrals/schema.ts'
import type { StatementDetail } from '@teleward/contract/settlement/schema.ts'
import { canSeeNote, canSeeReferral } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Made } from './paper.ts'
import { Renderer } from './renderer.ts'
import { institutionOf, letterSource, noteSource, staffNames, type Subject } from './source.ts'

/** So often it is made anew when its source changed meanwhile. */
const TRIES = 3

export interface Asked {
  kind: DocumentKind
  id: string
  lang: Locale
}
interface Around {
  read: Read
  tx: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  who: StaffActor
  now: () => Date
  /** Where a code is looked up. */
  checkAt: string
}
export interface Printed extends Made {
  code: string
  subject: Subject
  /** What let the caller read it. */
  reason: string
}

/**
 * Makes the document and keeps its code. A source that changes while it is made makes it anew, so that what is handed out is
 * what stands there; one that does not rest is refused (VERSION_STALE).
 */
export async function printed(around: Around, asked: Asked): Promise<Printed> {
  for (let count = 0; count < TRIES; count++) {
    const code = codeFrom(randomBytes(CODE_LENGTH))
    const made = await make(around, asked, code)
    if (await around.tx((tx) => keep(tx, around, asked, made))) return made
  }
  throw new AppError('VERSION_STALE')
}

interface Drawn extends Printed {
  draft: boolean
}
const renderer = new Renderer()
async function make({ read, who, now, checkAt }: Around, { kind, id, lang }: Asked, code: string): Promise<Drawn> {
  const head = {
    way: { lang, zone: who.timeZone },
    institution: await institutionOf(read, who.partnerId),
    by: await staffNames(read, who.mid),
    at: now().toISOString(),
    code,
    checkAt,
  }
  if (kind === 'referral') {
    const { letter, records, subject } = await letterSource(read, who, id)
    const made = await renderer.render({ ...head, kind, letter, records })
    return { ...made, code, subject, draft: false, reason: letter.side }
  }
  const source = await noteSource(read, who, kind, id)
  const { note, access } = source
  const draft = note.state === 'draft' || note.state === 'prepared'
  const made = await renderer.render({ ...head, kind, source, draft })
  return { ...made, code, subject: { pid: note.pid, version: note.version }, draft, reason: access }
}

/** A statement of what visits brought, for whoever may read it: no code goes along, the bank's reference stands in it. */
export async function printedStatement(
  { read, who, now }: { read: Read; who: StaffActor; now: Date },
  statement: StatementDetail,
  lang: Locale,
): Promise<Made> {
  return renderer.render({
    kind: 'statement',
    way: { lang, zone: who.timeZone },
    institution: await institutionOf(read, who.partnerId),
    by: await staffNames(read, who.mid),
    at: now.toISOString(),
    code: null,
    checkAt: '',
    statement,
  })
}

export interface AskedOutside {
  /** The system's, which alone knows whose link it is. */
  read: Read
  tx: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  letter: Referral
  records: AttachedRecords | null
  partnerId: number
  zone: string
  lang: Locale
  now: Date
  checkAt: string
}
/** The letter for the institution outside it went to: as its sender's, whose document it is. VERSION_STALE: it changed meanwhile. */
export async function printedForOutside(ask: AskedOutside): Promise<Made & { code: string }> {
  const { read, letter, records, partnerId, zone, lang, now, checkAt } = ask
  const code = codeFrom(randomBytes(CODE_LENGTH))
  const made = await renderer.render({
    kind: 'referral',
    way: { lang, zone },
    institution: await institutionOf(read, partnerId),
    by: letter.from,
    at: now.toISOString(),
    code,
    checkAt,
    letter,
    records,
  })
  const sha256 = createHash('sha256').update(made.bytes).digest('hex')
  const kept = await ask.tx((tx) =>
    tx.run(sql`
      insert into printed_document (code, partner_id, mid, kind, target, version, draft, lang, pages, sha256, made_at)
      select ${code}, ${partnerId}, ${letter.from.mid}, 'referral', r.id, r.version, false, ${lang}, ${made.pages}, ${sha256}, ${now.toISOString()}::timestamptz
      from referral r where r.id = ${letter.id}::uuid and r.version = ${letter.version}`),
  )
  if (!kept) throw new AppError('VERSION_STALE')
  return { ...made, code }
}

const sourceOf = (kind: DocumentKind) =>
  kind === 'referral' ? sql`referral s where ${canSeeReferral('s')}` : sql`note s where ${canSeeNote('s')}`
/** False where the source is no more what it was: nothing is kept then. */
async function keep(tx: Tx, { who, now }: Around, { kind, id, lang }: Asked, made: Drawn): Promise<boolean> {
  const { code, subject, pages, bytes, draft } = made
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const kept = await tx.run(sql`
    insert into printed_document (code, partner_id, mid, kind, target, version, draft, lang, pages, sha256, made_at)
    select ${code}, ${asking.partner}::int, ${who.mid}, ${kind}, s.id, s.version, ${draft}, ${lang}, ${pages},
      ${sha256}, ${now().toISOString()}::timestamptz
    from ${sourceOf(kind)} and s.id = ${id}::uuid and s.version = ${subject.version}`)
  return kept > 0
}

/** What a code tells, to whoever has it. NOT_FOUND: none was given out so. */
export async function checked(read: Read, typed: string): Promise<DocumentCheck> {
  const code = codeTyped(typed)
  const [row] = code
    ? await read(sql<{ found: DocumentCheck }>`
        select jsonb_build_object('code', d.code, 'kind', d.kind, 'institution', p.name, 'institutionEn', p.name_en, 'madeAt', d.made_at,
          'pages', d.pages, 'sha256', d.sha256, 'state', case when coalesce(n.state, r.state) = 'withdrawn' then 'withdrawn' when d.draft then 'draft'
            when coalesce(n.version, r.version) = d.version then 'current' else 'superseded' end) as found
        from printed_document d join partner p on p.id = d.partner_id
          left join note n on d.kind <> 'referral' and n.id = d.target left join referral r on d.kind = 'referral' and r.id = d.target
        where d.code = ${code}`)
    : []
  if (!row) throw new AppError('NOT_FOUND')
  return row.found
}
