import { readFileSync } from 'node:fs'
import type {
  FormView,
  LinkForm,
  QuestionnaireDetail,
  QuestionnaireRow,
  ResultRow,
  SendingAnswer,
} from '@teleward/contract/forms/schema.ts'
import type { Questionnaire } from '@teleward/contract/forms/fhir.ts'
import { expect } from 'vitest'
import { clinic, lin } from '../appointments/booking-fixture.ts'
import { BIRTHDAY, LAST4, type Reply, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

export const api = (path: string) => `/his/api/${path}`
export const shared = (name: string): Questionnaire =>
  JSON.parse(readFileSync(new URL(`../../../contract/data/questionnaires/${name}.json`, import.meta.url), 'utf8'))

export async function put<T>(who: Staff, path: string, body: object): Promise<Reply<T>> {
  const response = await who.request(api(path), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const { status, data } = JSON.parse(text) as { status: string; data: T }
  return { status: response.status, code: status, data, headers: response.headers, text }
}
export async function imported(content: object, who = lin): Promise<QuestionnaireDetail> {
  const made = await who.post<QuestionnaireDetail>(api('questionnaires'), { content })
  expect(made.code, made.text).toBe('OK')
  return made.data
}
export async function published(content: object, who = lin): Promise<QuestionnaireDetail> {
  const { row } = await imported(content, who)
  const done = await who.post<QuestionnaireDetail>(api(`questionnaires/${row.id}/publish`), { version: row.version })
  expect(done.code, done.text).toBe('OK')
  return done.data
}
/** Each question with the option of this weight. */
export const answered = (content: Questionnaire, weights: readonly number[]) =>
  (content.item ?? [])
    .filter(({ type }) => type === 'choice')
    .slice(0, weights.length)
    .map((item, at) => ({
      linkId: item.linkId,
      answer: [{ valueCoding: item.answerOption?.[weights[at] ?? 0]?.valueCoding }],
    }))

/** Whoever holds the message that was sent last. */
export async function holder() {
  const [row] = await clinic.data.db.system.read(
    sql<{
      link: string
      body: string
    }>`select o.link, o.body from outbox_message o join video_link l on l.message_id = o.id where l.form_id is not null order by l.form_id desc limit 1`,
  )
  const token = row?.link.split('/link/')[1] ?? ''
  const path = `/his/api/links/${token}`
  let cookie = ''
  const one = {
    token,
    body: row?.body ?? '',
    async call<T>(method: string, part: string, body?: unknown): Promise<Reply<T>> {
      const response = await fetch(`${clinic.base}${path}${part}`, {
        method,
        headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const { status, data } = JSON.parse(text) as { status: string; data: T }
      return { status: response.status, code: status, data, headers: response.headers, text }
    },
    async identify() {
      const passed = await one.call('POST', '/identity', { birthday: BIRTHDAY, last4: LAST4 })
      cookie = (passed.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      return passed
    },
    form: () => one.call<LinkForm>('GET', '/answers'),
    say: (body: object) => one.call<LinkForm>('POST', '/answers', body),
  }
  return one
}

export const list = (who = lin, query = '') => who.get<QuestionnaireRow[]>(api(`questionnaires${query}`))
export const standard = async (name: string): Promise<QuestionnaireDetail> => {
  const row = (await list(lin, '?kind=standard')).data.find(({ title }) => title.includes(name))
  return (await lin.get<QuestionnaireDetail>(api(`questionnaires/${row?.id}`))).data
}
export const soon = (days = 7) => new Date(clinic.clock.now().getTime() + days * 86_400_000).toISOString()
export const send = (id: number, body: object = {}, who = lin) =>
  who.post<SendingAnswer>(api(`questionnaires/${id}/sendings`), { pids: [201], way: 'message', endAt: soon(), ...body })
export const form = async (id: number, who = lin) => who.get<FormView>(api(`forms/${id}`))
export const results = (id: number, query = '', who = lin) =>
  who.get<ResultRow[]>(api(`questionnaires/${id}/results${query}`))
export const notificationsOf = (id: number) =>
  clinic.data.db.system.read(
    sql<{
      mid: number
      what: string
    }>`select mid, what from notification where subject_kind = 'form' and subject_id = ${String(id)} order by mid, what`,
  )
export const small = {
  resourceType: 'Questionnaire',
  title: '<script>alert(1)</script>睡眠',
  language: 'zh-TW',
  item: [
    {
      linkId: 'sleep',
      type: 'choice',
      text: '睡得好嗎？',
      required: true,
      answerOption: ['好', '普通', '差'].map((display, code) => ({
        valueCoding: { code: String(code), display },
        extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: code }],
      })),
    },
    {
      linkId: 'hours',
      type: 'decimal',
      text: '睡幾小時？',
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueDecimal: 24 }],
    },
    {
      linkId: 'why',
      type: 'text',
      text: '為什麼？',
      required: true,
      maxLength: 20,
      enableWhen: [{ question: 'sleep', operator: '=', answerCoding: { code: '2' } }],
    },
  ],
  extension: [
    {
      url: 'https://example.invalid/StructureDefinition/score-bands',
      valueString: '[[0,1,"可"],[2,2,"需留意",{"tells":true}]]',
    },
  ],
}
export const choose = (code: number, ...more: object[]) => [
  { linkId: 'sleep', answer: [{ valueCoding: { code: String(code) } }] },
  ...more,
]
