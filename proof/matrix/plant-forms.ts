import type { Tx } from '../../server/src/platform/db/types.ts'
import { type PatientFixture, places, trace } from './folders.ts'
import { HOST } from './people.ts'
import { put, seeder } from './put.ts'

/** A questionnaire of each institution, which every patient has begun, and had answered before. */
export async function seedForms(tx: Tx, patients: readonly PatientFixture[], now: Date): Promise<void> {
  const { at, each } = seeder(tx, patients)
  const of = (folder: PatientFixture) => questionnaireOf(places[folder.place].partner)
  const partners = [...new Set(Object.values(places).map(({ partner }) => partner))]
  const base = { made_by: HOST, made_at: now, changed_at: now, version: 1, questions: 1 }
  await put(
    tx,
    'questionnaire',
    partners.map((partner) => ({
      id: questionnaireOf(partner),
      partner_id: partner,
      title: 'x',
      language: 'zh-TW',
      published: 1,
      ...base,
    })),
  )
  const content = { resourceType: 'Questionnaire', item: [{ linkId: 'a', type: 'string', text: 'x' }] }
  await put(
    tx,
    'questionnaire_version',
    partners.map((partner) => ({
      questionnaire_id: questionnaireOf(partner),
      number: 1,
      partner_id: partner,
      content,
      published_by: HOST,
      published_at: now,
    })),
  )
  const items = (folder: PatientFixture) => [{ linkId: 'a', answer: [{ valueString: trace('v', folder.n) }] }]
  await each('form_response', (folder) => ({
    id: folder.form,
    ...at(folder),
    questionnaire_id: of(folder),
    number: 1,
    state: 'inProgress',
    way: 'here',
    sent_by: HOST,
    sent_at: now,
    items: items(folder),
    version: 1,
  }))
  await each('form_answer', (folder) => ({
    response_id: folder.form,
    number: 1,
    ...at(folder),
    items: items(folder),
    by_kind: 'staff',
    by_mid: HOST,
    at: now,
  }))
}
export const questionnaireOf = (partner: number) => 90_000 + partner
