import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { noteParts } from '@teleward/contract/emr/schema.ts'
import { SHORT_CODE } from '@teleward/contract/snippets/schema.ts'
import {
  type NoteTemplate,
  TEMPLATES_MAX,
  type upsertNoteTemplate,
} from '@teleward/contract/snippets/template-endpoints.ts'
import { canSeeTemplate } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

/** Width, case and forms of a character make no other name. */
const keyOf = (text: string) => text.normalize('NFKC').toLowerCase()

interface Division {
  division: string | null
  divisionEn: string | null
}
export async function divisionOf(read: Read, who: StaffActor): Promise<Division> {
  const [row] = await read(sql<Division>`
    select sp.division, sp.division_en as "divisionEn" from staff_partner sp
    where sp.mid = ${who.mid} and sp.partner_id = ${who.partnerId}`)
  return row?.division ? row : { division: null, divisionEn: null }
}

export async function templatesOf(read: Read, who: StaffActor, id?: number): Promise<NoteTemplate[]> {
  const rows = await read(sql<{ row: NoteTemplate }>`
    select t.parts || jsonb_build_object('id', t.id, 'name', t.name, 'code', t.code, 'division', t.division,
      'divisionEn', t.division_en, 'owner', (select s.name from staff s where s.mid = t.owner_mid),
      'own', t.owner_mid = ${who.mid}, 'version', t.version) as row
    from note_template t
    where t.partner_id = ${who.partnerId} and ${canSeeTemplate('t')} and (${id ?? null}::int is null or t.id = ${id ?? null}::int)
    order by (t.owner_mid = ${who.mid}) desc, t.name_key, t.id`)
  return rows.map(({ row }) => row)
}

/** One writer of a person's templates at a time: 'no name twice' and how many there may be are decided over all of them. */
const takeTurns = (tx: Tx, who: StaffActor) => tx.run(sql`select pg_advisory_xact_lock(7268, ${who.mid})`)
const refuse = (path: string, code: 'FIELD_EMPTY' | 'PHRASE_DUPLICATE' | 'VALUE_INVALID') =>
  new AppError(code, { fields: [{ path, code }] })

type Ask = EndpointParsed<typeof upsertNoteTemplate>['body']

/** FIELD_EMPTY, PHRASE_DUPLICATE and VALUE_INVALID by their fields, VERSION_STALE with the template as it is, NOT_FOUND: none of one's own. */
export async function keepTemplate(tx: Tx, who: StaffActor, now: Date, ask: Ask): Promise<NoteTemplate> {
  const name = (ask.name ?? '').trim().toWellFormed()
  if (!name) throw refuse('name', 'FIELD_EMPTY')
  const parts = Object.fromEntries(noteParts.map((part) => [part, ask[part].trim().toWellFormed()]))
  if (!Object.values(parts).some(Boolean)) throw refuse('s', 'FIELD_EMPTY')
  const code = ask.code?.trim() || null
  if (code !== null && !SHORT_CODE.test(code)) throw refuse('code', 'VALUE_INVALID')
  const { division, divisionEn } = await divisionOf(tx.many, who)
  // Who is of none has nobody to give it to.
  if (ask.shared && !division) throw refuse('shared', 'VALUE_INVALID')
  await takeTurns(tx, who)
  if (ask.id !== undefined) await requireOwn(tx, who, ask.id, ask.version)
  const key = keyOf(name)
  const twin = await tx.maybe(sql<{ named: boolean }>`
    select t.name_key = ${key} as named from note_template t
    where t.partner_id = ${who.partnerId} and t.owner_mid = ${who.mid} and ${canSeeTemplate('t')} and t.id <> ${ask.id ?? 0}
      and (t.name_key = ${key} or lower(t.code) = lower(${code}::text))
    order by (t.name_key = ${key}) desc limit 1`)
  if (twin) throw refuse(twin.named ? 'name' : 'code', 'PHRASE_DUPLICATE')
  const place = ask.shared ? { division, divisionEn } : { division: null, divisionEn: null }
  const kept = { ...place, name, key, code, parts }
  const id = ask.id === undefined ? await insert(tx, who, kept, now) : await update(tx, who, ask.id, kept, now)
  return one(tx, who, id)
}

interface Kept extends Division {
  name: string
  key: string
  code: string | null
  parts: Record<string, string>
}
async function insert(tx: Tx, who: StaffActor, kept: Kept, now: Date): Promise<number> {
  const { n } = await tx.one(sql<{ n: number }>`
    select count(*)::int as n from note_template t
    where t.partner_id = ${who.partnerId} and t.owner_mid = ${who.mid} and ${canSeeTemplate('t')}`)
  if (n >= TEMPLATES_MAX) throw refuse('name', 'VALUE_INVALID')
  const row = await tx.one(sql<{ id: number }>`
    insert into note_template (partner_id, owner_mid, name, name_key, code, division, division_en, parts, updated_at)
    values (${who.partnerId}, ${who.mid}, ${kept.name}, ${kept.key}, ${kept.code}::text, ${kept.division}::text,
      ${kept.divisionEn}::text, ${json(kept.parts)}, ${now}) returning id`)
  return row.id
}
async function update(tx: Tx, who: StaffActor, id: number, kept: Kept, now: Date): Promise<number> {
  await tx.run(sql`
    update note_template set name = ${kept.name}, name_key = ${kept.key}, code = ${kept.code}::text, division = ${kept.division}::text,
      division_en = ${kept.divisionEn}::text, parts = ${json(kept.parts)}, version = version + 1, updated_at = ${now}
    where id = ${id} and owner_mid = ${who.mid}`)
  return id
}

async function requireOwn(tx: Tx, who: StaffActor, id: number, version: number | undefined): Promise<void> {
  const row = await tx.maybe(sql<{ version: number }>`
    select t.version from note_template t
    where t.id = ${id} and t.partner_id = ${who.partnerId} and t.owner_mid = ${who.mid} and ${canSeeTemplate('t')} for update`)
  if (!row) throw new AppError('NOT_FOUND')
  if (row.version !== version) throw new AppError('VERSION_STALE', { data: await one(tx, who, id) })
}
async function one(tx: Tx, who: StaffActor, id: number): Promise<NoteTemplate> {
  const [template] = await templatesOf(tx.many, who, id)
  if (!template) throw new AppError('NOT_FOUND')
  return template
}

/** VERSION_STALE with the template as it is, NOT_FOUND: none of one's own. */
export async function removeTemplate(
  tx: Tx,
  who: StaffActor,
  ask: { id: number; version: number },
): Promise<{ id: number }> {
  await takeTurns(tx, who)
  await requireOwn(tx, who, ask.id, ask.version)
  await tx.run(sql`delete from note_template where id = ${ask.id} and owner_mid = ${who.mid}`)
  return { id: ask.id }
}
