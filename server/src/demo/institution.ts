/** The demo institution, a second one beside it, and their staff. All persons are invented. */
export const partners = [
  { id: 0, name: '系統營運', name_en: 'Operator', name_zh_cn: '系统运营', phone: '02-2700-0000' },
  {
    id: 1,
    name: '禾安遠距照護中心',
    name_en: 'Hean Telecare Centre',
    name_zh_cn: '禾安远程照护中心',
    phone: '02-2790-1234',
  },
  { id: 32, name: '海岸聯合診所', name_en: 'Coast Joint Clinic', name_zh_cn: '海岸联合诊所', phone: '03-822-3456' },
] as const

export const units = [
  { id: 1, main_id: null, partner_id: 1, name: '總院', name_en: 'Main house' },
  { id: 2, main_id: 1, partner_id: 1, name: '內湖分站', name_en: 'Neihu station' },
  { id: 3, main_id: 1, partner_id: 1, name: '新店分站', name_en: 'Xindian station' },
  { id: 320, main_id: null, partner_id: 32, name: '花蓮本院', name_en: 'Hualien clinic' },
] as const

export interface DemoStaff {
  account: string
  name: string
  nameEn: string
  doctortype: string
  staffType: number
  title: string
  division?: [string, string]
  units: number[]
  partner?: number
  /** Works in a second institution, too. */
  alsoAt?: { partner: number; units: number[] }
}

const doctor = { doctortype: 'doctor', staffType: 1, title: '醫師' }
const other = (doctortype: string, title: string) => ({ doctortype, staffType: 3, title })

/** Order fixes the ids: the first is mid 1. */
export const staff: DemoStaff[] = [
  {
    account: 'dr.lin',
    name: '林書妍',
    nameEn: 'Lin Shu-yen',
    ...doctor,
    division: ['家庭醫學科', 'Family medicine'],
    units: [2],
  },
  {
    account: 'dr.wang',
    name: '王志遠',
    nameEn: 'Wang Chih-yuan',
    ...doctor,
    division: ['內科', 'Internal medicine'],
    units: [2, 3],
  },
  {
    account: 'nurse.chen',
    name: '陳怡蓁',
    nameEn: 'Chen Yi-chen',
    doctortype: 'nurse',
    staffType: 2,
    title: '護理師',
    units: [2],
  },
  { account: 'pharm.wu', name: '吳承翰', nameEn: 'Wu Cheng-han', ...other('pharmacist', '藥師'), units: [2] },
  { account: 'diet.hsu', name: '許雅涵', nameEn: 'Hsu Ya-han', ...other('dietitian', '營養師'), units: [2] },
  {
    account: 'case.tsai',
    name: '蔡欣怡',
    nameEn: 'Tsai Hsin-yi',
    ...other('case_manager', '個案管理師'),
    units: [2, 3],
  },
  {
    account: 'cs.liu',
    name: '劉佳玲',
    nameEn: 'Liu Chia-ling',
    doctortype: 'customer_service',
    staffType: 4,
    title: '客服',
    units: [1, 2, 3],
  },
  {
    account: 'agent.kao',
    name: '高明宏',
    nameEn: 'Kao Ming-hung',
    doctortype: 'agent',
    staffType: 7,
    title: '代理人',
    units: [2],
  },
  {
    account: 'admin',
    name: '何思穎',
    nameEn: 'Ho Szu-ying',
    doctortype: 'admin',
    staffType: 5,
    title: '管理者',
    units: [1, 2, 3],
  },
  {
    account: 'dr.huang',
    name: '黃建銘',
    nameEn: 'Huang Chien-ming',
    ...doctor,
    division: ['外科', 'Surgery'],
    units: [3],
  },
  {
    account: 'dr.lai',
    name: '賴冠廷',
    nameEn: 'Lai Kuan-ting',
    ...doctor,
    division: ['家庭醫學科', 'Family medicine'],
    units: [2, 3],
    alsoAt: { partner: 32, units: [320] },
  },
  {
    account: 'nurse.chang',
    name: '張雅婷',
    nameEn: 'Chang Ya-ting',
    doctortype: 'nurse',
    staffType: 2,
    title: '護理師',
    units: [3],
  },
  {
    account: 'pt.cheng',
    name: '鄭凱文',
    nameEn: 'Cheng Kai-wen',
    ...other('physical_therapist', '物理治療師'),
    units: [2],
  },
  {
    account: 'ot.yang',
    name: '楊淑惠',
    nameEn: 'Yang Shu-hui',
    ...other('occupational_therapist', '職能治療師'),
    units: [2],
  },
  {
    account: 'psy.hung',
    name: '洪子涵',
    nameEn: 'Hung Tzu-han',
    ...other('clinical_psychologist', '臨床心理師'),
    units: [2],
  },
  {
    account: 'counsel.ko',
    name: '柯宜君',
    nameEn: 'Ko Yi-chun',
    ...other('counselling_psychologist', '諮商心理師'),
    units: [2],
  },
  {
    account: 'lab.su',
    name: '蘇俊傑',
    nameEn: 'Su Chun-chieh',
    ...other('medical_technologist', '醫檢師'),
    units: [2],
  },
  {
    account: 'radio.lu',
    name: '呂佩珊',
    nameEn: 'Lu Pei-shan',
    ...other('radiologic_technologist', '放射師'),
    units: [2],
  },
  {
    account: 'health.fan',
    name: '范文傑',
    nameEn: 'Fan Wen-chieh',
    ...other('health_manager', '健康管理師'),
    units: [2],
  },
  { account: 'care.tseng', name: '曾美玲', nameEn: 'Tseng Mei-ling', ...other('caregiver', '照顧服務員'), units: [2] },
  { account: 'vol.peng', name: '彭春梅', nameEn: 'Peng Chun-mei', ...other('volunteer', '志工'), units: [2] },
  {
    account: 'sec.kuo',
    name: '郭又嘉',
    nameEn: 'Kuo Yu-chia',
    ...other('health_secretary', '健康秘書'),
    units: [2, 3],
  },
  {
    account: 'partner.chiu',
    name: '邱柏宇',
    nameEn: 'Chiu Po-yu',
    doctortype: 'partner_staff',
    staffType: 6,
    title: '合作單位',
    units: [2],
  },
  {
    account: 'dr.hua',
    name: '華海晴',
    nameEn: 'Hua Hai-ching',
    ...doctor,
    division: ['內科', 'Internal medicine'],
    units: [320],
    partner: 32,
  },
  {
    account: 'nurse.hua',
    name: '葉若晴',
    nameEn: 'Yeh Jo-ching',
    doctortype: 'nurse',
    staffType: 2,
    title: '護理師',
    units: [320],
    partner: 32,
  },
  {
    account: 'op.shen',
    name: '沈家豪',
    nameEn: 'Shen Chia-hao',
    doctortype: 'admin',
    staffType: 5,
    title: '平台營運',
    units: [],
    partner: 0,
  },
]

