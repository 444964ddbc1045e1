import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LineChannel } from '../platform/config.ts'
import { askProvider, fieldOf, isTemporary } from '../platform/provider-request.ts'
import type { Provider } from './provider.ts'

const headersOf = ({ token }: LineChannel) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
})
/** A message holds 5,000 characters. */
const LONGEST = 5000

/**
 * Messaging API: a push to one person who follows the account. The message's id is its retry key, by which LINE knows a
 * repeat and answers 409: taken already.
 */
export const lineMessages = (channel: LineChannel): Provider => ({
  name: 'line',
  async send({ id, to, text }) {
    const said = await askProvider(`${channel.url}/v2/bot/message/push`, {
      method: 'POST',
      headers: { ...headersOf(channel), 'x-line-retry-key': id },
      body: JSON.stringify({ to, messages: [{ type: 'text', text: text.slice(0, LONGEST) }] }),
    })
    if ('failed' in said) return { ok: false, temporary: true, reason: said.failed }
    const accepted = said.headers.get('x-line-accepted-request-id') ?? said.headers.get('x-line-request-id')
    if (said.status === 200 || said.status === 409) return { ok: true, providerId: accepted }
    return { ok: false, temporary: isTemporary(said.status), reason: `HTTP ${said.status}` }
  },
})

/** What somebody calls themselves there; null where LINE does not say. */
export async function lineName(channel: LineChannel, userId: string): Promise<string | null> {
  const said = await askProvider(`${channel.url}/v2/bot/profile/${encodeURIComponent(userId)}`, {
    headers: headersOf(channel),
  })
  if ('failed' in said || said.status !== 200) return null
  const name = fieldOf(said.text, 'displayName')
  return typeof name === 'string' && name.trim() ? name.trim().slice(0, 100) : null
}

/** The answer to what somebody wrote, for as long as its token holds; whether LINE took it. */
export async function lineReply(channel: LineChannel, replyToken: string, text: string): Promise<boolean> {
  const said = await askProvider(`${channel.url}/v2/bot/message/reply`, {
    method: 'POST',
    headers: headersOf(channel),
    body: JSON.stringify({ replyToken, messages: [{ type: 'text', text }] }),
  })
  return !('failed' in said) && said.status === 200
}

/** Did LINE send this? By the channel's secret over every byte of it. */
export function isFromLine({ secret }: LineChannel, text: string, signature: string | undefined): boolean {
  const right = createHmac('sha256', secret).update(text).digest()
  const given = Buffer.from(signature ?? '', 'base64')
  return given.length === right.length && timingSafeEqual(given, right)
}
