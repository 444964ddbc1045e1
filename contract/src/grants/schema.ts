import { z } from 'zod'
import { paging, sortBy } from '../core/paging.ts'
import { id, instant, singleLine, numeric, version } from '../core/scalars.ts'
import { grantKinds, grantStates } from './rules.ts'

export const grantKind = z.enum(grantKinds)
export const grantState = z.enum(grantStates)

/** A colleague on either side. */
export const grantPerson = z.object({
  mid: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  title: z.string().nullable(),
  doctortype: z.string(),
})
export type GrantPerson = z.output<typeof grantPerson>

export const grant = z.object({
  id,
  kind: grantKind,
  state: grantState,
  grantor: grantPerson,
  grantee: grantPerson,
  /** Only in this unit; null: in all units of the grantor. */
  unitId: id.nullable(),
  unitName: z.string().nullable(),
  unitNameEn: z.string().nullable(),
  startsAt: instant,
  endsAt: instant,
  overAt: instant.nullable(),
  /** How many actions the grantee took under the grant, and when the last one was. */
  uses: z.number().int(),
  lastUsedAt: instant.nullable(),
  version,
})
export type Grant = z.output<typeof grant>

/** One step of a grant's life, or one act under it ('for Dr X'). */
export const grantEvent = z.object({
  id,
  at: instant,
  action: z.enum(['granted', 'started', 'endChanged', 'ended', 'revoked', 'returned', 'used']),
  /** Null: by the system. */
  mid: id.nullable(),
  name: z.string().nullable(),
  nameEn: z.string().nullable(),
  /** Of an act: the call's name. */
  what: z.string().nullable(),
  from: instant.nullable(),
  to: instant.nullable(),
})
export type GrantEvent = z.output<typeof grantEvent>
/** With its life, newest first: at most the last 200 entries. */
export const grantDetail = grant.extend({ history: z.array(grantEvent) })
export type GrantDetail = z.output<typeof grantDetail>

export const grantTab = z.enum(['given', 'received', 'all'])
export type GrantTab = z.output<typeof grantTab>
/** Unless told: in force first, ending soonest. */
export const grantSort = sortBy('person', 'kind', 'time', 'used')
export const grantQuery = z.object({
  /** `all`: those of the colleagues whom the caller administers. */
  tab: grantTab.default('given'),
  kind: grantKind.optional(),
  state: grantState.optional(),
  /** Part of the other person's name. */
  q: singleLine(50).optional(),
  sort: grantSort.optional(),
  ...paging,
})
export const grantBody = z.object({
  granteeMid: id,
  kind: grantKind,
  unitId: id.optional(),
  /** Now unless told. */
  startsAt: instant.optional(),
  endsAt: instant.optional(),
})
export const grantEndBody = z.object({ version, endsAt: instant.optional() })
export const grantOver = z.object({ version: numeric(z.number().int().min(1)) })
