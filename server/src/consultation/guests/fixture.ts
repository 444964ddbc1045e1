import type { Guest, GuestView, MadeGuest } from '@teleward/contract/calls/guest-schema.ts'
import { guestTexts } from '@teleward/contract/calls/guest-schema.ts'
import type { MediaToken } from '@teleward/contract/calls/schema.ts'
import { sql } from '../../platform/db/index.ts'
import type { Clinic, Reply, Staff, TestSocket } from '../calls/fixture.ts'

export const MOBILE = '0912-345-678'
export const asked = { name: '吳美玲', relation: 'family', language: 'zh-TW', channel: 'sms', to: MOBILE } as const
export const agreed = { confidential: true, recording: true, texts: guestTexts }

/** Staff ask somebody in, and take it back. */
export const invite = (who: Staff, callID: string, body: object = {}) =>
  who.post<MadeGuest>(`/his/api/calls/${callID}/guests`, { ...asked, ...body })
export const guestsOf = (who: Staff, callID: string) => who.get<{ guests: Guest[] }>(`/his/api/calls/${callID}/guests`)
export async function revoke(who: Staff, callID: string, id: string): Promise<{ code: string; data: Guest }> {
  const answer = await who.request(`/his/api/calls/${callID}/guests/${id}`, { method: 'DELETE' })
  const { status, data } = (await answer.json()) as { status: string; data: Guest }
  return { code: status, data }
}

/** The message as it went out, and the page at its address in a browser of its own. */
export const messageOf = async (clinic: Clinic, id: string) => {
  const [row] = await clinic.data.db.system.read(sql<{
    to: string
    body: string
    subject: string | null
    link: string
  }>`
    select m.recipient as to, m.body, m.subject, m.link from outbox_message m join guest_link g on g.message_id = m.id where g.link_id = ${id}::uuid`)
  if (!row) throw new Error('no message')
  return row
}

export interface GuestPage {
  token: string
  cookie: string
  view(): Promise<Reply<GuestView>>
  post<T = GuestView>(step: string, body?: unknown): Promise<Reply<T>>
  code(code: string): Promise<Reply<GuestView>>
  line(cookie?: string): Promise<TestSocket>
  /** Through every step, up to the token of the room. */
  arrive(code?: string): Promise<MediaToken>
}
export function browser(clinic: Clinic, address: string): GuestPage {
  const token = address.split('/link/guest.')[1] ?? ''
  const path = `/his/api/guests/${token}`
  const page: GuestPage = {
    token,
    cookie: '',
    view: async () => {
      const answer = await fetch(clinic.base + path, { headers: { cookie: page.cookie } })
      const body = (await answer.json()) as { status: string; data: GuestView }
      return { status: answer.status, code: body.status, data: body.data, headers: answer.headers, text: '' }
    },
    post: async <T>(step: string, body: unknown = {}) =>
      (await clinic.post(`${path}/${step}`, body, { cookie: page.cookie })) as unknown as Reply<T>,
    code: async (code) => {
      const said = await page.post('identity', { code })
      if (said.code === 'OK') page.cookie = (said.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      return said
    },
    line: (cookie) => clinic.connect('/patient', { token }, cookie ?? page.cookie),
    arrive: async (code = '5678') => {
      await page.code(code)
      await page.post('agreements', agreed)
      return (await page.post<MediaToken>('tokens')).data
    },
  }
  return page
}
export const pageOf = async (clinic: Clinic, made: Reply<MadeGuest>) =>
  browser(clinic, (await messageOf(clinic, made.data.id)).link)
