import type { Page } from '@playwright/test'
import { signIn } from '../e2e/people.ts'
import type { TestServer } from '../e2e/server.ts'
import { quantile, sorted } from './noise.ts'
import type { Figure } from './table.ts'

const ITEMS = 1000
const KEYS = 60
const LIMIT_MS = 16
export const FORM_ROW = 'a form of 1,000 items answers a key, ms of the page'

/** Every kind that is met often, every third one asked only if another is answered. */
const item = (n: number) => ({
  linkId: `q${n}`,
  text: `題目 ${n}`,
  ...(n % 4 === 1
    ? {
        type: 'choice',
        answerOption: ['0', '1', '2'].map((code) => ({
          valueCoding: { code, display: `選項 ${code}` },
          extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: Number(code) }],
        })),
      }
    : n % 4 === 2
      ? { type: 'decimal' }
      : { type: 'string' }),
  ...(n % 3 === 0 && n > 3
    ? { enableWhen: [{ question: `q${n - 1}`, operator: 'exists', answerBoolean: false }] }
    : {}),
})

/** From the input event until the page is laid out anew, in the page's own clock: what a key costs before its picture is drawn. */
export async function formFigures(server: Pick<TestServer, 'url'>, page: Page): Promise<Figure[]> {
  await signIn(page, server, 'dr.lin', '/questionsmgmt')
  const content = {
    resourceType: 'Questionnaire',
    title: '一千題',
    item: Array.from({ length: ITEMS }, (_, n) => item(n)),
  }
  const form = await page.evaluate(async (content) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
    const post = async (path: string, body: object) => {
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      const said = (await answer.json()) as { status: string; data: never }
      if (said.status !== 'OK') throw new Error(`${path}: ${said.status}`)
      return said.data
    }
    const { row } = (await post('/his/api/questionnaires', { content })) as { row: { id: number; version: number } }
    await post(`/his/api/questionnaires/${row.id}/publish`, { version: row.version })
    const members = (await post('/partner/getMemberList', { pageSize: 1 })) as { pid: number }[]
    const sent = await post(`/his/api/questionnaires/${row.id}/sendings`, { pids: [members[0]?.pid], way: 'here' })
    return (sent as { forms: { id: number }[] }).forms[0]?.id
  }, content)
  await page.goto(`${server.url}/form/${form}`)
  const field = page.locator('[data-key="q500"] input')
  await field.waitFor()
  const times = await field.evaluate(async (input: HTMLInputElement, keys) => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const took: number[] = []
    for (let n = 0; n < keys; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      const from = performance.now()
      write?.call(input, input.value + (n % 10))
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await null
      document.body.getBoundingClientRect()
      took.push(performance.now() - from)
    }
    return took
  }, KEYS)
  const all = sorted(times)
  const slow = quantile(all, 0.95)
  return [
    {
      row: FORM_ROW,
      load: `${KEYS} keys`,
      p50: quantile(all, 0.5),
      p99: quantile(all, 0.99),
      reach: `p95 ≤ ${LIMIT_MS}`,
      reached: slow <= LIMIT_MS,
    },
  ]
}
