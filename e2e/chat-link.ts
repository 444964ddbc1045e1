import type { Browser, Page } from '@playwright/test'
import { PATIENT, phone } from './bad-days.ts'
import { readOutbox } from './outbox.ts'
import type { TestServer } from './server.ts'
import { listen } from './themes.ts'

/** The page of the patient's link on a phone: the newest text message that went to whom `q` finds. `who` is what the link asks. */
export async function chatLink(
  browser: Browser,
  { doctor, admin, server, url = server.url }: { doctor: Page; admin: Page; server: TestServer; url?: string },
  q: string,
) {
  const who = await doctor.evaluate(async (q) => {
    const bearer = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ q })
    const answer = await fetch('/partner/getMemberList', { method: 'POST', headers: bearer, body })
    const said = (await answer.json()) as { data?: { pid: number }[] }
    if (!said.data) throw new Error(`${answer.status} ${JSON.stringify(said)}`)
    const { pid } = said.data[0] ?? { pid: 0 }
    const one = await fetch(`/his/api/members/${pid}`, { headers: bearer })
    return ((await one.json()) as { data: { birthday: string; idNumber: string | null; mobile: string } }).data
  }, q)
  const text = await readOutbox(admin, server, { kind: 'link', to: who.mobile })
  const link = /\/link\/\S+/.exec(text)?.[0] ?? ''
  const patient = await (await browser.newContext(phone)).newPage()
  patient.setDefaultTimeout(PATIENT)
  await listen(patient)
  await patient.goto(url + link)
  return { patient, who: { birthday: who.birthday, last4: (who.idNumber ?? who.mobile).slice(-4) } }
}
