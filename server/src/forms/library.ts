import { readdirSync, readFileSync } from 'node:fs'
import type { Questionnaire } from '@teleward/contract/forms/fhir.ts'
import { titleOf } from '@teleward/contract/forms/fhir.ts'
import { compile, isQuestion } from '@teleward/contract/forms/compile.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'

const folder = new URL('../../seeds/questionnaires/', import.meta.url)

export const standards = (): { name: string; content: Questionnaire }[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: file.replace('.json', ''),
      content: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Questionnaire,
    }))

/** What the list says of a questionnaire without looking into it. */
export const saidOf = (content: Questionnaire) => {
  const en = titleOf(content, 'en')
  return {
    title: titleOf(content, content.language ?? 'zh-TW').slice(0, 300),
    titleEn: en && en !== content.title ? en.slice(0, 300) : null,
    language: typeof content.language === 'string' ? content.language.slice(0, 20) : 'zh-TW',
    questions: [...compile(content).byId.values()].filter((node) => isQuestion(node) && !node.hidden).length,
  }
}

/** The standard instruments as this version of the product has them; what is newer than the last one is its next version. */
export async function plantStandards(tx: Tx, now: Date): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7142)`)
  for (const { name, content } of standards()) {
    const said = saidOf(content)
    await tx.run(sql`insert into questionnaire (standard, title, title_en, language, questions, draft, made_at, changed_at)
      values (${name}, ${said.title}, ${said.titleEn}, ${said.language}, ${said.questions}, '{}', ${now}, ${now}) on conflict (standard) do nothing`)
    const there = await tx.one(sql<{ id: number; published: number | null; same: boolean }>`
      select q.id, q.published, coalesce((select v.content = ${json(content)}::jsonb from questionnaire_version v
        where v.questionnaire_id = q.id and v.number = q.published), false) as same from questionnaire q where q.standard = ${name}`)
    if (there.same) continue
    const number = (there.published ?? 0) + 1
    await tx.run(sql`insert into questionnaire_version (questionnaire_id, number, content, published_at)
      values (${there.id}, ${number}, ${json(content)}::jsonb, ${now})`)
    await tx.run(sql`update questionnaire set published = ${number}, draft = null, title = ${said.title}, title_en = ${said.titleEn},
      language = ${said.language}, questions = ${said.questions}, changed_at = ${now} where id = ${there.id}`)
  }
}
