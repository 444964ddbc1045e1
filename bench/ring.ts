import { io } from 'socket.io-client'
import { consentTexts } from '../contract/src/links/schema.ts'
import { issueLink } from '../server/src/visit-links/links.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { openDatabase, sql } from '../server/src/platform/db/index.ts'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOCTOR, PASSWORD } from './data.ts'

type Json = Record<string, unknown>
interface Answer {
  data: Json
  token?: string
  cookie: string
}

/** From the patient's press to the doctor's socket, so many times; milliseconds each. */
export async function ringDelivery(databaseUrl: string, base: string, times: number): Promise<number[]> {
  const post = async (path: string, body: Json, headers: Record<string, string> = {}): Promise<Answer> => {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const said = (await answer.json()) as Json
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(said)}`)
    return { ...said, data: said.data as Json, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
  }
  const { token: bearer } = await post('/his/user/login', { id: DOCTOR, pwd: PASSWORD })
  const doctor = { authorization: `Bearer ${bearer}` }
  const socket = io(`${base}/staff`, { transports: ['websocket'], auth: { token: bearer } })
  await new Promise((resolve, reject) => socket.once('connect', () => resolve(undefined)).once('connect_error', reject))
  await post('/his/api/doctorstatus', { doctorStatus: 1000 }, doctor)
  const patient = await patientOf(databaseUrl)
  const path = `/his/api/links/${patient.token}`
  await post(`${path}/open`, {})
  const { cookie } = await post(`${path}/identity`, { birthday: patient.birthday, last4: patient.last4 })
  await post(`${path}/consents`, { consultation: true, recording: true, record: true, texts: consentTexts }, { cookie })
  await post(`${path}/arrivals`, { camera: 'ok', microphone: 'ok', speaker: 'ok' }, { cookie })

  const taken: number[] = []
  for (let n = 0; n < times; n += 1) {
    const heard = new Promise<{ at: number; callID: string }>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the call never rang')), 5000)
      const hear = (event: { payload: Json }) => {
        if (event.payload?.entityType !== 'phonecall') return
        clearTimeout(timer)
        socket.off('receive_message', hear)
        resolve({ at: performance.now(), callID: String(event.payload.callID) })
      }
      socket.on('receive_message', hear)
    })
    const began = performance.now()
    const rung = post(`${path}/calls`, { videoCall: true }, { cookie })
    const { at } = await heard
    taken.push(at - began)
    const call = (await rung).data.call as { callID: string }
    await post(`${path}/calls/${call.callID}`, { action: 'cancel' }, { cookie })
  }
  socket.disconnect()
  return taken
}

/** A visit of today with the doctor who asks, and a fresh link for it. */
async function patientOf(databaseUrl: string): Promise<{ token: string; birthday: string; last4: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'teleward-bench-link-'))
  const { db, close } = await openDatabase({
    databaseUrl,
    dataDir,
    clock: systemClock,
    onAfterCommitError: console.error,
  })
  try {
    return await db.system.tx(async (tx) => {
      const visit = await tx.one(sql<{ qid: number; birthday: string; last4: string }>`
        insert into appointment (partner_id, unit_id, pid, did, kind, "interval", date, start_at, queue_no)
        select su.partner_id, su.unit_id, mu.pid, su.mid, 'general', 1, (now() at time zone 'Asia/Taipei')::date, now(), 9000
        from staff s join staff_unit su on su.mid = s.mid join member_unit mu on mu.unit_id = su.unit_id
        where s.account = ${DOCTOR} order by mu.pid limit 1
        returning qid, (select birthday from member m where m.pid = appointment.pid) as birthday,
          (select right(id_number, 4) from member m where m.pid = appointment.pid) as last4`)
      const { token } = await issueLink(tx, { qid: visit.qid, expiresAt: null }, new Date())
      return { token, birthday: visit.birthday, last4: visit.last4 }
    })
  } finally {
    await close()
  }
}
