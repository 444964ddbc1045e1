import type * as api from '@teleward/contract/uiconfig/endpoints.ts'
import { alwaysShown } from '@teleward/contract/uiconfig/rules.ts'
import {
  readUiConfig,
  type UiConfig,
  type UiConfigs,
  uiConfig,
  type UiVersion,
} from '@teleward/contract/uiconfig/schema.ts'
import type { EndpointData, EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { isErrorCode } from '@teleward/contract/core/errors.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { uiConfigPublished } from '@teleward/contract/core/sockets.ts'
import { institutionOf, type Read, refuseUnitAdmin } from '../admin/scope.ts'
import { announce } from '../auth/sessions.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

interface Row {
  number: number
  state: UiVersion['state']
  config: unknown
  revision: number
}
interface Person {
  mid: number
  name: string
  nameEn: string | null
}
interface Listed extends Row {
  editor: Person | null
  edited_at: Date
  publisher: Person | null
  published_at: Date | null
  rolled_back_from: number | null
  remark: string | null
}
const SHOWN = 20

export async function configs(read: Read, who: StaffActor, asked: number, now: Date): Promise<UiConfigs> {
  const partnerId = await institutionOf(read, who, asked)
  await refuseUnitAdmin(read, who)
  const [house] = await read(sql<{ logo: string | null; colour: string | null }>`
    select logo, primary_colour as colour from partner where id = ${partnerId}`)
  if (!house) throw new AppError('NOT_FOUND')
  const named = (table: string) =>
    sql`case when ${sql.ref(`${table}.mid`)} is not null then jsonb_build_object('mid', ${sql.ref(`${table}.mid`)}, 'name', ${sql.ref(`${table}.name`)}, 'nameEn', ${sql.ref(`${table}.name_en`)}) end`
  const rows = await read(sql<Listed>`
    select v.number, v.state, v.config, v.revision, ${named('e')} as editor, v.edited_at, ${named('p')} as publisher, v.published_at,
      v.rolled_back_from, v.remark
    from ui_config_version v left join staff e on e.mid = v.edited_by left join staff p on p.mid = v.published_by
    where v.partner_id = ${partnerId} order by v.number desc limit ${SHOWN}`)
  const [published] = await read(sql<{ number: number }>`
    select number from ui_config_version where partner_id = ${partnerId} and state = 'published'`)
  const draft = rows.find(({ state }) => state === 'draft')
  return {
    partnerId,
    brand: { logo: house.logo, primaryColour: house.colour },
    published: published?.number ?? null,
    draft: draft ? { number: draft.number, revision: draft.revision } : null,
    versions: rows.map((row) => ({
      number: row.number,
      state: row.state,
      editedBy: row.editor,
      editedAt: row.edited_at.toISOString(),
      publishedBy: row.publisher,
      publishedAt: row.published_at?.toISOString() ?? null,
      rolledBackFrom: row.rolled_back_from,
      remark: row.remark,
      config: readUiConfig(row.config),
    })),
    openNow: await openNow(read, partnerId, now),
  }
}

async function openNow(read: Read, partnerId: number, now: Date): Promise<UiConfigs['openNow']> {
  const rows = await read(sql<Person & { screen: string }>`
    select o.screen, o.mid, o.name, s.name_en as "nameEn"
    from app_screens_open(${partnerId}, ${now}::timestamptz) o left join staff s on s.mid = o.mid order by o.screen, o.name, o.mid`)
  const byScreen = new Map<string, Person[]>()
  for (const { screen, ...person } of rows) byScreen.set(screen, [...(byScreen.get(screen) ?? []), person])
  return [...byScreen].map(([screen, people]) => ({ screen, people }))
}

/** One writer of an institution's versions at a time. */
async function turn(tx: Tx, who: StaffActor, asked: number): Promise<number> {
  const partnerId = await institutionOf(tx.many, who, asked)
  await refuseUnitAdmin(tx.many, who)
  await tx.run(sql`select pg_advisory_xact_lock(7302, ${partnerId})`)
  return partnerId
}
const rowOf = async (tx: Tx, partnerId: number, state: UiVersion['state'], number?: number): Promise<Row | undefined> =>
  (
    await tx.many(sql<Row>`select number, state, config, revision from ui_config_version
      where partner_id = ${partnerId} and state = ${state} and (${number ?? null}::int is null or number = ${number ?? null}::int)`)
  )[0]
const lastOf = async (tx: Tx, partnerId: number): Promise<number> =>
  (
    await tx.one(sql<{ last: number }>`
    select coalesce(max(number), 0) as last from ui_config_version where partner_id = ${partnerId}`)
  ).last

/** Each problem at its place; home, the own profile, the screen itself and the audit log are never hidden. */
export function fit(given: unknown): UiConfig {
  const parsed = uiConfig.safeParse(given)
  const problems = parsed.success
    ? parsed.data.menu.hidden
        .flatMap((screen, at) =>
          (alwaysShown as readonly string[]).includes(screen)
            ? [{ path: `config.menu.hidden.${at}`, code: 'VALUE_INVALID' }]
            : [],
        )
        .concat(
          alwaysShown.flatMap((screen) =>
            parsed.data.menu.seenBy[screen] ? [{ path: `config.menu.seenBy.${screen}`, code: 'VALUE_INVALID' }] : [],
          ),
        )
    : parsed.error.issues.slice(0, 20).map(({ path, message }) => ({
        path: ['config', ...path.map(String)].join('.').slice(0, 200),
        code: isErrorCode(message) ? message : 'VALUE_INVALID',
      }))
  if (parsed.success && problems.length === 0) return parsed.data
  const reason = problems.map(({ path }) => path.replace(/^config\./, '')).join(', ')
  throw new AppError('CONFIG_INVALID', { data: { reason }, fields: problems })
}

type Draft = EndpointData<typeof api.putUiConfig>
export async function saveDraft(
  tx: Tx,
  who: StaffActor,
  now: Date,
  asked: number,
  ask: EndpointParsed<typeof api.putUiConfig>['body'],
): Promise<Draft> {
  const partnerId = await turn(tx, who, asked)
  const draft = await rowOf(tx, partnerId, 'draft')
  if ((draft?.revision ?? 0) !== ask.revision) throw stale(draft)
  if (ask.config === null) {
    await tx.run(sql`delete from ui_config_version where partner_id = ${partnerId} and state = 'draft'`)
    return { draft: null, config: null }
  }
  const config = fit(ask.config)
  const number = draft?.number ?? (await lastOf(tx, partnerId)) + 1
  const { revision } = await tx.one(sql<{ revision: number }>`
    insert into ui_config_version (partner_id, number, state, config, edited_by, edited_at)
    values (${partnerId}, ${number}, 'draft', ${json(config)}, ${who.mid}, ${now}::timestamptz)
    on conflict (partner_id, number) do update set config = excluded.config, revision = ui_config_version.revision + 1,
      edited_by = excluded.edited_by, edited_at = excluded.edited_at returning revision`)
  return { draft: { number, revision }, config }
}
const stale = (draft: Row | undefined) =>
  new AppError('VERSION_STALE', {
    data: {
      draft: draft ? { number: draft.number, revision: draft.revision } : null,
      config: draft ? readUiConfig(draft.config) : null,
    },
  })

interface Deps {
  db: Db
  now: Date
}
type Published = EndpointData<typeof api.publishUiConfig>

export async function publish(
  deps: Deps,
  tx: Tx,
  who: StaffActor,
  asked: number,
  ask: EndpointParsed<typeof api.publishUiConfig>['body'],
): Promise<Published & { before: number | null }> {
  const partnerId = await turn(tx, who, asked)
  const draft = await rowOf(tx, partnerId, 'draft')
  if (!draft || draft.revision !== ask.revision) throw stale(draft)
  const config = fit(draft.config)
  const before = (await rowOf(tx, partnerId, 'published'))?.number ?? null
  await supersede(tx, partnerId)
  await tx.run(sql`update ui_config_version set state = 'published', config = ${json(config)}, published_by = ${who.mid},
      published_at = ${deps.now}::timestamptz, remark = ${ask.remark ?? null}::text
    where partner_id = ${partnerId} and number = ${draft.number} and state = 'draft'`)
  await serve(deps, tx, partnerId, draft.number, config)
  return { number: draft.number, publishedAt: deps.now.toISOString(), before }
}

/** The same contents as a new version; a draft that stands keeps its text and takes the number behind. */
export async function rollback(
  deps: Deps,
  tx: Tx,
  who: StaffActor,
  asked: number,
  ask: EndpointParsed<typeof api.rollbackUiConfig>['body'],
): Promise<Published & { before: number | null }> {
  const partnerId = await turn(tx, who, asked)
  const current = await rowOf(tx, partnerId, 'published')
  if (current?.number !== ask.published)
    throw new AppError('VERSION_STALE', { data: { published: current?.number ?? null } })
  const old = await rowOf(tx, partnerId, 'superseded', ask.number)
  if (!old) throw new AppError('NOT_FOUND')
  const config = fit(readUiConfig(old.config))
  const draft = await rowOf(tx, partnerId, 'draft')
  const number = draft?.number ?? (await lastOf(tx, partnerId)) + 1
  if (draft)
    await tx.run(
      sql`update ui_config_version set number = number + 1 where partner_id = ${partnerId} and state = 'draft'`,
    )
  await supersede(tx, partnerId)
  await tx.run(sql`insert into ui_config_version (partner_id, number, state, config, edited_by, edited_at, published_by, published_at,
      rolled_back_from, remark)
    values (${partnerId}, ${number}, 'published', ${json(config)}, ${who.mid}, ${deps.now}::timestamptz, ${who.mid}, ${deps.now}::timestamptz,
      ${old.number}, ${ask.remark ?? null}::text)`)
  await serve(deps, tx, partnerId, number, config)
  return { number, publishedAt: deps.now.toISOString(), before: current.number }
}

const supersede = (tx: Tx, partnerId: number) =>
  tx.run(sql`update ui_config_version set state = 'superseded' where partner_id = ${partnerId} and state = 'published'`)

/** What sessions and the sign-in page get from now on; every process forgets what it knew of its people, every page asks anew. */
async function serve({ db, now }: Deps, tx: Tx, partnerId: number, number: number, config: UiConfig): Promise<void> {
  await tx.run(sql`update partner set ui_config = ${json(config)} where id = ${partnerId}`)
  announce(db, tx, { kind: 'partnerChanged', partnerId })
  await tx.emit(uiConfigPublished, [audience.partner(partnerId)], {
    id: partnerId,
    version: number,
    at: now.toISOString(),
  })
}
