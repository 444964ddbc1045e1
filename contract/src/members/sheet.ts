import { sheetOf, words } from '../core/sheet.ts'
import { memberRow } from './schema.ts'

export const genderWords = {
  male: words('男', '男', 'Male'),
  female: words('女', '女', 'Female'),
  other: words('其他', '其他', 'Other'),
  unknown: words('未知', '未知', 'Unknown'),
}

/** The member list as a file. */
export const memberSheet = sheetOf(
  memberRow,
  [
    { path: 'memberNo', title: words('會員編號', '会员编号', 'Member no.') },
    { path: 'name', title: words('姓名', '姓名', 'Name') },
    { path: 'nameEn', title: words('英文姓名', '英文姓名', 'Name in English'), width: 22 },
    { path: 'gender', title: words('性別', '性别', 'Sex'), words: genderWords, width: 8 },
    { path: 'birthday', title: words('出生日期', '出生日期', 'Date of birth'), kind: 'date', width: 12 },
    { path: 'vip', title: words('VIP', 'VIP', 'VIP'), kind: 'yesNo', width: 6 },
    { path: 'unitName', en: 'unitNameEn', title: words('單位', '单位', 'Unit') },
    {
      path: 'managers.name',
      en: 'managers.nameEn',
      title: words('個案負責人', '个案负责人', 'Case manager'),
      kind: 'texts',
      needs: 'crm.read',
    },
  ],
  {
    q: words('姓名或電話', '姓名或电话', 'Name or phone'),
    unit: { title: words('單位', '单位', 'Unit'), of: 'unit' },
    vip: words('VIP', 'VIP', 'VIP'),
    gender: words('性別', '性别', 'Sex'),
    manager: { title: words('個案負責人', '个案负责人', 'Case manager'), of: 'staff' },
  },
)
