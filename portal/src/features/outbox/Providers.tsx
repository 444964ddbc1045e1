import { CheckCircleOutlined, MinusCircleOutlined, ToolOutlined } from '@ant-design/icons'
import { postProviderTest } from '@teleward/contract/outbox/endpoints.ts'
import type { provider } from '@teleward/contract/outbox/schema.ts'
import { Input } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { useRight } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/notify.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

type Provider = z.output<typeof provider>
/** What sets each up. */
const VARIABLES: Record<Provider['kind'], string> = {
  sms: 'SMS_URL',
  line: 'LINE_CHANNEL_TOKEN, LINE_CHANNEL_SECRET, LINE_ACCOUNT',
  wechat: 'WECHAT_APP_ID, WECHAT_APP_SECRET',
  email: 'SMTP_URL, SMTP_FROM',
  push: 'VAPID_PRIVATE_KEY, VAPID_SUBJECT',
  ai: 'AI_URL, AI_KEY, AI_MODEL',
}
/** Of these the account knows an address itself; the model needs none. */
const KNOWN: readonly Provider['kind'][] = ['sms', 'line', 'ai']

/** By what messages leave the house, and a message to oneself through each. */
export function Providers({ all }: { all: readonly Provider[] }) {
  const t = useT()
  const missing = all.filter(({ name }) => name === null).length
  return (
    <details className="outproviders">
      <summary>
        {t('outbox.providers')}{' '}
        <span className="t3">{missing ? t('outbox.missing', { count: missing }) : t('outbox.allSet')}</span>
      </summary>
      <ul className="providers">
        {all.map((one) => (
          <Row key={one.kind} one={one} />
        ))}
      </ul>
    </details>
  )
}

function Row({ one: { kind, name } }: { one: Provider }) {
  const t = useT()
  const may = useRight('admin.partner') !== '-'
  const [to, setTo] = useState('')
  const [said, setSaid] = useState('')
  const act = useEndpointMutation(postProviderTest, {
    onDone: ({ answer, model }) => {
      if (answer) return setSaid(`${model}: ${answer}`)
      notify({ kind: 'ok', title: t('outbox.tried') })
    },
  })
  const title = kind === 'ai' ? t('outbox.ai') : t(`outbox.channel.${kind}`)
  const asksWhere = name !== null && !KNOWN.includes(kind)
  const state = name === null ? 'none' : name === 'development' ? 'kept' : 'live'
  return (
    <li>
      <b className="pname">{title}</b>
      <StatusTag
        kind={state === 'live' ? 'ok' : state === 'kept' ? 'info' : 'neutral'}
        icon={
          state === 'live' ? <CheckCircleOutlined /> : state === 'kept' ? <ToolOutlined /> : <MinusCircleOutlined />
        }
      >
        {t(`outbox.setUp.${state}`)}
      </StatusTag>
      <span className="t3 f12 grow">{name === null ? VARIABLES[kind] : said}</span>
      {may && name !== null && (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault()
            act.mutate({ body: { channel: kind, ...(asksWhere ? { to } : {}) } })
          }}
        >
          {asksWhere && (
            <Input
              size="small"
              aria-label={t('outbox.testTo', { channel: title })}
              placeholder={t(`outbox.address.${kind as 'email'}`)}
              value={to}
              maxLength={2000}
              onChange={(event) => setTo(event.target.value)}
            />
          )}
          <Button size="sm" type="submit" loading={act.isPending} disabled={asksWhere && !to.trim()}>
            {t(kind === 'ai' ? 'outbox.ask' : 'outbox.try')}
            <span className="sr">{title}</span>
          </Button>
        </form>
      )}
    </li>
  )
}
