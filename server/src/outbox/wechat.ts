import type { WechatAccount } from '../platform/config.ts'
import { type Answered, askProvider, fieldOf, isTemporary } from '../platform/provider-request.ts'
import type { Provider, Sent } from './provider.ts'

/** The account's token is no good: expired, or replaced by another process. */
const TOKEN_OVER: readonly number[] = [40001, 40014, 42001]
/** Busy, or the account's quota of the minute or the day is used up. */
const BUSY: readonly number[] = [-1, 45009, 45011]
/** Asked for again a little before it is over. */
const MARGIN_MS = 120_000

/** Messages of an official account to one follower (`to`: the openid). A token is fetched when there is none that holds. */
export function wechatMessages(account: WechatAccount): Provider {
  let token: { value: string; until: number } | undefined

  async function fresh(): Promise<string | Sent> {
    const said = await askProvider(`${account.url}/cgi-bin/stable_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credential', appid: account.appId, secret: account.secret }),
    })
    const value = 'failed' in said ? undefined : fieldOf(said.text, 'access_token')
    if ('failed' in said || typeof value !== 'string') return refusal(said)
    const seconds = Number(fieldOf(said.text, 'expires_in'))
    token = { value, until: Date.now() + (Number.isFinite(seconds) ? seconds * 1000 : 0) - MARGIN_MS }
    return value
  }
  const post = (value: string, to: string, text: string) =>
    // The token stands in the address, as WeChat has it: the address is never logged.
    askProvider(`${account.url}/cgi-bin/message/custom/send?access_token=${encodeURIComponent(value)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ touser: to, msgtype: 'text', text: { content: text } }),
    })

  return {
    name: 'wechat',
    async send({ to, text }) {
      const held = token && token.until > Date.now() ? token.value : await fresh()
      if (typeof held !== 'string') return held
      const said = await post(held, to, text)
      if ('failed' in said || said.status !== 200) return refusal(said)
      const code = Number(fieldOf(said.text, 'errcode'))
      if (code === 0) return { ok: true, providerId: null }
      if (TOKEN_OVER.includes(code)) token = undefined
      return refusal(said)
    },
  }
}

function refusal(said: Answered): Sent {
  if ('failed' in said) return { ok: false, temporary: true, reason: said.failed }
  if (said.status !== 200) return { ok: false, temporary: isTemporary(said.status), reason: `HTTP ${said.status}` }
  const code = Number(fieldOf(said.text, 'errcode'))
  const temporary = TOKEN_OVER.includes(code) || BUSY.includes(code)
  return { ok: false, temporary, reason: Number.isInteger(code) ? `WECHAT ${code}` : 'WECHAT' }
}
