import { normaliseId } from '@teleward/contract/core/identity.ts'
import { searchKey } from '@teleward/contract/core/search-key.ts'
import { PHONE_PART_MIN, phonePart } from '@teleward/contract/members/search.ts'
import type { RawBuilder } from 'kysely'
import { sql } from '../platform/db/index.ts'

/**
 * Somebody found by a part of a name, of a member by the member number, too; whatever the case, width, accents, blanks and form
 * of the characters. `alias` is a row of `member` or of `staff`. What has nothing but hyphens and dots names nobody.
 */
export function isNamed(alias: string, q: string): RawBuilder<boolean> {
  const key = searchKey(q)
  return key === '' ? sql<boolean>`false` : sql<boolean>`strpos(${sql.ref(`${alias}.search_keys`)}, ${key}) > 0`
}

/** A member found as `isNamed` does, by a part of the phone from four digits on, or by the whole id. */
export function isMember(alias: string, q: string): RawBuilder<boolean> {
  const phone = phonePart(q)
  const id = normaliseId(q)
  const ways = [
    isNamed(alias, q),
    ...(id === '' ? [] : [sql`${sql.ref(`${alias}.id_number`)} = ${id}`]),
    ...(phone !== null && phone.length >= PHONE_PART_MIN
      ? [sql`strpos(coalesce(${sql.ref(`${alias}.mobile`)}, ''), ${phone}) > 0`]
      : []),
  ]
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}

/** The same of a name that stands in no row of its own: an expression of the statement. */
export function holdsName(name: RawBuilder<unknown>, q: string): RawBuilder<boolean> {
  const key = searchKey(q)
  return key === '' ? sql<boolean>`false` : sql<boolean>`strpos(search_key(${name}), ${key}) > 0`
}
