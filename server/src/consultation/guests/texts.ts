import { GUEST_MINUTES, type GuestChannel } from '@teleward/contract/calls/guest-schema.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'

interface Asked {
  institution: string
  by: string
  link: string
  asks: GuestChannel
}
/** What leaves by SMS or mail: who invites, and of the patient nothing. */
export const invitations: Readonly<Record<Locale, (one: Asked) => { subject: string; text: string }>> = {
  'zh-TW': ({ institution, by, link, asks }) => ({
    subject: `${institution}｜通話邀請`,
    text: `【${institution}】${by} 邀請您加入正在進行的通話，請於 ${GUEST_MINUTES} 分鐘內開啟連結：${link} （${
      asks === 'sms' ? '進入時請輸入此手機號碼末 4 碼' : '進入時請輸入邀請人另行告知的 6 位數代碼'
    }）`,
  }),
  'zh-CN': ({ institution, by, link, asks }) => ({
    subject: `${institution}｜通话邀请`,
    text: `【${institution}】${by} 邀请您加入正在进行的通话，请于 ${GUEST_MINUTES} 分钟内打开链接：${link} （${
      asks === 'sms' ? '进入时请输入此手机号码末 4 位' : '进入时请输入邀请人另行告知的 6 位数代码'
    }）`,
  }),
  en: ({ institution, by, link, asks }) => ({
    subject: `${institution}: you are invited to a call`,
    text: `${institution}: ${by} invites you to a call that is under way. Open this link within ${GUEST_MINUTES} minutes: ${link} ${
      asks === 'sms'
        ? 'It asks for the last 4 digits of this number.'
        : 'It asks for a code of six digits that you are told separately.'
    }`,
  }),
}
