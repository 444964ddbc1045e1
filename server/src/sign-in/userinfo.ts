import { defaultPreferences, readPreferences } from '@teleward/contract/auth/preferences.ts'
import { EXPERIENCE_ROWS, experienceRow, type SessionState } from '@teleward/contract/auth/schema.ts'
import { AWAY, type PresenceCode } from '@teleward/contract/staff/rules.ts'
import { readUiConfig } from '@teleward/contract/uiconfig/schema.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Compilable, type Db, sql } from '../platform/db/index.ts'
import { allows } from '@teleward/contract/core/access.ts'
import { unreadCount } from '../chat/service.ts'
import { unreadCounts } from '../notifications/service.ts'
import { settingsOf } from '../partners/settings.ts'
import { opinionsWaiting } from '../appointments/figures.ts'
import { openOf } from '../handoffs/service.ts'
import { AppError } from '../platform/errors.ts'
import { photoAddress } from '../profile/photos.ts'
import { signerOf } from '../storage/tickets.ts'
import { z } from 'zod'

const LOCK_AFTER_MS = 10 * 60_000

interface Row {
  name: string
  name_en: string | null
  account: string
  avatar: string | null
  mobilecode: number
  title: string | null
  division: string | null
  division_en: string | null
  partner: {
    id: number
    name: string
    name_en: string | null
    name_zh_cn: string | null
    phone: string | null
    logo: string | null
    primary_colour: string | null
    ui_config: unknown
    settings: Record<string, unknown>
  }
  units: { id: number; main_id: number | null; name: string; nameEn: string | null }[]
  words: { type: string; id: number; code: string | null; word: string; sort: number }[]
  profile: {
    education: unknown
    career: unknown
    bank_image: string | null
    license_image: string | null
    person_sign: string | null
    doctor_enable: number
  } | null
  lines: { id: string; name: string }[]
  code: PresenceCode | null
  todo: number
  opinion: number
  preferences: unknown
  preferences_version: number | null
}

const stateOf = (who: StaffActor): Compilable<Row> => sql<Row>`
  select s.name, s.name_en, s.account, s.avatar, s.mobilecode, sp.title, sp.division, sp.division_en,
    json_build_object('id', p.id, 'name', p.name, 'name_en', p.name_en, 'name_zh_cn', p.name_zh_cn, 'phone', p.phone, 'logo', p.logo,
      'primary_colour', p.primary_colour, 'ui_config', p.ui_config, 'settings', p.settings) as partner,
    (select coalesce(json_agg(json_build_object('id', u.id, 'main_id', u.main_id, 'name', u.name, 'nameEn', u.name_en) order by u.id), '[]')
      from unit u where u.id = any (${[...who.unitIds]}::int[])) as units,
    (select coalesce(json_agg(json_build_object('type', w.type, 'id', w.id, 'code', w.code, 'word', w.word, 'sort', w.sort) order by w.type, w.sort, w.id), '[]')
      from word w where w.mid = s.mid and w.partner_id = p.id) as words,
    (select row_to_json(sf) from (
      select education, career, bank_image, license_image, person_sign, doctor_enable from staff_profile where mid = s.mid) sf) as profile,
    (select coalesce(json_agg(json_build_object('id', lb.line_id, 'name', lb.name) order by lb.bound_at, lb.line_id), '[]')
      from line_binding lb where lb.mid = s.mid) as lines,
    (select code from presence where mid = s.mid) as code, ${allows(who.rights, 'todo.use') ? openOf(who) : sql`0`} as todo,
    ${allows(who.rights, 'opinion.use') ? opinionsWaiting(who) : sql`0`} as opinion,
    f.data as preferences, f.version as preferences_version
  from staff s join staff_partner sp on sp.mid = s.mid join partner p on p.id = sp.partner_id
    left join preference f on f.mid = s.mid
  where s.mid = ${who.mid} and p.id = ${who.partnerId}`

interface Beyond {
  draft_key: string
  partners: { id: number; name: string; nameEn: string | null }[]
}
// The application's role sees neither sessions nor the other institutions of a person.
const beyondOf = (who: StaffActor): Compilable<Beyond> => sql<Beyond>`
  select se.draft_key, (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'nameEn', p.name_en) order by p.id), '[]')
    from staff_partner sp join partner p on p.id = sp.partner_id
    where sp.mid = se.mid and sp.status = 'active' and p.status = 'active') as partners
  from session se where se.sid = ${who.sid}`

