import { sheetOf, words } from '../core/sheet.ts'
import { staffTypeWords } from '../core/staff-words.ts'
import { staffReview } from './schema.ts'

const state = {
  title: words('狀態', '状态', 'State'),
  words: {
    registered: words('已註冊', '已注册', 'Registered'),
    phoneVerified: words('待送審', '待送审', 'To be handed in'),
    inReview: words('審核中', '审核中', 'In review'),
    returned: words('需補正', '需补正', 'Returned'),
    onBoard: words('已核准', '已核准', 'On board'),
    cancelled: words('已終止', '已终止', 'Cancelled'),
    all: words('全部', '全部', 'All'),
  },
}
const type = { title: words('職類', '职类', 'Profession'), words: staffTypeWords }
const unit = words('單位', '单位', 'Unit')

/** Reviews as a file: no pictures, and nothing of what was said. */
export const reviewSheet = sheetOf(
  staffReview,
  [
    { path: 'name', en: 'nameEn', title: words('姓名', '姓名', 'Name') },
    { path: 'account', title: words('帳號', '账号', 'Account') },
    { path: 'doctortype', ...type },
    { path: 'unit.name', en: 'unit.nameEn', title: unit },
    { path: 'licenceNumber', title: words('證照字號', '证照编号', 'Licence number') },
    { path: 'licenceExpires', title: words('有效期限', '有效期限', 'Valid until'), kind: 'date', width: 12 },
    { path: 'submittedAt', title: words('送審時間', '提交时间', 'Handed in'), kind: 'instant', width: 17 },
    { path: 'state', ...state, width: 12 },
  ],
  { state, type, unit: { title: unit, of: 'unit' } },
)
