import { type Ask, placesOf } from './asking.ts'
import type { DemoLink, TestServer } from './server.ts'

interface Contacts {
  patients: { pid: number; name: string; birthday: string }[]
  doctors: { mid: number; name: string }[]
}
export interface Owing {
  qid: number
  /** The page that the patient was sent; without one nothing is asked for. */
  link: string
}
/** A visit that waits for its payment, and the page that the patient was sent for it. */
export async function owing(server: TestServer, api: Ask, person: DemoLink): Promise<Owing> {
  const contacts = await api<Contacts>('POST', '/his/api/ContactsForReservation', { q: person.patientName })
  const pid = contacts.patients.find(({ birthday }) => birthday === person.birthday)?.pid
  const did = contacts.doctors.find(({ name }) => name === '林書妍')?.mid ?? 0
  // By day, so that the fee is the day's.
  const places = (await placesOf(api, did, 3, 20)).filter(({ interval }) => interval === 1 || interval === 2)
  // One of each session: a patient has a doctor's session once.
  const sessions = new Map(places.map((one) => [`${one.date} ${one.interval}`, one]))
  for (const { date, interval, time } of [...sessions.values()].slice(-5)) {
    const wish = { action: 'book', pid, did, date, interval, time, site: 'video' }
    const booked = await api<{ entry: { qid: number; payment: string } | null }>(
      'POST',
      '/his/api/reservation',
      wish,
    ).catch(() => null)
    if (!booked?.entry) continue
    const { qid, payment } = booked.entry
    const origin = `appointment:${qid}`
    const [message] = await api<{ link: string | null }[]>('GET', `/his/api/outboxmessages?kind=link&origin=${origin}`)
    if (payment === 'waived') return { qid, link: '' }
    if (message?.link) return { qid, link: server.url + new URL(message.link, server.url).pathname }
  }
  throw new Error('no visit was booked')
}
