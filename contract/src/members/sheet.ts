import { exportOf, localised } from '../core/export.ts'
import { memberRow } from './schema.ts'

export const genderLabels = {
  male: localised('男', '男', 'Male'),
  female: localised('女', '女', 'Female'),
  other: localised('其他', '其他', 'Other'),
  unknown: localised('未知', '未知', 'Unknown'),
}

/** The member list as a file. */
export const memberSheet = exportOf(
  memberRow,
  [
    { path: 'memberNo', title: localised('會員編號', '会员编号', 'Member no.') },
    { path: 'name', title: localised('姓名', '姓名', 'Name') },
    { path: 'nameEn', title: localised('英文姓名', '英文姓名', 'Name in English'), width: 22 },
    { path: 'gender', title: localised('性別', '性别', 'Sex'), words: genderLabels, width: 8 },
    { path: 'birthday', title: localised('出生日期', '出生日期', 'Date of birth'), kind: 'date', width: 12 },
    { path: 'vip', title: localised('VIP', 'VIP', 'VIP'), kind: 'yesNo', width: 6 },
    { path: 'unitName', en: 'unitNameEn', title: localised('單位', '单位', 'Unit') },
    {
      path: 'managers.name',
      en: 'managers.nameEn',
      title: localised('個案負責人', '个案负责人', 'Case manager'),
      kind: 'texts',
      needs: 'crm.read',
    },
  ],
  {
    q: localised('姓名或電話', '姓名或电话', 'Name or phone'),
    unit: { title: localised('單位', '单位', 'Unit'), of: 'unit' },
    vip: localised('VIP', 'VIP', 'VIP'),
    gender: localised('性別', '性别', 'Sex'),
    manager: { title: localised('個案負責人', '个案负责人', 'Case manager'), of: 'staff' },
  },
)
