import type { ChatHead, ChatMessage } from '@teleward/contract/chat/schema.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { XLSX_TYPE, words } from '@teleward/contract/core/sheet.ts'
import { localTime } from '@teleward/contract/core/zone.ts'
import { RawReply } from '../platform/http/index.ts'
import { writeXlsx } from '../platform/xlsx/write.ts'

const said = {
  time: words('時間', '时间', 'Time'),
  from: words('發言人', '发言人', 'From'),
  text: words('內容', '内容', 'Message'),
  reply: words('回覆', '回复', 'In reply to'),
  state: words('狀態', '状态', 'State'),
  sent: words('已送出', '已发送', 'Sent'),
  read: words('已讀', '已读', 'Read'),
  recalled: words('已收回', '已撤回', 'Recalled'),
  patient: words('病人', '患者', 'Patient'),
  file: words('對話紀錄.xlsx', '对话记录.xlsx', 'conversation.xlsx'),
}

const onTheWall = (text: string, zone: string): Date => {
  const { year, month, day, hour, minute } = localTime(new Date(text), zone)
  return new Date(Date.UTC(year, month - 1, day, hour, minute))
}

interface Of {
  head: ChatHead
  messages: readonly ChatMessage[]
  lang: Locale
  zone: string
}
/** The newest rows a file may hold. Texts stand as texts, also those that a sheet would take for a formula. */
export async function chatSheet({ head, messages, lang, zone }: Of): Promise<RawReply> {
  const nameOf = (person: { name: string; nameEn: string | null } | null) =>
    person ? (lang === 'en' && person.nameEn) || person.name : (patientName(head, lang) ?? said.patient[lang])
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
          message.textContent ?? said.recalled[lang],
          message.reply ? (message.reply.textContent ?? said.recalled[lang]) : null,
          (message.recall ? said.recalled : message.isSeen ? said.read : said.sent)[lang],
        ]),
      ],
    },
  ])
  return new RawReply(bytes, {
    'content-type': XLSX_TYPE,
    'content-disposition': `attachment; filename="conversation.xlsx"; filename*=UTF-8''${encodeURIComponent(said.file[lang])}`,
    'cache-control': 'no-store',
  })
}
const patientName = ({ patient }: ChatHead, lang: Locale) =>
  patient ? (lang === 'en' && patient.pnameEn) || patient.pname : undefined
