import type { OutboxChannel } from '@teleward/contract/outbox/rules.ts'
import type { SmsFate } from '@teleward/contract/registration/schema.ts'
import type { Config } from '../platform/config.ts'
import { lineMessages } from './line-messenger.ts'
import type { Provider, Providers } from './provider.ts'
import { webPush } from './push.ts'
import { smsOverHttp } from './sms.ts'
import { mailOverSmtp } from './smtp.ts'
import { wechatMessages } from './wechat.ts'

/** Keeps the message where an administrator can read it; nothing leaves the machine. */
export const developmentProvider: Provider = {
  name: 'development',
  send: async () => ({ ok: true, providerId: null }),
}

const channels = ['sms', 'line', 'wechat', 'email', 'push', 'webhook'] as const

/** What becomes of a text message here, for whoever waits for one. */
export const smsFate = ({ outbox }: Pick<Config, 'outbox'>): SmsFate =>
  outbox.sms ? 'sent' : outbox.development ? 'kept' : 'none'

/** Real ones by configuration; in development the rest is kept, elsewhere it fails as not set up. */
export function providersOf({ outbox }: Pick<Config, 'outbox'>): Providers {
  const providers: Partial<Record<OutboxChannel, Provider>> = {}
  if (outbox.development) for (const channel of channels) providers[channel] = developmentProvider
  if (outbox.sms) providers.sms = smsOverHttp(outbox.sms)
  if (outbox.smtp) providers.email = mailOverSmtp(outbox.smtp)
  if (outbox.line) providers.line = lineMessages(outbox.line)
  if (outbox.wechat) providers.wechat = wechatMessages(outbox.wechat)
  if (outbox.push) providers.push = webPush(outbox.push)
  return providers
}
