import { z } from 'zod'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import type { LineChannel } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { isAppError } from '../platform/errors.ts'
import { accountGone, bindMember } from '../messengers/binding.ts'
import { lineName, lineReply } from '../outbox/line-messenger.ts'
import { countAnswer } from '../auth/limits.ts'
import { type BindingDeps, lineAnswered } from './second-factors.ts'
import { hashOf } from '../auth/tokens.ts'

/** A person writing to the account; everything else that LINE tells of is not for us. */
const written = z.object({
  type: z.literal('message'),
  replyToken: z.string().max(200).optional(),
  source: z.object({ type: z.literal('user'), userId: z.string().regex(/^[\w-]{1,64}$/) }),
  message: z.object({ type: z.literal('text'), text: z.string().max(5000) }),
})
/** Somebody does not follow the account any more. */
const left = z.object({ type: z.literal('unfollow'), source: written.shape.source })
type Written = z.output<typeof written>

const said = {
  bound: '綁定完成，之後登入時會在這裡收到驗證碼。 / LINE is bound: sign-in codes arrive here from now on.',
  member: '綁定完成，之後會在這裡收到看診連結與通知。 / LINE is bound: links and notices arrive here from now on.',
  over: '這組代碼已過期，請重新取得。 / This code is over. Please get a new one.',
  taken: '此 LINE 帳號已綁定。 / This LINE account is bound already.',
  wrong: '代碼不正確，請確認後再傳一次。 / This is not the code. Please check it and send it again.',
} as const
const refusals: Partial<Record<ErrorCode, string>> = {
  CODE_EXPIRED: said.over,
  CODE_WRONG: said.wrong,
  LINE_ALREADY_BOUND: said.taken,
}

export interface LineDeps extends BindingDeps, Pick<Deps, 'log'> {
  line: LineChannel
}

/** Each by itself: what went wrong with one is no reason to leave the next, or to have LINE tell of all again. */
export async function heardFromLine(deps: LineDeps, events: readonly unknown[]): Promise<void> {
  for (const one of events) {
    const event = written.safeParse(one)
    if (event.success) await answer(deps, event.data)
    const gone = left.safeParse(one)
    if (gone.success) await accountGone(deps, 'line', gone.data.source.userId)
  }
}

/** Eight digits are a code that somebody asked for on the profile; other words are not for this account's machine. */
async function answer(deps: LineDeps, { source, message, replyToken }: Written): Promise<void> {
  const code = message.text.normalize('NFKC').replace(/\s/g, '')
  if (!/^\d{8}$/.test(code)) return
  const reply = await outcome(deps, code, source.userId)
  if (reply && replyToken && !(await lineReply(deps.line, replyToken, reply)))
    deps.log.warn({ reason: 'LINE' }, 'LINE did not take an answer')
}

async function outcome(deps: LineDeps, code: string, userId: string): Promise<string | null> {
  try {
    // Whoever tries codes one after the other is not told any more.
    await countAnswer(deps, hashOf(userId))
    const name = (await lineName(deps.line, userId)) ?? 'LINE'
    try {
      await lineAnswered(deps, code, { id: userId, name })
      return said.bound
    } catch (error) {
      // Not one that a colleague asked for: a member's may be.
      if (!isAppError(error, 'CODE_WRONG')) throw error
      await bindMember(deps, 'line', code, { id: userId, name })
      return said.member
    }
  } catch (error) {
    if (isAppError(error, 'CODE_SEND_LIMIT')) return null
    const text = isAppError(error) ? refusals[error.code] : undefined
    if (!text) throw error
    return text
  }
}
