import type { Locale } from '@teleward/contract/core/scalars.ts'

type Texts = Readonly<Record<Locale, string>>

/** What the sign-in page says, by partner id; an institution's own text (`ui_config.login.welcome`) goes before it. */
const welcome: Readonly<Record<number, Texts>> = {
  0: { 'zh-TW': '歡迎使用遠距照護平台', 'zh-CN': '欢迎使用远程照护平台', en: 'Welcome to the remote-care platform' },
  1: {
    'zh-TW': '歡迎回來，今天也一起照顧大家',
    'zh-CN': '欢迎回来，今天也一起照顾大家',
    en: 'Welcome back. Good care starts here',
  },
  32: {
    'zh-TW': '歡迎使用診所遠距門診',
    'zh-CN': '欢迎使用诊所远程门诊',
    en: 'Welcome to the clinic’s remote consultations',
  },
  1575: {
    'zh-TW': '歡迎使用社區照護工作站',
    'zh-CN': '欢迎使用社区照护工作站',
    en: 'Welcome to the community care station',
  },
  1577: {
    'zh-TW': '歡迎使用居家照護工作站',
    'zh-CN': '欢迎使用居家照护工作站',
    en: 'Welcome to the home care station',
  },
  2085: {
    'zh-TW': '歡迎使用健康管理中心',
    'zh-CN': '欢迎使用健康管理中心',
    en: 'Welcome to the health management centre',
  },
}
const general: Texts = welcome[0] ?? { 'zh-TW': '', 'zh-CN': '', en: '' }

export const welcomeOf = (partnerId: number): Texts => welcome[partnerId] ?? general
/** Ids the specification names have a sign-in page even where this server does not hold the institution. */
export const hasWelcome = (partnerId: number) => Object.hasOwn(welcome, partnerId)
