import { sql } from './kysely.ts'

/** Somebody of the staff under that alias of `staff`, as the contract's `staffBrief` has them. */
export const staffBriefJson = (alias: string) =>
  sql`jsonb_build_object('mid', ${sql.ref(`${alias}.mid`)}, 'name', ${sql.ref(`${alias}.name`)}, 'nameEn', ${sql.ref(`${alias}.name_en`)})`

/** For `like`: the text anywhere, each of its signs as it stands. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
