import type { SmsGateway } from '../platform/config.ts'
import { askProvider, fieldOf, isTemporary } from '../platform/provider-request.ts'
import type { Provider } from './provider.ts'

/**
 * A gateway that takes `POST {id, to, text}` with a bearer token and answers 2xx with, if it likes, `{id}`. The message's
 * id is its `Idempotency-Key`: a try whose answer got lost is not sent twice. 408, 425, 429 and 5xx are tried again.
 */
export const smsOverHttp = ({ url, token }: SmsGateway): Provider => ({
  name: 'sms-http',
  async send({ id, to, text }) {
    const said = await askProvider(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ id, to, text }),
    })
    if ('failed' in said) return { ok: false, temporary: true, reason: said.failed }
    const { status } = said
    if (status < 200 || status > 299) return { ok: false, temporary: isTemporary(status), reason: `HTTP ${status}` }
    const given = fieldOf(said.text, 'id')
    return {
      ok: true,
      providerId: typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, 200) : null,
    }
  },
})
