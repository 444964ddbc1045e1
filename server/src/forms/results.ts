import { localised, SHEET_MAX_ROWS } from '@teleward/contract/core/export.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { compile, type Form, isQuestion, type Node } from '@teleward/contract/forms/compile.ts'
import {
  type Answer,
  type Questionnaire,
  type ResponseItem,
  textOf,
  answerValue,
  sameAnswer,
} from '@teleward/contract/forms/fhir.ts'
import { FEWEST_SHOWN } from '@teleward/contract/forms/rules.ts'
import type { MemberForm, ResultQuery, ResultRow, Summary, SummaryQuery } from '@teleward/contract/forms/schema.ts'
import { cutoffsOf } from '@teleward/contract/forms/score.ts'
import { byQuestion, fromItems } from '@teleward/contract/forms/state.ts'
import { canSeeForm, canSeeMember, canSeeQuestionnaire } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { inOrder, sql, staffBriefJson } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { byJson, contentsOf, dangerJson, scoreJson } from './repo.ts'

const day = (who: StaffActor, { from, to }: { from?: string | undefined; to?: string | undefined }) => sql`
  (${from ?? null}::date is null or r.sent_at >= (${from ?? null}::date)::timestamp at time zone ${who.timeZone})
  and (${to ?? null}::date is null or r.sent_at < (${to ?? null}::date + 1)::timestamp at time zone ${who.timeZone})`
const ofQuestionnaire = (who: StaffActor, id: number) =>
  sql`r.questionnaire_id = ${id}::int and r.partner_id = ${who.partnerId} and ${canSeeForm('r')}`

export async function results(
  read: Read,
  who: StaffActor,
  id: number,
  query: ResultQuery,
): Promise<{ rows: ResultRow[]; total: number }> {
  if (!(await read(contentsOf(id, null))).length) throw new AppError('NOT_FOUND')
  const { state, unit, score, page, pageSize } = query
  const standing = sql`(r.danger_at is not null and r.attended_at is null) desc, coalesce(r.completed_at, r.sent_at) desc, r.id desc`
  const found = await read(sql<{ row: ResultRow | null; total: number }>`
    with hit as materialized (
      select r.id, row_number() over (order by ${inOrder(
        query.sort,
        { sent: sql`r.sent_at`, name: sql`m.name`, completed: sql`r.completed_at`, score: sql`r.score` },
        standing,
        standing,
      )}) as place
      from form_response r join member m on m.pid = r.pid and ${canSeeMember('m')}
      where ${ofQuestionnaire(who, id)} and ${day(who, query)} and (${unit ?? null}::int is null or r.unit_id = ${unit ?? null}::int)
        and (${state ?? null}::text is null or r.state = ${state ?? null}::text
          or (${state ?? null}::text = 'open' and r.state in ('sent', 'opened', 'inProgress'))
          or (${state ?? null}::text = 'answered' and r.state in ('completed', 'amended')))
        and (${score ?? null}::text is null or (${score ?? null}::text = 'over' and (r.meaning ->> 'over')::boolean)
          or (${score ?? null}::text = 'danger' and r.danger_at is not null))),
    page as (select hit.place, jsonb_build_object('id', r.id, 'pid', r.pid, 'memberNo', m.member_no, 'name', m.name, 'nameEn', m.name_en,
        'unit', jsonb_build_object('id', u.id, 'name', u.name, 'nameEn', u.name_en), 'state', r.state, 'number', r.number, 'way', r.way, 'sentAt', r.sent_at,
        'sentBy', ${staffBriefJson('s')}, 'endAt', r.end_at, 'remindedAt', r.reminded_at, 'completedAt', r.completed_at,
        'answeredBy', ${byJson('r', 'answered_by', 'answered_mid')}, 'score', ${scoreJson('r')}, 'meaning', r.meaning, 'danger', ${dangerJson}) as row
      from hit join form_response r on r.id = hit.id and ${canSeeForm('r')} join member m on m.pid = r.pid and ${canSeeMember('m')} join unit u on u.id = r.unit_id
        join staff s on s.mid = r.sent_by
      where hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`)
  return { rows: found.flatMap(({ row }) => (row ? [row] : [])), total: found[0]?.total ?? 0 }
}

interface Answered {
  pid: number
  memberNo: string
  name: string
  nameEn: string | null
  at: string
  items: ResponseItem[]
  score: number | null
  missing: number | null
  meaning: ResultRow['meaning']
}
/** The answers of one version, which is the newest unless told: as many as a file holds, of how many. */
export async function answersOf(
  read: Read,
  who: StaffActor,
  id: number,
  query: SummaryQuery,
): Promise<{ content: Questionnaire; number: number; total: number; rows: Answered[] }> {
  const [contents] = await read(contentsOf(id, query.number ?? null))
  if (!contents?.content || contents.number === null) throw new AppError('NOT_FOUND')
  const { content, number } = contents
  const rows = await read(sql<{ row: Answered; total: number }>`
    select count(*) over ()::int as total, jsonb_build_object('pid', r.pid, 'memberNo', m.member_no, 'name', m.name, 'nameEn', m.name_en, 'at', r.completed_at, 'items', r.items, 'score', r.score,
      'missing', r.score_missing, 'meaning', r.meaning) as row
    from form_response r join member m on m.pid = r.pid and ${canSeeMember('m')}
    where ${ofQuestionnaire(who, id)} and r.number = ${number} and r.state in ('completed', 'amended') and ${day(who, query)}
      and (${query.unit ?? null}::int is null or r.unit_id = ${query.unit ?? null}::int)
    order by r.completed_at desc, r.id desc limit ${SHEET_MAX_ROWS}`)
  return { content, number, total: rows[0]?.total ?? 0, rows: rows.map(({ row }) => row) }
}

