import { exportOf, localised } from '../core/export.ts'
import { done, outcomeWords } from '../core/outcome-words.ts'
import { staffTypeLabels } from '../core/staff-labels.ts'
import { actLabels } from './act-labels.ts'
import { auditRow, staffAccount } from './schema.ts'

const name = localised('姓名', '姓名', 'Name')
const type = { title: localised('人員類別', '人员类别', 'Staff type'), words: staffTypeLabels }
const state = {
  title: localised('狀態', '状态', 'State'),
  words: { active: localised('使用中', '使用中', 'Active'), closed: localised('已關閉', '已关闭', 'Closed') },
}
const review = {
  title: localised('審核', '审核', 'Review'),
  words: {
    registered: localised('已註冊', '已注册', 'Registered'),
    phoneVerified: localised('手機已驗證', '手机已验证', 'Phone verified'),
    inReview: localised('審核中', '审核中', 'In review'),
    onBoard: localised('已通過', '已通过', 'On board'),
    returned: localised('已退回', '已退回', 'Returned'),
    cancelled: localised('已取消', '已取消', 'Cancelled'),
  },
}
const unit = localised('單位', '单位', 'Unit')

export const staffSheet = exportOf(
  staffAccount,
  [
    { path: 'name', en: 'nameEn', title: name },
    { path: 'account', title: localised('帳號', '账号', 'Account') },
    { path: 'doctortype', ...type },
    { path: 'title', title: localised('職稱', '职称', 'Title') },
    { path: 'units.name', en: 'units.nameEn', title: unit, width: 24 },
    { path: 'review', ...review },
    { path: 'state', ...state },
    { path: 'nurses.name', en: 'nurses.nameEn', title: localised('綁定護理師', '绑定护士', 'Nurses'), width: 20 },
    { path: 'privileges', title: localised('個人權限', '个人权限', 'Own privileges'), kind: 'texts', width: 30 },
    { path: 'licenceExpires', title: localised('證照效期', '证照效期', 'Licence until'), kind: 'date' },
    { path: 'line', title: localised('LINE', 'LINE', 'LINE'), kind: 'yesNo', width: 8 },
    { path: 'totp', title: localised('驗證器', '验证器', 'Authenticator'), kind: 'yesNo', width: 8 },
    { path: 'lastSeenAt', title: localised('最近登入', '最近登录', 'Last seen'), kind: 'instant', width: 20 },
  ],
  {
    q: localised('搜尋', '搜索', 'Search'),
    partner: localised('機構編號', '机构编号', 'Institution (no.)'),
    unit: { title: unit, of: 'unit' },
    type,
    review: review.title,
    state: state.title,
    unseen: localised('未登入天數', '未登录天数', 'Days not seen'),
  },
)

const why = {
  title: localised('依據', '依据', 'Allowed by'),
  words: {
    authorised: localised('病人授權', '患者授权', "Patient's authorisation"),
    own: localised('本人經手', '本人经手', 'Took part'),
    emergency: localised('緊急存取', '紧急访问', 'Emergency'),
    prepares: localised('為醫師準備', '为医生准备', 'Prepares for the doctor'),
    none: localised('無授權', '无授权', 'Not authorised'),
  },
}
const kind = {
  title: localised('種類', '种类', 'Kind'),
  words: {
    read: localised('讀取', '读取', 'Read'),
    write: localised('變更', '变更', 'Change'),
    auth: localised('登入', '登录', 'Sign-in'),
  },
}
const emergency = localised('緊急存取', '紧急访问', 'Emergency')
const result = localised('結果', '结果', 'Result')

export const auditSheet = exportOf(
  auditRow,
  [
    { path: 'id', title: localised('編號', '编号', 'No.'), kind: 'number', width: 10 },
    { path: 'at', title: localised('時間', '时间', 'Time'), kind: 'instant', width: 20 },
    { path: 'name', en: 'nameEn', title: localised('人員', '人员', 'Who') },
    { path: 'actedFor.name', en: 'actedFor.nameEn', title: localised('代表', '代表', 'On behalf of') },
    { path: 'action', title: localised('動作', '动作', 'Act'), words: actLabels, width: 28 },
    { path: 'action', title: localised('呼叫', '调用', 'Call'), width: 40 },
    { path: 'kind', ...kind, width: 8 },
    { path: 'pid', title: localised('病人編號', '患者编号', 'Patient no.'), kind: 'number', width: 12 },
    { path: 'why', ...why, width: 24 },
    { path: 'emergency', title: emergency, kind: 'yesNo', width: 10 },
    { path: 'outcome', title: result, words: outcomeWords, width: 28 },
    { path: 'ip', title: localised('來源', '来源', 'From'), width: 18 },
  ],
  {
    partner: localised('機構編號', '机构编号', 'Institution (no.)'),
    from: localised('起日', '起日', 'From'),
    to: localised('迄日', '止日', 'To'),
    who: { title: localised('人員', '人员', 'Who'), of: 'staff' },
    pid: localised('病人編號', '患者编号', 'Patient no.'),
    kind,
    why,
    result: {
      title: result,
      words: { OK: done, refused: localised('被拒', '被拒', 'Refused') },
    },
    emergency: {
      title: emergency,
      words: { all: localised('全部', '全部', 'All'), open: localised('尚未查看', '尚未查看', 'Not looked at') },
    },
    pattern: {
      title: localised('查閱樣態', '查阅样态', 'Pattern'),
      words: {
        vip: localised('VIP', 'VIP', 'VIP'),
        colleague: localised('同事', '同事', 'Colleague'),
        acquainted: localised('本人或相識', '本人或相识', 'Oneself or acquainted'),
        unrelated: localised('近期無看診', '近期无看诊', 'No visit around'),
      },
    },
  },
)
