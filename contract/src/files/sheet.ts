import { sheetOf, words } from '../core/sheet.ts'
import { upload } from './schema.ts'
import { kindWords, stateWords } from './texts.ts'

const kind = { title: words('種類', '种类', 'Kind'), words: kindWords }
const state = { title: words('狀態', '状态', 'State'), words: stateWords }

/** One's own uploads as a file. */
export const uploadSheet = sheetOf(
  upload,
  [
    { path: 'name', title: words('檔名', '文件名', 'File name'), width: 30 },
    { path: 'kind', ...kind, width: 14 },
    { path: 'patient.name', en: 'patient.nameEn', title: words('會員', '会员', 'Member') },
    { path: 'patient.memberNo', title: words('會員編號', '会员编号', 'Member number'), width: 14 },
    { path: 'eye', title: words('眼別', '眼别', 'Eye'), width: 6 },
    { path: 'bytes', title: words('大小（位元組）', '大小（字节）', 'Size (bytes)'), kind: 'number', width: 14 },
    { path: 'state', ...state, width: 12 },
    { path: 'createdAt', title: words('時間', '时间', 'Time'), kind: 'instant', width: 17 },
  ],
  {
    state: {
      title: state.title,
      words: { ...stateWords, all: words('全部', '全部', 'All'), open: words('進行中', '进行中', 'On their way') },
    },
    kind,
    pid: words('會員', '会员', 'Member'),
  },
)
