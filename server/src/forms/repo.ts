import type { RawBuilder } from 'kysely'
import type { AnswerBy, Kept } from './kept.ts'
import type { Questionnaire, ResponseItem } from '@teleward/contract/forms/fhir.ts'
import type { Danger, QuestionnaireQuery, QuestionnaireRow } from '@teleward/contract/forms/schema.ts'
import { canSeeForm, canSeeQuestionnaire } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, type Compilable, containing, inOrder, sql, staffBriefJson } from '../platform/db/index.ts'

export const collects = (who: StaffActor) => who.rights['form.collect'] === 'y'
export const builds = (who: StaffActor) => who.rights['form.build'] === 'y'

const stateOf = sql`(case when q.retired_at is not null then 'retired' when q.published is null then 'draft' else 'published' end)`
const counted = sql`left join lateral (
  select count(*)::int as sent, count(*) filter (where r.state in ('completed', 'amended'))::int as answered,
    count(*) filter (where (r.meaning ->> 'over')::boolean)::int as over, count(*) filter (where r.danger_at is not null and r.attended_at is null)::int as unattended,
    max(r.completed_at) as last_answer, max(r.sent_at) as last_sent
  from form_response r where r.questionnaire_id = q.id and r.partner_id = ${asking.partner}::int and ${canSeeForm('r')}) c on true`
const rowJson = (collecting: boolean) => {
  const known = (name: string) => (collecting ? sql.ref(`c.${name}`) : sql`null`)
  return sql`jsonb_build_object('id', q.id, 'title', q.title, 'titleEn', q.title_en, 'kind', case when q.standard is null then 'own' else 'standard' end,
    'state', ${stateOf}, 'number', q.published, 'drafted', q.draft is not null, 'language', q.language,
    'author', case when s.mid is null then null else ${staffBriefJson('s')} end, 'questions', q.questions, 'sent', ${known('sent')}, 'answered', ${known('answered')},
    'over', ${known('over')}, 'unattended', ${known('unattended')}, 'lastAnswerAt', c.last_answer, 'lastUsedAt', greatest(q.changed_at, c.last_sent), 'version', q.version)`
}

/** What waits for somebody comes first: answers of danger, then what was used last. */
const standing = sql`(c.unattended > 0) desc, greatest(q.changed_at, c.last_sent) desc, q.id desc`
export async function questionnaires(
  read: Read,
  who: StaffActor,
  query: QuestionnaireQuery & { id?: number },
): Promise<{ rows: QuestionnaireRow[]; total: number }> {
  const { state, kind, author, language, q, page, pageSize, id } = query
  const found = await read(sql<{ row: QuestionnaireRow | null; total: number }>`
    with hit as materialized (
      select q.id, row_number() over (order by ${inOrder(
        query.sort,
        {
          lastUsed: sql`greatest(q.changed_at, c.last_sent)`,
          title: sql`q.title`,
          sent: sql`c.sent`,
          answered: sql`c.answered`,
          lastAnswer: sql`c.last_answer`,
        },
        standing,
        standing,
      )}) as place
      from questionnaire q ${counted}
      where ${canSeeQuestionnaire('q')} and (${id ?? null}::int is null or q.id = ${id ?? null}::int)
        and (${state ?? null}::text is null or ${stateOf} = ${state ?? null}::text)
        and (${kind ?? null}::text is null or (q.standard is null) = (${kind ?? null}::text = 'own'))
        and (${author ?? null}::text is null or (q.made_by is not distinct from ${who.mid}) = (${author ?? null}::text = 'me'))
        and (${language ?? null}::text is null or q.language = ${language ?? null}::text or (${language ?? null}::text = 'en' and q.title_en is not null))
        and lower(q.title || ' ' || coalesce(q.title_en, '')) like ${containing(q.toLowerCase())}),
    page as (select ${rowJson(collects(who))} as row, hit.place from hit join questionnaire q on q.id = hit.id and ${canSeeQuestionnaire('q')}
      left join staff s on s.mid = q.made_by ${counted}
      where hit.place > ${(page - 1) * pageSize}::int and hit.place <= ${page * pageSize}::int)
    select (select count(*)::int from hit) as total, page.row from (select 1) one left join page on true order by page.place`)
  return { rows: found.flatMap(({ row }) => (row ? [row] : [])), total: found[0]?.total ?? 0 }
}
export const questionnaireById = async (
  read: Read,
  who: StaffActor,
  id: number,
): Promise<QuestionnaireRow | undefined> =>
  (await questionnaires(read, who, { id, q: '', page: 1, pageSize: 1 })).rows[0]

