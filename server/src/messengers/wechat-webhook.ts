import { createHash, timingSafeEqual } from 'node:crypto'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { countAnswer } from '../auth/limits.ts'
import { hashOf } from '../auth/tokens.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import { accountGone, bindMember } from './binding.ts'

export const WECHAT_PATH = '/his/wechatwebhooks'
const LONGEST = 20_000

interface Signed {
  signature?: string
  timestamp?: string
  nonce?: string
  echostr?: string
}
/** Did WeChat send this? By the token that both sides know (its plain mode signs the moment, not the body). */
function isFromWechat(token: string, { signature = '', timestamp = '', nonce = '' }: Signed): boolean {
  const right = createHash('sha1').update([token, timestamp, nonce].sort().join('')).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** One element of the flat document that WeChat sends. */
const part = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>(?:<!\\[CDATA\\[([\\s\\S]{0,5000}?)\\]\\]>|([^<]{0,200}))</${name}>`)
    .exec(xml)
    ?.slice(1)
    .find(Boolean) ?? null

const said = {
  bound:
    '綁定完成，之後會在這裡收到看診連結與通知。 / 绑定完成，之后会在这里收到看诊链接与通知。 / Bound: links and notices arrive here.',
  over: '這組代碼已過期，請向院方重新索取。 / 此代码已过期，请向院方重新索取。 / This code is over. Please ask for a new one.',
  wrong: '代碼不正確，請確認後再傳一次。 / 代码不正确，请确认后再发一次。 / This is not the code. Please check it.',
} as const
const refusals: Partial<Record<ErrorCode, string>> = { CODE_EXPIRED: said.over, CODE_WRONG: said.wrong }

async function outcome(deps: Pick<Deps, 'db' | 'clock'>, code: string, openid: string): Promise<string | null> {
  try {
    // Whoever tries codes one after the other is not told any more.
    await countAnswer(deps, hashOf(openid))
    await bindMember(deps, 'wechat', code, { id: openid, name: '' })
    return said.bound
  } catch (error) {
    if (isAppError(error, 'CODE_SEND_LIMIT')) return null
    const text = isAppError(error) ? refusals[error.code] : undefined
    if (!text) throw error
    return text
  }
}

/** What WeChat tells of: a follower wrote the code of a binding, or left. Where no token is set there is no such address. */
export function hearWechat({ http, db, clock, config }: Deps): void {
  const tokenOf = (query: Signed): void => {
    const token = config.outbox.wechat?.token
    if (!token) throw new AppError('NOT_FOUND')
    if (!isFromWechat(token, query)) throw new AppError('FORBIDDEN')
  }
  http.app.get<{ Querystring: Signed }>(WECHAT_PATH, async (request, reply) => {
    tokenOf(request.query)
    return reply.type('text/plain').send(String(request.query.echostr ?? '').slice(0, 100))
  })
  void http.app.register(async (scope) => {
    scope.addContentTypeParser(
      ['text/xml', 'application/xml'],
      { parseAs: 'string', bodyLimit: LONGEST },
      (_request, body, done) => done(null, String(body)),
    )
    scope.post<{ Querystring: Signed; Body: string | undefined }>(WECHAT_PATH, async (request, reply) => {
      tokenOf(request.query)
      const xml = typeof request.body === 'string' ? request.body : ''
      const openid = part(xml, 'FromUserName') ?? ''
      const account = part(xml, 'ToUserName') ?? ''
      if (!/^[\w-]{1,64}$/.test(openid)) return reply.type('text/plain').send('success')
      const kind = part(xml, 'MsgType')
      if (kind === 'event' && part(xml, 'Event') === 'unsubscribe') await accountGone({ db }, 'wechat', openid)
      const code = (part(xml, 'Content') ?? '').normalize('NFKC').replace(/\s/g, '')
      const answer = kind === 'text' && /^\d{8}$/.test(code) ? await outcome({ db, clock }, code, openid) : null
      if (!answer || !/^[\w-]{1,64}$/.test(account)) return reply.type('text/plain').send('success')
      return reply
        .type('text/xml')
        .send(
          `<xml><ToUserName><![CDATA[${openid}]]></ToUserName><FromUserName><![CDATA[${account}]]></FromUserName><CreateTime>${Math.floor(clock.now().getTime() / 1000)}</CreateTime><MsgType><![CDATA[text]]></MsgType><Content><![CDATA[${answer}]]></Content></xml>`,
        )
    })
  })
}
