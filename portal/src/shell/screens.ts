import type { Messages } from '../i18n/messages.ts'

/** Every screen of the specification and the atlas, by name. The name is also its key in the text domain `screens`. */
export type ScreenId = keyof Messages['screens']['name']

export interface ScreenDef {
  id: ScreenId
  /** Parameters in braces, an optional last one with a question mark: `/apptmgmt/{agent?}`. */
  path: string
  /** `main`: in the frame, for the signed-in. `bare`: a page of its own that opens without a session. */
  layout: 'main' | 'bare'
  /** The screen the breadcrumb leads back to. */
  parent?: ScreenId
}

const main = (id: ScreenId, path: string, parent?: ScreenId): ScreenDef => ({ id, path, layout: 'main', parent })
const bare = (id: ScreenId, path: string): ScreenDef => ({ id, path, layout: 'bare' })

export const SCREENS: readonly ScreenDef[] = [
  main('home', '/'),
  main('members', '/members'),
  main('membersmgmt', '/membersmgmt'),
  main('appthistory', '/appthistory'),
  main('chat', '/message/chat'),
  main('notify', '/message/notify'),
  main('schedule', '/message/schedule'),
  main('todolist', '/todolist'),
  main('opinion', '/opinion'),
  main('authorization', '/authorization'),
  main('emr2', '/emr2/{pid}/{qid}', 'apptmgmt'),
  main('doctornote', '/doctornote/{qid}', 'apptmgmt'),
  main('funduscopy', '/funduscopy/{eyeid}/{caseid?}'),
  main('histemplate', '/histemplate/{opinionfilterid}/{caseid}', 'opinion'),
  main('viewdicom', '/viewdicom/{dicomid}'),
  main('teachInstall', '/setting/teach_install'),
  main('shift', '/setting/shift'),
  main('contact', '/setting/contact'),
  main('service', '/setting/service'),
  main('setword', '/setting/setword'),
  main('upload', '/setting/upload/{pid?}'),
  main('uploadSelect', '/upload_select'),
  main('profile', '/setting/profile'),
  main('privacy', '/setting/privacy'),
  main('log', '/setting/log'),
  main('statement', '/setting/statement'),
  main('monitor', '/monitor'),
  main('crm', '/crm'),
  main('apptmgmt', '/apptmgmt/{agent?}'),
  main('dietMgmt', '/dietMgmt'),
  main('dietReport', '/dietReport/{pid}', 'dietMgmt'),
  main('calllog', '/calllog'),
  main('housedemo', '/housedemo'),
  main('freeclinic', '/freeclinic'),
  main('questionsmgmt', '/questionsmgmt'),
  main('screening', '/screening'),
  main('childcaremgmt', '/childcaremgmt'),
  main('form', '/form/{cmsf_id}'),
  main('healthCheck', '/health-check'),
  main('healthCheckProcessing', '/health-check-processing', 'healthCheck'),
  main('healthCheckResult', '/health-check-result', 'healthCheck'),
  main('referral', '/referral'),
  main('prescriptions', '/prescriptions'),
  main('adminPartners', '/admin/partners'),
  main('adminStaff', '/admin/staff'),
  main('adminReview', '/admin/review'),
  main('adminPrivileges', '/admin/privileges'),
  main('adminUiconfig', '/admin/uiconfig'),
  main('adminGroups', '/admin/groups'),
  main('adminAudit', '/admin/audit'),
  main('adminOutbox', '/admin/outbox'),
  main('adminPayments', '/admin/payments'),
  main('adminSettlement', '/admin/settlement'),
  bare('login', '/pages/login'),
  bare('wall', '/pages/monitor'),
  bare('forgetpassword', '/pages/forgetpassword'),
  bare('register', '/pages/register'),
  bare('verify', '/pages/verify'),
  bare('agreement', '/pages/agreement'),
  bare('documentCheck', '/pages/document/{code?}'),
  bare('referralLink', '/pages/referral/{token}'),
  bare('error404', '/pages/error-404'),
  bare('freeclinicPrint', '/freeclinic_print/{eventid}/{pid}'),
  bare('theseAutoLogin', '/these-auto-login'),
  bare('link', '/link/{token}'),
]

/** Short and old addresses, and where they lead. The rest of the query string goes along. */
export const LEADS: Readonly<Record<string, { path: string; search?: Record<string, string> }>> = {
  '/reservation': { path: '/apptmgmt', search: { tab: 'future' } },
  '/consultation': { path: '/appthistory' },
  '/login': { path: '/pages/login' },
  '/setting': { path: '/setting/profile' },
  '/message': { path: '/message/chat' },
  '/admin': { path: '/admin/partners' },
}

/** Read on any screen; no screen drops them from its address (SHELL-04). */
export const CALL_PARAMETERS = ['roomID', 'callID', 'uuid', 'ring', 'localID', 'remoteID'] as const

const patterns = SCREENS.map((screen) => {
  const segments = screen.path.split('/').filter(Boolean)
  return { screen, segments }
})

export interface ScreenMatch {
  screen: ScreenDef
  params: Readonly<Record<string, string>>
  /** The address as it should read: known spelling, no slash at the end. */
  path: string
}

const parameter = (segment: string) => /^\{(\w+)(\??)\}$/.exec(segment)

function matchOne(
  given: readonly string[],
  wanted: readonly string[],
): { params: Record<string, string>; path: string } | null {
  const params: Record<string, string> = {}
  const built: string[] = []
  for (const [index, segment] of wanted.entries()) {
    const value = given[index]
    const name = parameter(segment)
    if (name?.[1]) {
      if (value !== undefined) {
        params[name[1]] = value
        built.push(value)
      } else if (!name[2]) return null
    } else {
      if (value?.toLowerCase() !== segment.toLowerCase()) return null
      built.push(segment)
    }
  }
  return given.length > wanted.length ? null : { params, path: `/${built.join('/')}` }
}

const segmentsOf = (pathname: string) => pathname.split('/').filter(Boolean)

/** The screen of an address, whatever its case and slashes. */
export function matchScreen(pathname: string): ScreenMatch | null {
  const given = segmentsOf(pathname)
  for (const { screen, segments } of patterns) {
    const found = matchOne(given, segments)
    if (found) return { screen, ...found }
  }
  return null
}
export const leadOf = (pathname: string) => LEADS[`/${segmentsOf(pathname).join('/')}`.toLowerCase()]

export function screenById(id: ScreenId): ScreenDef {
  const found = SCREENS.find((screen) => screen.id === id)
  if (!found) throw new Error(`No screen ${id}`)
  return found
}

/** The address of a screen with its parameters filled in. */
export function pathTo(id: ScreenId, params: Readonly<Record<string, string | number>> = {}): string {
  const filled = segmentsOf(screenById(id).path).flatMap((segment) => {
    const name = parameter(segment)
    if (!name?.[1]) return [segment]
    const value = params[name[1]]
    if (value === undefined && !name[2]) throw new Error(`${id} needs ${name[1]}`)
    return value === undefined ? [] : [encodeURIComponent(value)]
  })
  return `/${filled.join('/')}`
}
