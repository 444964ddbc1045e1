import { exportOf, localised } from '../core/export.ts'
import type { AgeBand, Programme, Stage } from './programmes.ts'
import type { LocalisedText } from '../core/export.ts'
import { programmePerson, report } from './screening-schema.ts'

export const programmeWords: Readonly<Record<Programme, LocalisedText>> = {
  adult: localised('成人預防保健', '成人预防保健', 'Adult preventive care'),
  hepatitis: localised('B、C 型肝炎', '乙型、丙型肝炎', 'Hepatitis B and C'),
  colorectal: localised('大腸癌（糞便潛血）', '大肠癌（粪便潜血）', 'Colorectal (FIT)'),
  breast: localised('乳癌（乳房攝影）', '乳腺癌（乳腺 X 线）', 'Breast (mammography)'),
  cervical: localised('子宮頸癌（抹片）', '宫颈癌（涂片）', 'Cervical (Pap smear)'),
  hpv: localised('子宮頸癌（HPV）', '宫颈癌（HPV）', 'Cervical (HPV)'),
  oral: localised('口腔癌（黏膜檢查）', '口腔癌（黏膜检查）', 'Oral (mucosa)'),
  lung: localised('肺癌（低劑量電腦斷層）', '肺癌（低剂量 CT）', 'Lung (LDCT)'),
  gastric: localised('胃癌（幽門桿菌）', '胃癌（幽门螺杆菌）', 'Gastric (H. pylori)'),
}
const sexWords = {
  female: localised('女', '女', 'Female'),
  male: localised('男', '男', 'Male'),
  unknown: localised('不明', '不明', 'Unknown'),
}
const bandWords: Readonly<Record<AgeBand, LocalisedText>> = {
  under40: localised('未滿 40 歲', '未满 40 岁', 'Under 40'),
  '40-49': localised('40–49 歲', '40–49 岁', '40–49'),
  '50-59': localised('50–59 歲', '50–59 岁', '50–59'),
  '60-69': localised('60–69 歲', '60–69 岁', '60–69'),
  '70on': localised('70 歲以上', '70 岁以上', '70 and over'),
  unknown: localised('不明', '不明', 'Unknown'),
}
const stageWords: Readonly<Record<Stage, LocalisedText>> = {
  eligible: localised('符合資格', '符合资格', 'Eligible'),
  unknown: localised('資料不足', '资料不足', 'Not known'),
  invited: localised('已邀請', '已邀请', 'Invited'),
  came: localised('已報到', '已报到', 'Came'),
  screened: localised('已篩檢', '已筛查', 'Screened'),
  positive: localised('陽性', '阳性', 'Positive'),
  followedUp: localised('已追蹤', '已随访', 'Followed up'),
}
const outcomeWords = {
  negative: localised('陰性', '阴性', 'Negative'),
  positive: localised('陽性', '阳性', 'Positive'),
  inadequate: localised('檢體不良', '标本不合格', 'Inadequate'),
}
const programmeColumn = {
  title: localised('篩檢項目', '筛查项目', 'Programme'),
  words: programmeWords,
}

/** What goes to the authority: numbers by programme, sex and age, and nobody by name. */
export const reportSheet = exportOf(
  report.shape.rows.element,
  [
    { path: 'programme', ...programmeColumn, width: 26 },
    { path: 'sex', title: localised('性別', '性别', 'Sex'), words: sexWords, width: 8 },
    { path: 'ages', title: localised('年齡', '年龄', 'Age'), words: bandWords, width: 14 },
    { path: 'invited', title: stageWords.invited, kind: 'number', width: 8 },
    { path: 'came', title: stageWords.came, kind: 'number', width: 8 },
    { path: 'screened', title: stageWords.screened, kind: 'number', width: 8 },
    { path: 'negative', title: outcomeWords.negative, kind: 'number', width: 8 },
    { path: 'positive', title: outcomeWords.positive, kind: 'number', width: 8 },
    { path: 'inadequate', title: outcomeWords.inadequate, kind: 'number', width: 10 },
    { path: 'followedUp', title: stageWords.followedUp, kind: 'number', width: 8 },
    { path: 'open', title: localised('未追蹤', '未随访', 'Not followed up'), kind: 'number', width: 10 },
  ],
  {},
  'rows',
)
/** Who stands at one stage of a programme, for the person who calls them. */
export const peopleSheet = exportOf(
  programmePerson,
  [
    { path: 'number', title: localised('編號', '编号', 'No.'), kind: 'number', width: 8 },
    { path: 'person.name', en: 'person.nameEn', title: localised('姓名', '姓名', 'Name'), width: 16 },
    { path: 'person.memberNo', title: localised('會員號', '会员号', 'Member no.'), width: 14 },
    { path: 'person.birthday', title: localised('生日', '生日', 'Birthday'), kind: 'date', width: 12 },
    { path: 'person.gender', title: localised('性別', '性别', 'Sex'), words: sexWords, width: 8 },
    { path: 'invitedAt', title: stageWords.invited, kind: 'instant', width: 18 },
    { path: 'outcome', title: localised('結果', '结果', 'Result'), words: outcomeWords, width: 10 },
    { path: 'examinedOn', title: localised('檢查日', '检查日', 'Examined on'), kind: 'date', width: 12 },
    { path: 'followUp.dueOn', title: localised('追蹤期限', '随访期限', 'Follow up by'), kind: 'date', width: 12 },
    {
      path: 'responsible.name',
      en: 'responsible.nameEn',
      title: localised('負責人', '负责人', 'Responsible'),
      width: 14,
    },
  ],
  {
    programme: programmeColumn,
    stage: { title: localised('階段', '阶段', 'Stage'), words: stageWords },
    q: localised('關鍵字', '关键字', 'Search'),
  },
)
