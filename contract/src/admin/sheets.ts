import { sheetOf, words } from '../core/sheet.ts'
import { staffTypeWords } from '../core/staff-words.ts'
import { actWords } from './act-words.ts'
import { auditRow, staffAccount } from './schema.ts'

const name = words('姓名', '姓名', 'Name')
const type = { title: words('人員類別', '人员类别', 'Staff type'), words: staffTypeWords }
const state = {
  title: words('狀態', '状态', 'State'),
  words: { active: words('使用中', '使用中', 'Active'), closed: words('已關閉', '已关闭', 'Closed') },
}
const review = {
  title: words('審核', '审核', 'Review'),
  words: {
    registered: words('已註冊', '已注册', 'Registered'),
    phoneVerified: words('手機已驗證', '手机已验证', 'Phone verified'),
    inReview: words('審核中', '审核中', 'In review'),
    onBoard: words('已通過', '已通过', 'On board'),
    returned: words('已退回', '已退回', 'Returned'),
    cancelled: words('已取消', '已取消', 'Cancelled'),
  },
}
const unit = words('單位', '单位', 'Unit')

export const staffSheet = sheetOf(
  staffAccount,
  [
    { path: 'name', en: 'nameEn', title: name },
    { path: 'account', title: words('帳號', '账号', 'Account') },
    { path: 'doctortype', ...type },
    { path: 'title', title: words('職稱', '职称', 'Title') },
    { path: 'units.name', en: 'units.nameEn', title: unit, width: 24 },
    { path: 'review', ...review },
    { path: 'state', ...state },
    { path: 'nurses.name', en: 'nurses.nameEn', title: words('綁定護理師', '绑定护士', 'Nurses'), width: 20 },
    { path: 'privileges', title: words('個人權限', '个人权限', 'Own privileges'), kind: 'texts', width: 30 },
    { path: 'licenceExpires', title: words('證照效期', '证照效期', 'Licence until'), kind: 'date' },
    { path: 'line', title: words('LINE', 'LINE', 'LINE'), kind: 'yesNo', width: 8 },
    { path: 'totp', title: words('驗證器', '验证器', 'Authenticator'), kind: 'yesNo', width: 8 },
    { path: 'lastSeenAt', title: words('最近登入', '最近登录', 'Last seen'), kind: 'instant', width: 20 },
  ],
  {
    q: words('搜尋', '搜索', 'Search'),
    partner: words('機構編號', '机构编号', 'Institution (no.)'),
    unit: { title: unit, of: 'unit' },
    type,
    review: review.title,
    state: state.title,
    unseen: words('未登入天數', '未登录天数', 'Days not seen'),
  },
)

const why = {
  title: words('依據', '依据', 'Allowed by'),
  words: {
    authorised: words('病人授權', '患者授权', "Patient's authorisation"),
    own: words('本人經手', '本人经手', 'Took part'),
    emergency: words('緊急存取', '紧急访问', 'Emergency'),
    prepares: words('為醫師準備', '为医生准备', 'Prepares for the doctor'),
    none: words('無授權', '无授权', 'Not authorised'),
  },
}
const kind = {
  title: words('種類', '种类', 'Kind'),
  words: {
    read: words('讀取', '读取', 'Read'),
    write: words('變更', '变更', 'Change'),
    auth: words('登入', '登录', 'Sign-in'),
  },
}
const emergency = words('緊急存取', '紧急访问', 'Emergency')
const result = words('結果', '结果', 'Result')

export const auditSheet = sheetOf(
  auditRow,
  [
    { path: 'id', title: words('編號', '编号', 'No.'), kind: 'number', width: 10 },
    { path: 'at', title: words('時間', '时间', 'Time'), kind: 'instant', width: 20 },
    { path: 'name', en: 'nameEn', title: words('人員', '人员', 'Who') },
    { path: 'actedFor.name', en: 'actedFor.nameEn', title: words('代表', '代表', 'On behalf of') },
    { path: 'action', title: words('動作', '动作', 'Act'), words: actWords, width: 28 },
    { path: 'action', title: words('呼叫', '调用', 'Call'), width: 40 },
    { path: 'kind', ...kind, width: 8 },
    { path: 'pid', title: words('病人編號', '患者编号', 'Patient no.'), kind: 'number', width: 12 },
    { path: 'why', ...why, width: 24 },
    { path: 'emergency', title: emergency, kind: 'yesNo', width: 10 },
    { path: 'outcome', title: result },
    { path: 'ip', title: words('來源', '来源', 'From'), width: 18 },
  ],
  {
    partner: words('機構編號', '机构编号', 'Institution (no.)'),
    from: words('起日', '起日', 'From'),
    to: words('迄日', '止日', 'To'),
    who: { title: words('人員', '人员', 'Who'), of: 'staff' },
    pid: words('病人編號', '患者编号', 'Patient no.'),
    kind,
    why,
    result: { title: result, words: { OK: words('成功', '成功', 'Done'), refused: words('被拒', '被拒', 'Refused') } },
    emergency: {
      title: emergency,
      words: { all: words('全部', '全部', 'All'), open: words('尚未查看', '尚未查看', 'Not looked at') },
    },
    pattern: {
      title: words('查閱樣態', '查阅样态', 'Pattern'),
      words: {
        vip: words('VIP', 'VIP', 'VIP'),
        colleague: words('同事', '同事', 'Colleague'),
        acquainted: words('本人或相識', '本人或相识', 'Oneself or acquainted'),
        unrelated: words('近期無看診', '近期无看诊', 'No visit around'),
      },
    },
  },
)
