import { exportOf, localised } from '../core/export.ts'
import { upload } from './schema.ts'
import { kindLabels, stateLabels } from './texts.ts'

const kind = { title: localised('種類', '种类', 'Kind'), words: kindLabels }
const state = { title: localised('狀態', '状态', 'State'), words: stateLabels }

/** One's own uploads as a file. */
export const uploadSheet = exportOf(
  upload,
  [
    { path: 'name', title: localised('檔名', '文件名', 'File name'), width: 30 },
    { path: 'kind', ...kind, width: 14 },
    { path: 'patient.name', en: 'patient.nameEn', title: localised('會員', '会员', 'Member') },
    { path: 'patient.memberNo', title: localised('會員編號', '会员编号', 'Member number'), width: 14 },
    { path: 'eye', title: localised('眼別', '眼别', 'Eye'), width: 6 },
    { path: 'bytes', title: localised('大小（位元組）', '大小（字节）', 'Size (bytes)'), kind: 'number', width: 14 },
    { path: 'state', ...state, width: 12 },
    { path: 'createdAt', title: localised('時間', '时间', 'Time'), kind: 'instant', width: 17 },
  ],
  {
    state: {
      title: state.title,
      words: {
        ...stateLabels,
        all: localised('全部', '全部', 'All'),
        open: localised('進行中', '进行中', 'On their way'),
      },
    },
    kind,
    pid: localised('會員', '会员', 'Member'),
  },
)