function figures(values: readonly number[]): { mean: number; median: number; least: number; most: number } | null {
  if (!values.length) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const at = (index: number) => sorted[index] ?? 0
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  return {
    mean: Math.round(mean * 100) / 100,
    median: sorted.length % 2 ? at(middle) : (at(middle - 1) + at(middle)) / 2,
    least: at(0),
    most: at(sorted.length - 1),
  }
}
const words = {
  yes: localised('是', '是', 'Yes'),
  no: localised('否', '否', 'No'),
  other: localised('其他', '其他', 'Other'),
}
/** An answer as it is read: an option by its text. */
export function answerText(node: Node, answer: Answer, language: Locale): string {
  if (answer.valueBoolean !== undefined) return words[answer.valueBoolean ? 'yes' : 'no'][language]
  const choice = answer.valueCoding
    ? node.choices.find(({ option }) => option.valueCoding?.code === answer.valueCoding?.code)?.option.valueCoding
    : undefined
  const coding = choice ?? answer.valueCoding
  if (coding) return textOf(coding, 'display', language) || coding.code || ''
  if (answer.valueQuantity)
    return [answer.valueQuantity.value, answer.valueQuantity.unit ?? answer.valueQuantity.code]
      .filter((one) => one !== undefined)
      .join(' ')
  const value = answerValue(answer)
  return value === undefined ? '' : String(value)
}
/** What is asked of whoever answers, in its order. */
export const askedOf = (form: Form): Node[] =>
  [...form.byId.values()].filter((node) => isQuestion(node) && !node.hidden)

/** What results there are, in the order of their cut-offs; none so far. */
function bandsOf(content: Questionnaire): Map<string, Summary['bands'][number]> {
  const cutoffs = cutoffsOf(content)
  const results =
    cutoffs?.kind === 'bands'
      ? cutoffs.bands
      : cutoffs
        ? ['negative', 'positive'].map((text) => ({ text, texts: {} }))
        : []
  return new Map(results.map(({ text, texts }) => [text, { text, texts, count: 0 }]))
}

export async function summaryOf(
  read: Read,
  who: StaffActor,
  id: number,
  query: SummaryQuery,
  language: Locale,
): Promise<Summary> {
  const { content, number, total, rows } = await answersOf(read, who, id, query)
  const form = compile(content)
  const people = new Set(rows.map(({ pid }) => pid)).size
  const shown = people >= FEWEST_SHOWN
  const said = rows.map(({ items }) => byQuestion(fromItems(form, items).answers))
  const scores = rows.flatMap(({ score, missing }) => (score !== null && !missing ? [score] : []))
  const bands = bandsOf(content)
  for (const { meaning } of rows) {
    if (!meaning) continue
    const text = meaning.text ?? meaning.kind
    const band = bands.get(text) ?? { text, texts: meaning.texts, count: 0 }
    bands.set(text, { ...band, count: band.count + 1 })
  }
  return {
    number,
    answered: total,
    counted: rows.length,
    people,
    shown,
    scores: shown ? figures(scores) : null,
    bands: shown ? [...bands.values()] : [],
    questions: shown
      ? askedOf(form).map((node) =>
          spread(
            node,
            said.map((one) => one.get(node.linkId) ?? []),
            language,
          ),
        )
      : [],
  }
}
/** Each option with how often it was chosen; what is none of them stands together. */
function optionsOf(node: Node, all: readonly Answer[], language: Locale): Summary['questions'][number]['options'] {
  const options: Answer[] =
    node.type === 'boolean'
      ? [{ valueBoolean: true }, { valueBoolean: false }]
      : node.choices.map(({ option }) => option)
  if (!options.length) return []
  const counts = options.map(() => 0)
  let others = 0
  for (const one of all) {
    const at = options.findIndex((option) => sameAnswer(option, one))
    if (at < 0) others += 1
    else counts[at] = (counts[at] ?? 0) + 1
  }
  const rows = options.map((option, at) => ({ text: answerText(node, option, language), count: counts[at] ?? 0 }))
  return others ? [...rows, { text: words.other[language], count: others }] : rows
}
function spread(node: Node, said: readonly Answer[][], language: Locale): Summary['questions'][number] {
  const all = said.flat()
  return {
    linkId: node.linkId,
    text: textOf(node.item, 'text', language),
    type: node.type,
    answered: said.filter((one) => one.length).length,
    options: optionsOf(node, all, language),
    numbers: figures(all.flatMap((one) => one.valueDecimal ?? one.valueInteger ?? one.valueQuantity?.value ?? [])),
  }
}

export const memberForms = async (read: Read, pid: number): Promise<MemberForm[]> =>
  (
    await read(sql<{ row: MemberForm }>`
      select jsonb_build_object('id', r.id, 'title', q.title, 'titleEn', q.title_en, 'state', r.state, 'at', coalesce(r.completed_at, r.sent_at),
        'score', ${scoreJson('r')}, 'meaning', r.meaning, 'danger', r.danger_at is not null) as row
      from form_response r join questionnaire q on q.id = r.questionnaire_id and ${canSeeQuestionnaire('q')}
      where r.pid = ${pid}::int and ${canSeeForm('r')} order by coalesce(r.completed_at, r.sent_at) desc, r.id desc limit 50`)
  ).map(({ row }) => row)
