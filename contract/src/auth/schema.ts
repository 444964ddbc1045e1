import { z } from 'zod'
import { holiday } from '../core/holiday.ts'
import { currency } from '../core/money.ts'
import { sortBy } from '../core/paging.ts'
import { date, deviceType, id, instant, partnerId, singleLine, uuid, version } from '../core/scalars.ts'
import { permissions } from '../core/permissions.gen.ts'
import { presenceCode } from '../staff/schema.ts'
import { loginTypes } from '../core/login-types.ts'
import { uiConfig } from '../uiconfig/schema.ts'
import { preferenceChanges, preferences } from './preferences.ts'

const text = (max: number) => z.string().max(max)
const jwt = text(4096)

export { type UiConfig, uiConfig } from '../uiconfig/schema.ts'

// Emptiness and form of account and password have codes of their own (LOGIN_EMPTY, LOGIN_BAD_INPUT), so the schema
// asks for no more than text.
export const loginBody = z.object({
  id: text(200).default(''),
  pwd: text(200).default(''),
  /** Set by the login type; the wire sends 1, '1', 'y' or true. */
  is_doctor: z.union([z.boolean(), z.number(), text(5)]).optional(),
  loginType: z.enum(loginTypes).optional(),
  /** Chosen where the account has several; unset means all of them. */
  privileges: z.array(text(64)).max(64).optional(),
  partnerid: partnerId.optional(),
  remember: z.boolean().optional(),
  device_token: text(200).optional(),
  device_type: deviceType.optional(),
  phoneType: text(100).optional(),
  voipToken: text(512).optional(),
  apnsToken: text(512).optional(),
  ver: text(50).optional(),
  app: text(50).optional(),
  appLang: text(20).optional(),
})

/** `userInfo` of the browser's storage: the person at work, no patient data. */
export const sessionBrief = z.object({
  mid: id,
  name: z.string(),
  account: z.string(),
  doctortype: z.string(),
  staff_type: z.number().int(),
  partner_id: partnerId,
  partner_name: z.string(),
  mobilecode: z.number().int(),
  device_type: deviceType,
})
export const loginAnswer = z.object({
  status: z.enum(['OK', 'unfinsh_verify']),
  token: jwt,
  refresh_token: z.string(),
  device_token: z.string(),
  /** Seconds the token lives. */
  expires_in: z.number().int(),
  data: sessionBrief,
})

/** What a refused sign-in carries in `data`. */
export const wrongPasswordData = z.object({ triesLeft: z.number().int().optional() })
export const lockedData = z.object({ retryAfter: z.number().int(), lockedUntil: instant })

export const refreshBody = z.object({ refresh_token: text(512).default(''), device_token: text(200).default('') })
export const refreshAnswer = z.object({
  status: z.literal('OK'),
  access_token: jwt,
  refresh_token: z.string(),
  expires_in: z.number().int(),
})

export const changePasswordBody = z.object({
  oldPassword: text(200),
  newPassword: text(200),
  repeatPassword: text(200),
})

