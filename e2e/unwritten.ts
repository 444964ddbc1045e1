import type { Page } from '@playwright/test'

/** A visit that nobody has written of yet, with what the patient's last note had. */
export interface Unwritten {
  pid: number
  qid: number
  /** Of the patient's last note by this doctor. */
  codes: string[]
  drugs: string[]
  /** Its day, as the screen writes it. */
  last: string
}
/** Today's visits that nobody has written of yet, of patients with a last prescription of two drugs or more. */
export const unwrittenVisits = (page: Page): Promise<Unwritten[]> =>
  page.evaluate(async () => {
    const ask = async (path: string, body: object) => {
      const answer = await fetch(`/his/api/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await answer.json()).data
    }
    const me = (JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { mid: number }).mid
    const rows = (await ask('getQueues', { pageSize: 100 })) as {
      pid: number
      qid: number
      did: number
      status: string
      noteSigned: boolean
      patient: { authorised: string }
    }[]
    const found: Unwritten[] = []
    for (const { pid, qid, did, status, noteSigned, patient } of rows) {
      if (did !== me || noteSigned || patient.authorised !== 'authorised') continue
      if (['held', 'cancelled', 'released'].includes(status)) continue
      const { note, records } = await ask('getEmrData', { pid, qid })
      const own = records?.find(
        (one: { author: { mid: number }; drugs: object[] }) => one.author.mid === me && one.drugs.length > 1,
      )
      const last = own ?? records?.find((one: { drugs: object[] }) => one.drugs.length > 0)
      if (note || !last || found.some((one) => one.pid === pid)) continue
      const codes = last.diagnoses.map(({ code }: { code: string }) => code)
      const drugs = last.drugs.map(({ name }: { name: string }) => name)
      found[own ? 'unshift' : 'push']({ pid, qid, codes, drugs, last: last.date.split('-').map(Number).join('/') })
    }
    return found
  })
