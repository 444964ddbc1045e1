import { exportOf, localised } from '../core/export.ts'
import { staffTypeLabels } from '../core/staff-labels.ts'
import { staffReview } from './schema.ts'

const state = {
  title: localised('狀態', '状态', 'State'),
  words: {
    registered: localised('已註冊', '已注册', 'Registered'),
    phoneVerified: localised('待送審', '待送审', 'To be handed in'),
    inReview: localised('審核中', '审核中', 'In review'),
    returned: localised('需補正', '需补正', 'Returned'),
    onBoard: localised('已核准', '已核准', 'On board'),
    cancelled: localised('已終止', '已终止', 'Cancelled'),
    all: localised('全部', '全部', 'All'),
  },
}
const type = { title: localised('職類', '职类', 'Profession'), words: staffTypeLabels }
const unit = localised('單位', '单位', 'Unit')

/** Reviews as a file: no pictures, and nothing of what was said. */
export const reviewSheet = exportOf(
  staffReview,
  [
    { path: 'name', en: 'nameEn', title: localised('姓名', '姓名', 'Name') },
    { path: 'account', title: localised('帳號', '账号', 'Account') },
    { path: 'doctortype', ...type },
    { path: 'unit.name', en: 'unit.nameEn', title: unit },
    { path: 'licenceNumber', title: localised('證照字號', '证照编号', 'Licence number') },
    { path: 'licenceExpires', title: localised('有效期限', '有效期限', 'Valid until'), kind: 'date', width: 12 },
    { path: 'submittedAt', title: localised('送審時間', '提交时间', 'Handed in'), kind: 'instant', width: 17 },
    { path: 'state', ...state, width: 12 },
  ],
  { state, type, unit: { title: unit, of: 'unit' } },
)
