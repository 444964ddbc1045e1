import type {
  AudienceChoice,
  PatientWay,
  RecipientChoices,
  RecipientsPreview,
} from '@teleward/contract/notices/schema.ts'
import { type NoticeChannel, RECIPIENTS_MAX } from '@teleward/contract/notices/rules.ts'
import type { RawBuilder } from 'kysely'
import { canMonitor, canSeeMember, canSeeMembership, canSeeVisit } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'

export interface StaffRecipient {
  mid: number
  name: string
  nameEn: string | null
}
export interface PatientRecipient {
  pid: number
  unitId: number
  name: string
  nameEn: string | null
  channel: PatientWay | null
}
export interface Recipients {
  staff: StaffRecipient[]
  patients: PatientRecipient[]
}

const units = (who: StaffActor) => sql`${[...who.unitIds]}::int[]`
/** On board, and of one of the caller's units. */
const colleague = (who: StaffActor) => sql`s.status = 'active' and sp.status = 'active' and sp.review = 'onBoard'
  and exists (select 1 from staff_unit su where su.mid = s.mid and su.partner_id = ${who.partnerId} and su.unit_id = any (${units(who)}))`

function ofStaff(who: StaffActor, choice: AudienceChoice): RawBuilder<unknown> | null {
  switch (choice.kind) {
    case 'staff':
      return sql`s.mid = any (${choice.mids}::int[])`
    case 'unit':
      return sql`exists (select 1 from staff_unit su where su.mid = s.mid and su.partner_id = ${who.partnerId}
        and su.unit_id = ${choice.unitId} and su.unit_id = any (${units(who)}))`
    case 'staffType':
      return sql`sp.doctortype = ${choice.doctortype}`
    case 'group':
      return sql`s.mid in (select p.mid from chat_participant p join chat_conversation c on c.id = p.conversation_id
        where c.id = ${choice.id} and c.kind = 'group' and c.partner_id = ${who.partnerId} and p.left_at is null
          and exists (select 1 from chat_participant me where me.conversation_id = c.id and me.mid = ${who.mid} and me.left_at is null))`
    default:
      return null
  }
}
function ofPatients(who: StaffActor, choice: AudienceChoice): RawBuilder<unknown> | null {
  switch (choice.kind) {
    case 'patients':
      return sql`m.pid = any (${choice.pids}::int[])`
    case 'careGroup':
      return sql`m.pid in (select gm.pid from monitor_group_member gm join app_care_groups() care on care.id = gm.group_id
        where gm.group_id = ${choice.id}::uuid and gm.removed_at is null and ${canMonitor('gm')})`
    case 'visits':
      return sql`m.pid in (select a.pid from appointment a where a.date = ${choice.date}::date and ${canSeeVisit('a')}
        and a.partner_id = ${who.partnerId} and (${choice.unitId ?? null}::int is null or a.unit_id = ${choice.unitId ?? null}::int)
        and a.status in ('held', 'registered', 'checkedIn', 'redial'))`
    default:
      return null
  }
}
const parts = (
  who: StaffActor,
  audience: readonly AudienceChoice[],
  of: (who: StaffActor, choice: AudienceChoice) => RawBuilder<unknown> | null,
) => audience.flatMap((choice) => of(who, choice) ?? [])

/** Where an institution's account at LINE or WeChat reaches a member `m`. */
const messenger = (channel: RawBuilder<unknown>, partner: RawBuilder<unknown>) => sql<string | null>`
  (select b.recipient from member_messenger b where b.pid = m.pid and b.partner_id = ${partner} and b.channel = ${channel})`
/** The address of one of the ways, of a member `m`. */
export const addressBy = (channel: RawBuilder<unknown>, partner: RawBuilder<unknown>) => sql<string | null>`
  case ${channel} when 'sms' then nullif(m.mobile, '') when 'email' then nullif(m.email, '')
    when 'portal' then null else ${messenger(channel, partner)} end`