export const loginRecord = z.object({
  id: z.number().int(),
  at: instant,
  /** `OK`, `unfinsh_verify`, or the code of the refusal. */
  outcome: z.string(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
})
/** What the caller did here, and sign-ins with the caller's account that failed. */
export const operation = z.object({
  id: z.number().int(),
  /** Which log `id` is of. */
  log: z.enum(['audit', 'login']),
  at: instant,
  /** `{METHOD} {path}` of the endpoint, or the name of a system act. */
  action: z.string(),
  kind: z.enum(['read', 'write', 'auth', 'none']),
  targetKind: z.string().nullable(),
  /** The last three characters; the rest is masked. */
  target: z.string().nullable(),
  /** For whom it was done, by a grant or as their bound nurse. */
  actedFor: z.object({ mid: id, name: z.string(), nameEn: z.string().nullable() }).nullable(),
  /** `OK`, or the code of the refusal. */
  outcome: z.string(),
  ip: z.string().nullable(),
  /** Of a sign-in that failed; the session's own device is at `GET /his/api/sessions`. */
  userAgent: z.string().nullable(),
})
export const operationQuery = z.object({
  from: date.optional(),
  to: date.optional(),
  kind: z.enum(['read', 'write', 'auth']).optional(),
  outcome: z.enum(['OK', 'refused']).optional(),
  /** Part of what was done, in any of the languages, or of the address it came from. */
  q: singleLine(60).optional(),
  sort: sortBy('time').optional(),
})

const localised = z.object({ 'zh-TW': z.string(), 'zh-CN': z.string(), en: z.string() })
export const loginConfig = z.object({
  partnerId,
  name: localised,
  logo: z.string().nullable(),
  welcome: localised,
  phone: z.string().nullable(),
  primaryColour: z.string().nullable(),
  loginTypes: z.array(z.enum(loginTypes)),
})

/** A row of education or career. */
export const experienceRow = z.object({ from: z.string(), to: z.string(), organisation: z.string(), title: z.string() })
export const EXPERIENCE_ROWS = 8
const rights = z.record(
  z.enum(Object.keys(permissions) as [keyof typeof permissions]),
  z.enum(['y', 'o', 'p', 'g', '-']),
)

/** Specification §3 'Session state', each field by its name; the second half is the product's own. */
export const sessionState = z.object({
  name: z.string(),
  mid: id,
  /** The device's token, as `checkDeviceToken` answers it. */
  token: z.string(),
  /** The access token this call came with. */
  jwt,
  device: deviceType,
  doctortype: z.string(),
  doctorStatus: presenceCode,
  doctorEnable: z.number().int(),
  avatar: z.string().nullable(),
  bankImage: z.string().nullable(),
  licenseImage: z.string().nullable(),
  personsign: z.string().nullable(),
  profile: z.object({ account: z.string(), name: z.string() }),
  division: z.string().nullable(),
  divisionStrC: z.string().nullable(),
  divisionStrE: z.string().nullable(),
  experience: z.object({
    education: z.array(experienceRow).length(EXPERIENCE_ROWS),
    career: z.array(experienceRow).length(EXPERIENCE_ROWS),
  }),
  partner: z.object({
    id: partnerId,
    name: z.string(),
    nameEn: z.string().nullable(),
    nameZhCn: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  partner_id: partnerId,
  partner_name: z.string(),
  partner_list: z.array(z.object({ id: partnerId, name: z.string(), nameEn: z.string().nullable() })),
  /** The units of the account; `main_id` is the parent, which may lie outside the list. */
  unit_list: z.array(z.object({ id, main_id: id.nullable(), name: z.string(), nameEn: z.string().nullable() })),
  /** LINE accounts bound to this person. */
  line_list: z.array(z.object({ id: z.string(), name: z.string() })),
  hospital: z.string().nullable(),
  ui_config: uiConfig,
  upload_type: z.array(z.string()),
  pm_id: z.number().int().nullable(),
  comm_uid: z.string(),
  words: z.record(
    z.string(),
    z.array(z.object({ id, code: z.string().nullable(), word: z.string(), sort: z.number().int() })),
  ),
  is_p2p: z.boolean(),
  allow_shop: z.boolean(),
  sms_invite: z.boolean(),
  staff_type: z.number().int(),
  status: z.string(),
  opinion: z.number().int(),
  todo: z.number().int(),
  schedule: z.number().int(),
  msg: z.number().int(),
  noti: z.number().int(),

  nameEn: z.string().nullable(),
  title: z.string().nullable(),
  sid: uuid,
  mobilecode: z.number().int(),
  /** `onBoard`, or where the review stands. */
  review: z.string(),
  privileges: z.array(z.string()),
  permissions: rights,
  timeZone: z.string(),
  /** In which amounts begin where one is typed; what is kept has its own. */
  currency,
  /** Public holidays, as the institution entered them. */
  holidays: z.array(holiday),
  brand: z.object({ primaryColour: z.string().nullable(), logo: z.string().nullable() }),
  /**
   * 256 bits, base64url: drafts in this browser are encrypted with it. The same for every session of the person. `null`
   * while the screen is covered.
   */
  draftKey: z.string().nullable(),
  preferences,
  preferencesVersion: version,
  /** Milliseconds without a touch until the screen is covered. */
  lockAfterMs: z.number().int(),
  /** The screen is covered: nothing but `coveredCalls` is open before `unlock`. */
  covered: z.boolean(),
  /** A second factor is demanded and none is set up: nothing else is open. */
  secondStepMissing: z.boolean(),
})
export type SessionState = z.output<typeof sessionState>

export const preferencesBody = z.object({ version, changes: preferenceChanges })
export const preferencesAnswer = z.object({ version, preferences })