export interface Contents {
  standard: boolean
  own: boolean
  retired: boolean
  draft: Questionnaire | null
  published: number | null
  content: Questionnaire | null
  number: number | null
  version: number
  versions: { number: number; at: string; by: { mid: number; name: string; nameEn: string | null } | null }[]
}
/** The whole of one: its draft, the version that is asked for (the newest unless told), and all versions. */
export const contentsOf = (id: number, number: number | null, lock = false): Compilable<Contents> => sql<Contents>`
  select q.standard is not null as standard, q.partner_id is not null as own, q.retired_at is not null as retired, q.draft, q.published,
    v.content, v.number, q.version,
    coalesce((select jsonb_agg(jsonb_build_object('number', x.number, 'at', x.published_at,
      'by', case when s.mid is null then null else ${staffBriefJson('s')} end) order by x.number desc)
      from questionnaire_version x left join staff s on s.mid = x.published_by where x.questionnaire_id = q.id and ${canSeeQuestionnaire('x')}), '[]') as versions
  from questionnaire q left join questionnaire_version v on v.questionnaire_id = q.id and v.number = coalesce(${number}::int, q.published) and ${canSeeQuestionnaire('v')}
  where q.id = ${id}::int and ${canSeeQuestionnaire('q')} ${lock ? sql`for update of q` : sql``}`

export interface FormRow extends Kept {
  id: number
  partnerId: number
  unitId: number
  pid: number
  questionnaire: number
  number: number
  content: Questionnaire
  retired: boolean
  gender: string | null
  way: 'here' | 'message' | 'notice'
  sentBy: { mid: number; name: string; nameEn: string | null }
  sentAt: string
  endAt: string | null
  released: boolean
  savedAt: string | null
  completedAt: string | null
  answeredBy: AnswerBy | null
  danger: string[]
  dangerSaid: Danger | null
  told: number[]
  linkIds: string[]
}
export const byJson = (
  row: string,
  kind: string,
  mid: string,
) => sql`case when ${sql.ref(`${row}.${kind}`)} is null then null else jsonb_build_object(
  'who', ${sql.ref(`${row}.${kind}`)}, 'staff', (select ${staffBriefJson('b')} from staff b where b.mid = ${sql.ref(`${row}.${mid}`)}),
  'name', r.proxy_name, 'relation', r.proxy_relation) end`
export const scoreJson = (row: string) => sql`case when ${sql.ref(`${row}.score`)} is null then null else
  jsonb_build_object('value', ${sql.ref(`${row}.score`)}, 'most', r.score_most, 'missing', coalesce(${sql.ref(`${row}.score_missing`)}, 0)) end`
export const dangerJson = sql`case when r.danger_at is null then null else jsonb_build_object('linkIds', r.danger, 'at', r.danger_at,
  'told', coalesce((select jsonb_agg(${staffBriefJson('t')} order by t.name) from staff t where t.mid = any (r.told)), '[]'),
  'attended', case when r.attended_at is null then null else jsonb_build_object('at', r.attended_at, 'note', coalesce(r.attended_note, ''),
    'by', (select ${staffBriefJson('a')} from staff a where a.mid = r.attended_by)) end) end`

/** One response with its questions; as JSON, so that an instant is written as everywhere. */
export const formRow = (id: number, shown: RawBuilder<boolean>, lock = false): Compilable<{ row: FormRow }> => sql<{
  row: FormRow
}>`
  select jsonb_build_object('id', r.id, 'partnerId', r.partner_id, 'unitId', r.unit_id, 'pid', r.pid, 'questionnaire', r.questionnaire_id, 'number', r.number,
    'content', v.content, 'retired', q.retired_at is not null, 'withdrawn', r.withdrawn, 'gender', m.gender, 'state', r.state, 'items', r.items, 'version', r.version,
    'way', r.way, 'sentBy', ${staffBriefJson('s')}, 'sentAt', r.sent_at, 'endAt', r.end_at, 'released', r.released, 'savedAt', r.saved_at,
    'completedAt', r.completed_at, 'answeredBy', ${byJson('r', 'answered_by', 'answered_mid')}, 'score', ${scoreJson('r')}, 'meaning', r.meaning,
    'danger', r.danger, 'dangerSaid', ${dangerJson}, 'told', r.told,
    'linkIds', coalesce((select jsonb_agg(l.link_id) from video_link l where l.form_id = r.id), '[]')) as row
  from form_response r join questionnaire_version v on v.questionnaire_id = r.questionnaire_id and v.number = r.number and ${canSeeQuestionnaire('v')}
    join questionnaire q on q.id = r.questionnaire_id and ${canSeeQuestionnaire('q')}
    join member m on m.pid = r.pid join staff s on s.mid = r.sent_by
  where r.id = ${id}::int and ${shown} ${lock ? sql`for update of r` : sql``}`

export interface HistoryRow {
  number: number
  at: string
  by: AnswerBy
  reason: string | null
  score: Kept['score']
  meaning: Kept['meaning']
  items: ResponseItem[]
}
export const history = (id: number): Compilable<{ row: HistoryRow }> => sql<{ row: HistoryRow }>`
  select jsonb_build_object('number', a.number, 'at', a.at, 'by', ${byJson('a', 'by_kind', 'by_mid')}, 'reason', a.reason, 'score', ${scoreJson('a')},
    'meaning', a.meaning, 'items', a.items) as row
  from form_answer a join form_response r on r.id = a.response_id and ${canSeeForm('r')}
  where a.response_id = ${id}::int and ${canSeeForm('a')} order by a.number desc`
