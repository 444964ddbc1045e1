import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SCREENS, type ScreenId } from '../portal/src/shell/screens.ts'
import { registered } from './everyone.ts'

const portal = fileURLToPath(new URL('../portal/src', import.meta.url))
const LIST = /<ListPage\b/
/** A table of rows beside the pattern: antd's, or the pattern's own without the rest of it. */
const OTHER = /<ListTable\b|import \{[^}]*\bTable\b[^}]*\} from 'antd'/

const IMPORT = /(?:from |import\()'(\.{1,2}\/[^']+)'/g
/** Lists that two screens have alike. */
const SHARED = join(portal, 'patterns/referrals')
/** What a file brings in of its own feature, itself included, and of the lists that screens share. */
function reached(file: string, within: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !(file.startsWith(within) || file.startsWith(SHARED)) || !existsSync(file)) return found
  found.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORT))
    reached(join(dirname(file), path), within, found)
  return found
}

/** `screen file`: every list that a screen of the route table shows, by the features' own announcements. */
export async function listScreens(): Promise<string[]> {
  const brought = new Set(Object.keys(await registered()))
  const found: string[] = []
  for (const name of readdirSync(join(portal, 'features'))) {
    const folder = join(portal, 'features', name)
    const announced = readFileSync(join(folder, 'feature.ts'), 'utf8')
    for (const [, screen = '', path = ''] of announced.matchAll(/(\w+): \{\s*load: \(\) => import\('\.\/([^']+)'\)/g)) {
      if (!brought.has(screen)) continue
      for (const file of reached(join(folder, path), folder))
        if (LIST.test(readFileSync(file, 'utf8'))) found.push(`${screen} ${relative(portal, file)}`)
    }
  }
  return found.sort()
}

/** Files with a list that is not the pattern's. */
export const otherLists = (): string[] =>
  readdirSync(join(portal, 'features'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => OTHER.test(readFileSync(file, 'utf8')))
    .map((file) => relative(portal, file))

export interface WalkedList {
  screen: ScreenId
  file: `${string}.tsx`
  as: 'admin' | 'dr.lin' | 'dr.lai'
  /** With rows in the demo. */
  address: string
  /** The call that brings its rows: a pattern of its path. */
  rows: string
  /** A parameter that narrows it, and what its chip and the file's second sheet say; `null`: there is nothing to narrow. */
  filter: { search: string; chip: string; sheet: RegExp } | null
  /** What its file is called, where that is another name than every list's. */
  saved?: `${string}.xlsx`
}
/**
 * Screens of the route table whose list is still to come: none. A new screen with a list stands here until a feature brings
 * it, and its lists are walked above; meanwhile SHELL-14 is not whole.
 */
export const LISTS_TO_COME: readonly ScreenId[] = []
/** Neither brought yet nor a list: a note, a viewer, a form, an instruction, a display, a page that says that there is none. */
export const NO_LIST_TO_COME: readonly ScreenId[] = []
/** Screens of the route table that no feature brings yet. */
export async function missingScreens(): Promise<ScreenId[]> {
  const brought = new Set(Object.keys(await registered()))
  return SCREENS.filter(({ id }) => !brought.has(id)).map(({ id }) => id)
}

/** Every list, and where it is looked at. */
export const LISTS: readonly WalkedList[] = [
  {
    screen: 'adminSettlement',
    file: 'features/settlement/SettlementPage.tsx',
    as: 'admin',
    address: '/admin/settlement',
    rows: '/his/api/statements',
    filter: { search: 'currency=CNY', chip: 'CNY', sheet: /幣別.*CNY/ },
  },
  {
    screen: 'statement',
    file: 'features/settlement/StatementPage.tsx',
    as: 'dr.lin',
    address: '/setting/statement',
    rows: '/his/api/statements',
    filter: { search: 'currency=CNY', chip: 'CNY', sheet: /幣別.*CNY/ },
  },
  {
    screen: 'freeclinic',
    file: 'features/freeclinic/EventList.tsx',
    as: 'dr.lin',
    address: '/freeclinic',
    rows: '/his/api/getEvents',
    filter: { search: 'kind=clinic', chip: '義診', sheet: /類別.*義診/ },
  },
  {
    screen: 'questionsmgmt',
    file: 'features/forms/QuestionnaireList.tsx',
    as: 'dr.lin',
    address: '/questionsmgmt',
    rows: '/his/api/questionnaires',
    filter: { search: 'kind=standard', chip: '標準量表', sheet: /種類.*標準量表/ },
  },
  {
    screen: 'questionsmgmt',
    file: 'features/forms/Results.tsx',
    as: 'dr.lin',
    // The last of the standard instruments: PHQ-9.
    address: '/questionsmgmt?id=4&tab=results',
    rows: '/his/api/questionnaires/4/results',
    filter: { search: 'answers=answered', chip: '已回覆', sheet: /狀態.*已回覆/ },
  },
  {
    screen: 'screening',
    file: 'features/freeclinic/EventList.tsx',
    as: 'dr.lin',
    address: '/screening',
    rows: '/his/api/getEvents',
    filter: { search: 'state=coming', chip: '未開始', sheet: /狀態.*未開始/ },
  },
  {
    screen: 'healthCheck',
    file: 'features/healthcheck/CheckList.tsx',
    as: 'dr.lin',
    address: '/health-check',
    rows: '/his/api/healthchecks',
    filter: { search: 'state=done', chip: '已完成', sheet: /狀態.*已完成/ },
  },
  {
    screen: 'notify',
    file: 'features/notices/NotifyPage.tsx',
    as: 'dr.lin',
    address: '/message/notify',
    rows: '/his/api/notifications',
    filter: { search: 'kind=todo', chip: '待辦', sheet: /類別.*待辦/ },
  },
  {
    screen: 'schedule',
    file: 'features/notices/SchedulePage.tsx',
    as: 'dr.lin',
    address: '/message/schedule',
    rows: '/his/api/notices',
    filter: { search: 'state=waiting', chip: '等待傳送', sheet: /狀態.*等待傳送/ },
  },
  {
    screen: 'prescriptions',
    file: 'features/pharmacy/PrescriptionsPage.tsx',
    as: 'dr.lin',
    address: '/prescriptions',
    rows: '/his/api/prescriptions',
    filter: { search: 'state=all', chip: '全部', sheet: /狀態.*全部/ },
  },
  {
    screen: 'adminStaff',
    file: 'features/admin/StaffPage.tsx',
    as: 'admin',
    address: '/admin/staff',
    rows: '/his/api/staffaccounts',
    filter: { search: 'type=nurse', chip: '護理師', sheet: /人員類別.*護理師/ },
  },
  {
    screen: 'adminAudit',
    file: 'features/admin/AuditPage.tsx',
    as: 'admin',
    address: '/admin/audit',
    rows: '/his/api/auditlogs',
    filter: { search: 'kind=auth', chip: '登入', sheet: /種類.*登入/ },
  },
  {
    screen: 'log',
    file: 'features/profile/OperationsPage.tsx',
    as: 'dr.lin',
    address: '/setting/log',
    rows: '/his/api/operationlogs',
    filter: { search: 'kind=auth', chip: '登入', sheet: /種類.*登入/ },
  },
  {
    screen: 'adminReview',
    file: 'features/review/ReviewPage.tsx',
    as: 'admin',
    address: '/admin/review?state=all',
    rows: '/his/api/staffreviews',
    filter: { search: 'type=nurse', chip: '護理師', sheet: /職類.*護理師/ },
  },
  {
    screen: 'adminOutbox',
    file: 'features/outbox/OutboxPage.tsx',
    as: 'admin',
    address: '/admin/outbox',
    rows: '/his/api/outboxmessages',
    filter: { search: 'kind=test', chip: '測試', sheet: /類別.*測試/ },
  },
  {
    screen: 'adminGroups',
    file: 'features/groups/GroupsPage.tsx',
    as: 'admin',
    address: '/admin/groups',
    rows: '/his/api/monitorgroups',
    filter: { search: 'state=all', chip: '全部', sheet: /狀態.*全部/ },
  },
  {
    screen: 'adminGroups',
    file: 'features/groups/Offs.tsx',
    as: 'admin',
    address: '/admin/groups?tab=off',
    rows: '/his/api/monitoroffs',
    filter: null,
  },
  {
    screen: 'adminPayments',
    file: 'features/payments/Refunds.tsx',
    as: 'admin',
    address: '/admin/payments',
    rows: '/his/api/refunds',
    filter: { search: 'why=cancelled', chip: '看診取消', sheet: /原因.*看診取消/ },
  },
  {
    screen: 'adminPayments',
    file: 'features/payments/Exemptions.tsx',
    as: 'admin',
    address: '/admin/payments?tab=exemptions',
    rows: '/his/api/exemptions',
    filter: { search: 'show=all', chip: '全部', sheet: /狀態.*全部/ },
  },
  {
    screen: 'upload',
    file: 'features/files/Mine.tsx',
    as: 'dr.lin',
    address: '/setting/upload?tab=mine',
    rows: '/his/api/uploads',
    filter: { search: 'kind=skin', chip: '皮膚', sheet: /種類.*皮膚/ },
  },
  {
    screen: 'calllog',
    file: 'features/calllog/CallLogPage.tsx',
    as: 'dr.lin',
    address: '/calllog',
    rows: '/his/api/fetchCallLog',
    filter: { search: 'outcome=answered', chip: '已接聽', sheet: /結果.*已接聽/ },
  },
  {
    screen: 'crm',
    file: 'features/crm/CasesPage.tsx',
    as: 'admin',
    address: '/crm',
    rows: '/his/api/getSNs',
    filter: { search: 'type=complaint', chip: '客訴', sheet: /類型.*客訴/ },
  },
  {
    screen: 'monitor',
    file: 'features/monitor/MonitorPage.tsx',
    as: 'dr.lin',
    address: '/monitor',
    saved: '遠距監測.xlsx',
    rows: '/his/api/monitormembers',
    filter: { search: 'days=30', chip: '30 天', sheet: /天數.*30/ },
  },
  {
    screen: 'dietMgmt',
    file: 'features/diet/DietPage.tsx',
    as: 'dr.lin',
    address: '/dietMgmt?waiting=0',
    saved: '飲食管理.xlsx',
    rows: '/his/api/fetchDietMember',
    filter: { search: 'condition=ckd', chip: '慢性腎臟病', sheet: /狀況.*慢性腎臟病/ },
  },
  {
    screen: 'childcaremgmt',
    file: 'features/childcare/ChildcarePage.tsx',
    as: 'dr.lin',
    address: '/childcaremgmt?tab=all',
    rows: '/his/api/children',
    filter: { search: 'tab=all&kind=fluoride', chip: '塗氟', sheet: /項目.*塗氟/ },
  },
  {
    screen: 'authorization',
    file: 'features/grants/GrantsPage.tsx',
    as: 'dr.lin',
    address: '/authorization',
    rows: '/his/api/authorizations',
    filter: { search: 'state=active', chip: '有效', sheet: /狀態.*有效/ },
  },
  {
    screen: 'todolist',
    file: 'features/handoffs/HandoffsPage.tsx',
    as: 'dr.lin',
    address: '/todolist',
    rows: '/his/api/tometodolist/\\d+',
    filter: { search: 'due=late', chip: '已逾期', sheet: /期限.*已逾期/ },
  },
  {
    screen: 'opinion',
    file: 'features/opinions/OpinionsPage.tsx',
    as: 'dr.lin',
    address: '/opinion?status=all',
    rows: '/his/api/opinions',
    filter: { search: 'type=secondOpinion', chip: '第二意見', sheet: /類型.*第二意見/ },
  },
  {
    screen: 'membersmgmt',
    file: 'features/members/MembersScreen.tsx',
    as: 'admin',
    address: '/membersmgmt',
    rows: '/partner/memberlist',
    filter: { search: 'gender=female', chip: '女', sheet: /性別.*女/ },
  },
  {
    screen: 'members',
    file: 'features/members/MembersScreen.tsx',
    as: 'dr.lin',
    address: '/members?view=table',
    rows: '/partner/getMemberList',
    filter: { search: 'gender=female', chip: '女', sheet: /性別.*女/ },
  },
  {
    screen: 'appthistory',
    file: 'features/history/HistoryPage.tsx',
    as: 'dr.lin',
    address: '/appthistory',
    rows: '/his/api/searchQueueLog',
    filter: { search: 'state=finished', chip: '已完成', sheet: /狀態.*已完成/ },
  },
  {
    screen: 'apptmgmt',
    file: 'features/appointments/AppointmentsPage.tsx',
    as: 'dr.lin',
    address: '/apptmgmt',
    rows: '/his/api/getQueues',
    filter: { search: 'state=registered', chip: '已預約', sheet: /狀態.*已預約/ },
  },
  {
    screen: 'apptmgmt',
    file: 'patterns/referrals/ReferralList.tsx',
    as: 'dr.lin',
    address: '/apptmgmt?tab=referrals',
    rows: '/his/api/referrals',
    filter: { search: 'side=received', chip: '轉給我的', sheet: /方向.*轉給我的/ },
  },
  {
    screen: 'referral',
    file: 'patterns/referrals/ReferralList.tsx',
    as: 'dr.lin',
    address: '/referral',
    rows: '/his/api/referrals',
    filter: { search: 'letters=all', chip: '包含已結束', sheet: /狀態.*全部/ },
  },
  {
    screen: 'apptmgmt',
    file: 'features/appointments/Elsewhere.tsx',
    as: 'dr.lai',
    address: '/apptmgmt?tab=others',
    rows: '/his/api/queueselsewhere',
    filter: null,
  },
]
