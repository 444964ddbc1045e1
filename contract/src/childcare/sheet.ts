import { exportOf, localised } from '../core/export.ts'
import { genderLabels } from '../members/sheet.ts'
import { childKindLabels, vaccineLabels } from './labels.ts'
import { childRow } from './schema.ts'

const kind = localised('項目', '项目', 'Care')
/** Children as a file: who they are and what is due next. */
export const childSheet = exportOf(
  childRow,
  [
    { path: 'name', en: 'nameEn', title: localised('兒童', '儿童', 'Child') },
    { path: 'memberNo', title: localised('會員編號', '会员编号', 'Member no.') },
    { path: 'gender', title: localised('性別', '性别', 'Sex'), words: genderLabels, width: 8 },
    { path: 'birthday', title: localised('出生日期', '出生日期', 'Date of birth'), kind: 'date', width: 12 },
    { path: 'unitName', en: 'unitNameEn', title: localised('單位', '单位', 'Unit') },
    { path: 'next.kind', title: kind, words: childKindLabels },
    { path: 'next.vaccine', title: localised('疫苗', '疫苗', 'Vaccine'), words: vaccineLabels, width: 24 },
    { path: 'next.number', title: localised('劑次／次別', '剂次／次别', 'Dose or visit'), kind: 'number', width: 10 },
    { path: 'next.dueOn', title: localised('應辦日', '应办日', 'Due'), kind: 'date', width: 12 },
    { path: 'next.lateDays', title: localised('逾期天數', '逾期天数', 'Days late'), kind: 'number', width: 10 },
    { path: 'late', title: localised('逾期項數', '逾期项数', 'Late items'), kind: 'number', width: 10 },
    { path: 'stool.colour', title: localised('最近大便卡色號', '最近大便卡色号', 'Last stool colour'), kind: 'number' },
  ],
  {
    tab: {
      title: localised('清單', '列表', 'List'),
      words: {
        late: localised('逾期', '逾期', 'Late'),
        soon: localised('30天內', '30天内', 'Within 30 days'),
        all: localised('全部', '全部', 'All'),
      },
    },
    q: localised('搜尋', '搜索', 'Search'),
    kind: { title: kind, words: childKindLabels },
    unit: { title: localised('單位', '单位', 'Unit'), of: 'unit' },
    ageFrom: localised('月齡自', '月龄自', 'Months from'),
    ageTo: localised('月齡至', '月龄至', 'Months to'),
  },
)
