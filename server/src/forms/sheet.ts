import { localised, XLSX_TYPE } from '@teleward/contract/core/export.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { localTime } from '@teleward/contract/core/zone.ts'
import { compile, type Node } from '@teleward/contract/forms/compile.ts'
import { type Answer, textOf } from '@teleward/contract/forms/fhir.ts'
import { byQuestion, fromItems } from '@teleward/contract/forms/state.ts'
import { RawReply } from '../platform/http/index.ts'
import { writeXlsx } from '../platform/xlsx/write.ts'
import { type answersOf, answerText, askedOf } from './results.ts'

const said = {
  no: localised('會員編號', '会员编号', 'Member no.'),
  name: localised('姓名', '姓名', 'Name'),
  at: localised('完成時間', '完成时间', 'Completed'),
  score: localised('分數', '分数', 'Score'),
  result: localised('結果', '结果', 'Result'),
  file: localised('問卷答案.xlsx', '问卷答案.xlsx', 'answers.xlsx'),
  about: localised('說明', '说明', 'About'),
  version: localised('版本', '版本', 'Version'),
  total: localised('符合筆數', '符合笔数', 'Rows found'),
  held: localised('本檔筆數', '本文件笔数', 'Rows in this file'),
  positive: localised('陽性', '阳性', 'Positive'),
  negative: localised('陰性', '阴性', 'Negative'),
  bySex: localised('依性別判讀', '按性别判读', 'Depends on sex'),
}
const onTheWall = (text: string, zone: string): Date => {
  const { year, month, day, hour, minute } = localTime(new Date(text), zone)
  return new Date(Date.UTC(year, month - 1, day, hour, minute))
}
type Answers = Awaited<ReturnType<typeof answersOf>>
/** A row for each response, a column for each question; several answers of one question stand together. */
export async function answerSheet(
  { content, number, total, rows }: Answers,
  lang: Locale,
  zone: string,
): Promise<RawReply> {
  const form = compile(content)
  const questions = askedOf(form)
  const cell = (node: Node, all: readonly Answer[]) => {
    const [only] = all
    const number = all.length === 1 ? (only?.valueDecimal ?? only?.valueInteger) : undefined
    return number ?? (all.map((one) => answerText(node, one, lang)).join('; ') || null)
  }
  const bytes = await writeXlsx([
    {
      name: 'sheet1',
      titles: true,
      widths: [14, 16, 17, 8, 14, ...questions.map(() => 24)],
      rows: [
        [
          ...[said.no, said.name, said.at, said.score, said.result].map((word) => word[lang]),
          ...questions.map(({ item }) => textOf(item, 'text', lang) || item.linkId),
        ],
        ...rows.map((row) => {
          const answers = byQuestion(fromItems(form, row.items).answers)
          const meaning = row.meaning
          const words =
            meaning && (meaning.kind === 'band' ? meaning.texts[lang] || meaning.text : said[meaning.kind][lang])
          return [
            row.memberNo,
            (lang === 'en' && row.nameEn) || row.name,
            onTheWall(row.at, zone),
            row.missing ? null : row.score,
            words,
            ...questions.map((node) => cell(node, answers.get(node.linkId) ?? [])),
          ]
        }),
      ],
    },
    {
      name: said.about[lang],
      widths: [22, 40],
      rows: [
        [said.version[lang], number],
        [said.total[lang], total],
        [said.held[lang], rows.length],
      ],
    },
  ])
  return new RawReply(bytes, {
    'content-type': XLSX_TYPE,
    'content-disposition': `attachment; filename="answers.xlsx"; filename*=UTF-8''${encodeURIComponent(said.file[lang])}`,
    'cache-control': 'no-store',
  })
}
