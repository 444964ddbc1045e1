import { randomUUID } from 'node:crypto'
import type { EndpointParsed, EndpointReply } from '@teleward/contract/core/endpoint.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import type { postProviderTest } from '@teleward/contract/outbox/endpoints.ts'
import type { OutboxChannel } from '@teleward/contract/outbox/rules.ts'
import type { AiProvider } from '../ai/provider.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { countTrial } from '../auth/limits.ts'
import type { Providers } from './provider.ts'
import { queueMessage } from './queue.ts'

export interface TrialDeps {
  db: Db
  clock: Clock
  providers: Providers
  ai: AiProvider | undefined
}
type Body = EndpointParsed<typeof postProviderTest>['body']

const words: Readonly<Record<Locale, (place: string) => string>> = {
  'zh-TW': (place) => `【${place}】這是一則測試訊息，收到表示此管道可以使用。`,
  'zh-CN': (place) => `【${place}】这是一条测试消息，收到表示此渠道可以使用。`,
  en: (place) => `[${place}] This is a test: this channel works.`,
}
const question: Readonly<Record<Locale, string>> = {
  'zh-TW': '請用一句話說你已經準備好。',
  'zh-CN': '请用一句话说你已经准备好。',
  en: 'Say in one sentence that you are ready.',
}

/** One message to oneself through a channel, by the way every message goes; or one question to the model. */
export async function tryProvider(
  deps: TrialDeps,
  who: StaffActor,
  { channel, to }: Body,
  lang: Locale,
): Promise<EndpointReply<typeof postProviderTest>> {
  if (channel === 'ai') return tryAi(deps, who, lang)
  const { db, clock, providers } = deps
  if (!providers[channel]) throw new AppError('PROVIDER_MISSING')
  const recipient = (await ownAddress(db, who, channel)) ?? to?.trim()
  if (!recipient) throw new AppError('FIELD_EMPTY', { fields: [{ path: 'to', code: 'FIELD_EMPTY' }] })
  await countTrial(deps, `${who.mid}`)
  const key = `trial:${randomUUID()}`
  await db.system.tx(async (tx) => {
    const { name } = await tx.one(sql<{ name: string }>`select name from partner where id = ${who.partnerId}`)
    await queueMessage(tx, {
      partnerId: who.partnerId,
      channel,
      to: recipient,
      kind: 'test',
      texts: { subject: 'Teleward', text: words[lang](name) },
      key,
      origin: { kind: 'providerTest', id: who.mid },
      at: clock.now(),
    })
  })
  const [message] = await db.system.read(
    sql<{ id: string }>`select id from outbox_message where partner_id = ${who.partnerId} and dedupe = ${key}`,
  )
  return { message: message?.id ?? null, answer: null, model: null }
}

async function tryAi(deps: TrialDeps, who: StaffActor, lang: Locale) {
  if (!deps.ai) throw new AppError('PROVIDER_MISSING')
  await countTrial(deps, `${who.mid}`)
  const said = await deps.ai.ask({
    system: 'You answer in the language you are asked in.',
    text: question[lang],
    most: 80,
  })
  if (!said.ok) throw new AppError('SEND_FAILED', { data: { reason: said.reason } })
  return { message: null, answer: said.text.slice(0, 1000), model: said.model }
}

/** What we know of the person ourselves: nobody sends a test to somebody else's phone. */
async function ownAddress(db: Db, { mid }: StaffActor, channel: OutboxChannel): Promise<string | null> {
  if (channel !== 'sms' && channel !== 'line') return null
  const [own] = await db.system.read(sql<{ phone: string | null; line: string | null }>`
    select s.phone, (select line_id from line_binding b where b.mid = s.mid order by b.bound_at desc limit 1) as line
    from staff s where s.mid = ${mid}`)
  const address = channel === 'sms' ? own?.phone : own?.line
  if (!address) throw new AppError(channel === 'sms' ? 'NO_CHANNEL' : 'LINE_NOT_BOUND')
  return address
}