/** The session state: every field the specification names, and the product's own beside them. */
export async function sessionState(
  db: Db,
  read: <T>(query: Compilable<T>) => Promise<T[]>,
  who: StaffActor,
  deviceType: number,
  now: Date,
): Promise<SessionState> {
  if (deviceType !== who.deviceType) throw new AppError('DEVICE_MISMATCH')
  const chats = who.onBoard && allows(who.rights, 'chat.staff') && !who.closed.has('GET /his/api/contacts')
  const [[row], [beyond], signer, msg, { noti, schedule }] = await Promise.all([
    read(stateOf(who)),
    db.system.read(beyondOf(who)),
    signerOf(db, who, now),
    chats ? unreadCount(read, who) : 0,
    unreadCounts(read, who),
  ])
  if (!row || !beyond) throw new AppError('ERROR_TOKEN')
  const picture = (id: string | null | undefined) => (id && isUuid(id) ? photoAddress(signer, id).url : null)
  return {
    ...identity(who, row, picture),
    ...workplace(row, beyond),
    ...own(who, row),
    msg,
    noti,
    schedule,
    draftKey: who.covered ? null : beyond.draft_key,
  }
}

const told = z.array(experienceRow)
/** As many rows as the wire has, the empty ones last. */
function rowsOf(stored: unknown): z.output<typeof told> {
  const rows = told.safeParse(stored ?? [])
  const none = { from: '', to: '', organisation: '', title: '' }
  return Array.from({ length: EXPERIENCE_ROWS }, (_, at) => (rows.success ? rows.data[at] : undefined) ?? none)
}

type Picture = (id: string | null | undefined) => string | null
const isUuid = (text: string) => /^[0-9a-f-]{36}$/.test(text)
const identity = (who: StaffActor, row: Row, picture: Picture) => ({
  name: row.name,
  nameEn: row.name_en,
  mid: who.mid,
  sid: who.sid,
  token: who.deviceToken,
  jwt: who.bearer,
  device: who.deviceType,
  doctortype: who.doctortype,
  staff_type: who.staffType,
  title: row.title,
  doctorStatus: row.code ?? AWAY,
  doctorEnable: row.profile?.doctor_enable ?? 2,
  avatar: picture(row.avatar),
  bankImage: picture(row.profile?.bank_image),
  licenseImage: picture(row.profile?.license_image),
  personsign: picture(row.profile?.person_sign),
  profile: { account: row.account, name: row.name },
  division: row.division,
  divisionStrC: row.division,
  divisionStrE: row.division_en,
  experience: { education: rowsOf(row.profile?.education), career: rowsOf(row.profile?.career) },
  status: who.verified ? 'OK' : 'unfinsh_verify',
  mobilecode: row.mobilecode,
  review: who.review,
  covered: who.covered,
  secondStepMissing: who.secondStepMissing,
  comm_uid: `${who.partnerId}_${who.mid}`,
  timeZone: who.timeZone,
})

function workplace({ partner, units, lines }: Row, beyond: Beyond) {
  const ui = readUiConfig(partner.ui_config)
  const setting = (name: string) => partner.settings[name]
  const lock = setting('lockAfterMinutes')
  const { currency, holidays } = settingsOf(partner.settings)
  return {
    partner: {
      id: partner.id,
      name: partner.name,
      nameEn: partner.name_en,
      nameZhCn: partner.name_zh_cn,
      phone: partner.phone,
    },
    partner_id: partner.id,
    partner_name: partner.name,
    partner_list: beyond.partners,
    unit_list: units,
    line_list: lines,
    hospital: partner.name,
    ui_config: ui,
    upload_type: ui.uploads.extensions,
    pm_id: null,
    is_p2p: setting('isP2p') === true,
    allow_shop: setting('allowShop') === true,
    sms_invite: setting('smsInvite') === true,
    currency,
    holidays,
    brand: { primaryColour: ui.primaryColour ?? partner.primary_colour, logo: ui.logo ?? partner.logo },
    lockAfterMs: typeof lock === 'number' && lock > 0 ? lock * 60_000 : LOCK_AFTER_MS,
  }
}

function own(who: StaffActor, row: Row) {
  const words: SessionState['words'] = {}
  for (const { type, ...word } of row.words) {
    const list = words[type] ?? []
    list.push(word)
    words[type] = list
  }
  return {
    words,
    opinion: row.opinion,
    todo: row.todo,
    privileges: [...who.privileges],
    permissions: { ...who.rights },
    preferences: row.preferences ? readPreferences(row.preferences) : defaultPreferences,
    preferencesVersion: row.preferences_version ?? 1,
  }
}
