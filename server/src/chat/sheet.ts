import type { AttachmentKind } from '@teleward/contract/chat/rules.ts'
import type { ChatHead } from '@teleward/contract/chat/schema.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { XLSX_TYPE, localised } from '@teleward/contract/core/export.ts'
import { localTime } from '@teleward/contract/core/zone.ts'
import { RawReply } from '../platform/http/index.ts'
import { writeXlsx } from '../platform/xlsx/write.ts'
import type { MessageRow } from './attached.ts'

const said = {
  time: localised('時間', '时间', 'Time'),
  from: localised('發言人', '发言人', 'From'),
  text: localised('內容', '内容', 'Message'),
  reply: localised('回覆', '回复', 'In reply to'),
  state: localised('狀態', '状态', 'State'),
  sent: localised('已送出', '已发送', 'Sent'),
  read: localised('已讀', '已读', 'Read'),
  recalled: localised('已收回', '已撤回', 'Recalled'),
  patient: localised('病人', '患者', 'Patient'),
  image: localised('圖片', '图片', 'Picture'),
  file: localised('檔案', '文件', 'File'),
  voice: localised('語音訊息', '语音消息', 'Voice message'),
  sheet: localised('對話紀錄.xlsx', '对话记录.xlsx', 'conversation.xlsx'),
}

/** As at the lists' files: how many there are, and how many of them it holds. */
const newestAlone: Record<Locale, (held: string, total: string) => string> = {
  'zh-TW': (held, total) => `本檔只有最新的 ${held} 則，對話共有 ${total} 則`,
  'zh-CN': (held, total) => `本文件只有最新的 ${held} 条，对话共有 ${total} 条`,
  en: (held, total) => `The newest ${held} messages of ${total} alone`,
}

const onTheWall = (text: string, zone: string): Date => {
  const { year, month, day, hour, minute } = localTime(new Date(text), zone)
  return new Date(Date.UTC(year, month - 1, day, hour, minute))
}

interface Of {
  head: ChatHead
  messages: readonly MessageRow[]
  lang: Locale
  zone: string
}
/** The newest rows a file may hold, and where there are more a last row that says so. Texts stand as texts, also those that a sheet would take for a formula. */
export async function chatSheet({ head, messages, lang, zone }: Of): Promise<RawReply> {
  const nameOf = (person: { name: string; nameEn: string | null } | null) =>
    person ? (lang === 'en' && person.nameEn) || person.name : (patientName(head, lang) ?? said.patient[lang])
  // Messages are numbered without gaps.
  const total = head.lastSeq
  const figure = (n: number) => n.toLocaleString(lang)
  const bytes = await writeXlsx([
    {
      name: 'sheet1',
      titles: true,
      widths: [17, 16, 80, 30, 10],
      rows: [
        [said.time, said.from, said.text, said.reply, said.state].map((word) => word[lang]),
        ...messages.map((message) => [
          onTheWall(message.time, zone),
          nameOf(message.from),
          words(message.textContent, message.attachment?.kind ?? null, lang, message.attachment?.name),
          message.reply ? words(message.reply.textContent, message.reply.attached, lang) : null,
          (message.recall ? said.recalled : message.isSeen ? said.read : said.sent)[lang],
        ]),
        ...(messages.length < total ? [[null, null, newestAlone[lang](figure(messages.length), figure(total))]] : []),
      ],
    },
  ])
  return new RawReply(bytes, {
    'content-type': XLSX_TYPE,
    'content-disposition': `attachment; filename="conversation.xlsx"; filename*=UTF-8''${encodeURIComponent(said.sheet[lang])}`,
    'cache-control': 'no-store',
  })
}
const patientName = ({ patient }: ChatHead, lang: Locale) =>
  patient ? (lang === 'en' && patient.pnameEn) || patient.pname : undefined
/** What hangs on it by its kind and name, before what was said with it; a voice has no name worth keeping. */
function words(text: string | null, kind: AttachmentKind | null, lang: Locale, name?: string): string {
  if (text === null) return said.recalled[lang]
  if (!kind) return text
  const called = name && kind !== 'voice' ? ` ${name}` : ''
  return `[${said[kind][lang]}${called}]${text ? ` ${text}` : ''}`
}