export const nurseBindings = [{ partner_id: 1, doctor: 'dr.lin', nurse: 'nurse.chen' }] as const

/** Canned words a new doctor starts with; `memop` is staff advice. */
export const words: [type: string, word: string, code?: string][] = [
  ['s', '按時服藥', 'med'],
  ['s', '無胸痛'],
  ['s', '無低血糖症狀'],
  ['s', '睡眠尚可'],
  ['s', '食慾正常'],
  ['s', '症狀三天，無發燒', 's3'],
  ['o', '視訊理學檢查'],
  ['o', '意識清楚、對答切題', 'cons'],
  ['o', '鏡頭下無呼吸急促'],
  ['o', '無下肢水腫'],
  ['o', '居家血壓 7 日平均 ___/___', 'bp7'],
  ['a', '血壓控制穩定'],
  ['a', '血壓未達標'],
  ['a', '血糖略高於目標'],
  ['a', '症狀改善中'],
  ['p', '早晚量血壓，兩週後視訊回診', 'bp2'],
  ['p', '衛教已說明'],
  ['p', '三個月後抽血追蹤 HbA1c、Cr／eGFR', 'lab3'],
  ['p', '症狀加劇請立即就醫', 'er'],
  ['memop', '低鹽飲食，每日鹽分 6 公克以下', 'salt'],
  ['memop', '每週運動 150 分鐘'],
  ['memop', '頭痛加劇、胸痛請立即就醫'],
  ['memop', '多喝水、多休息'],
]

/** Templates of notes, each by a doctor for everybody of the division. */
export const noteTemplates: readonly { by: string; name: string; code: string; parts: Record<string, string> }[] = [
  {
    by: 'dr.lin',
    name: '高血壓回診',
    code: 'htn',
    parts: {
      s: '{主訴}；按時服藥，{頭暈或胸悶}。',
      o: '居家血壓 __/__ mmHg，脈搏 __。',
      a: '血壓控制{良好或不佳}。',
      p: '續用藥 __ 週，低鹽飲食。',
      memo: '每日早晚各量一次血壓並記錄。',
    },
  },
]
