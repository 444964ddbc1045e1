import { postConsent } from '@teleward/contract/consents/endpoints.ts'
import { AUTHORISATION_DAYS, type AskChannel } from '@teleward/contract/consents/rules.ts'
import type { AskWays } from '@teleward/contract/consents/schema.ts'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { useRight } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { notify } from '../../ui/notify.ts'
import { Choice } from './Choice.tsx'
import { Paper } from './Paper.tsx'

type Days = (typeof AUTHORISATION_DAYS)[number]
type Way = AskChannel | 'paper'

interface Props {
  pid: number
  qid: number | undefined
  ways: AskWays
  /** One waits already: asking makes it void. */
  again: boolean
}

/** By a link to the patient's own phone or mailbox, by a code that is read out at the desk, or on paper signed here. */
export function Ask({ pid, qid, ways, again }: Props) {
  const t = useT()
  const id = useId()
  const brings = useRight('file.upload') !== '-'
  const [chosen, setWay] = useState<Way | null>(null)
  const [days, setDays] = useState<Days>(365)
  const act = useEndpointMutation(postConsent, {
    onDone: (made) =>
      notify({ kind: 'ok', title: t(made.channel === 'code' ? 'authorise.codeSent' : 'authorise.sent') }),
  })
  const offers: { way: Way; text: string; off: boolean }[] = [
    { way: 'sms', text: t('authorise.bySms', { to: ways.sms ?? t('authorise.noMobile') }), off: !ways.sms },
    { way: 'email', text: t('authorise.byEmail', { to: ways.email ?? t('authorise.noEmail') }), off: !ways.email },
    { way: 'code', text: t('authorise.byCode', { to: ways.sms ?? t('authorise.noMobile') }), off: !ways.sms },
    ...(brings ? [{ way: 'paper' as const, text: t('authorise.byPaper'), off: false }] : []),
  ]
  const way = chosen ?? offers.find(({ off }) => !off)?.way ?? null
  const spent = ways.left === 0 && way !== 'paper'
  const send = () => {
    if (way && way !== 'paper') act.mutate({ body: { pid, channel: way, days, ...(qid ? { qid } : {}) } })
  }
  return (
    <section className="authz-ask" aria-label={t('authorise.ask')}>
      <h3>{t(again ? 'authorise.askAgain' : 'authorise.ask')}</h3>
      <fieldset className="authz-ways">
        <legend className="sr">{t('authorise.how')}</legend>
        {offers.map((one) => (
          <Choice key={one.way} group={id} on={way === one.way} off={one.off} onPick={() => setWay(one.way)}>
            {one.text}
          </Choice>
        ))}
      </fieldset>
      <div>
        <FieldLabel id={`${id}-days`}>{t('authorise.days')}</FieldLabel>
        <Select
          id={`${id}-days`}
          className="wide"
          value={days}
          onChange={setDays}
          options={AUTHORISATION_DAYS.map((value) => ({ value, label: t(`authorise.dayNames.d${value}`) }))}
        />
      </div>
      {way === 'paper' ? (
        <Paper pid={pid} qid={qid} days={days} />
      ) : (
        <>
          <p className={`help ${spent ? 'err' : ''}`}>
            {spent ? t('authorise.noneLeft') : t('authorise.left', { count: ways.left })}
            {way === 'code' && ` ${t('authorise.codeWhat')}`}
          </p>
          <Button kind="primary" disabled={!way || spent || act.isPending} onClick={send}>
            {t(way === 'code' ? 'authorise.goCode' : 'authorise.go')}
          </Button>
        </>
      )}
    </section>
  )
}