/**
 * By which of these ways a member `m` is reached: the first that leads to them, else by the page of their conversation with the
 * unit, where they have opened it.
 */
export const channelOf = (
  channels: readonly NoticeChannel[],
  { partner, unit, now }: { partner: RawBuilder<unknown>; unit: RawBuilder<unknown>; now: Date },
) => sql<PatientWay | null>`
  coalesce((select c.name from unnest(${[...channels]}::text[]) with ordinality c(name, place)
    where ${addressBy(sql`c.name`, partner)} is not null order by c.place limit 1),
    case when exists (select 1 from video_link l where l.kind = 'chat' and l.pid = m.pid and l.unit_id = ${unit} and l.browser_hash is not null
      and l.expires_at > ${now} and l.state not in ('dead', 'expired')) then 'portal' end)`

/** Whom a choice means now, as far as the caller reaches them: colleagues and members of the own units, each once. */
export async function recipientsOf(
  read: Read,
  who: StaffActor,
  audience: readonly AudienceChoice[],
  channels: readonly NoticeChannel[],
  now: Date,
): Promise<Recipients> {
  const [staffParts, patientParts] = [parts(who, audience, ofStaff), parts(who, audience, ofPatients)]
  const staff = staffParts.length
    ? await read(sql<StaffRecipient>`
        select s.mid, s.name, s.name_en as "nameEn" from staff s join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${who.partnerId}
        where ${colleague(who)} and (${sql.join(staffParts, sql` or `)}) order by s.name, s.mid limit ${RECIPIENTS_MAX + 1}`)
    : []
  const patients = patientParts.length
    ? await read(sql<PatientRecipient>`
        select m.pid, m.name, m.name_en as "nameEn", mu.unit_id as "unitId", ${channelOf(channels, { partner: sql`mu.partner_id`, unit: sql`mu.unit_id`, now })} as channel
        from member m join lateral (select x.unit_id, x.partner_id from member_unit x where x.pid = m.pid and x.partner_id = ${who.partnerId}
          and x.unit_id = any (${units(who)}) and x.status = 'active' and ${canSeeMembership('x')} order by x.unit_id limit 1) mu on true
        where ${canSeeMember('m')} and (${sql.join(patientParts, sql` or `)}) order by m.name, m.pid limit ${RECIPIENTS_MAX + 1}`)
    : []
  return { staff, patients }
}

export async function previewOf(
  read: Read,
  who: StaffActor,
  audience: readonly AudienceChoice[],
  channels: readonly NoticeChannel[],
  now: Date,
): Promise<RecipientsPreview> {
  const { staff, patients } = await recipientsOf(read, who, audience, channels, now)
  return {
    staff,
    patients: patients.map(({ unitId: _unit, ...patient }) => patient),
    tooMany: staff.length + patients.length > RECIPIENTS_MAX,
  }
}

/** What can be chosen of. */
export async function choicesOf(read: Read, who: StaffActor): Promise<RecipientChoices> {
  const staff = await read(sql<RecipientChoices['staff'][number]>`
    select s.mid, s.name, s.name_en as "nameEn", sp.doctortype from staff s
      join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${who.partnerId}
    where ${colleague(who)} order by s.name, s.mid`)
  const ownUnits = await read(sql<RecipientChoices['units'][number]>`
    select u.id, u.name, u.name_en as "nameEn" from unit u where u.id = any (${units(who)}) and u.partner_id = ${who.partnerId} order by u.id`)
  const groups = await read(sql<RecipientChoices['groups'][number]>`
    select c.id, coalesce(c.name, '') as name from chat_conversation c where c.kind = 'group' and c.partner_id = ${who.partnerId}
      and exists (select 1 from chat_participant p where p.conversation_id = c.id and p.mid = ${who.mid} and p.left_at is null) order by 2, 1`)
  const careGroups = await read(
    sql<RecipientChoices['careGroups'][number]>`select g.id, g.name from app_care_groups() g order by g.name, g.id`,
  )
  return { staff, units: ownUnits, groups, careGroups }
}
