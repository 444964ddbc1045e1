import { ClockCircleOutlined, SafetyCertificateOutlined, WarningOutlined } from '@ant-design/icons'
import { putConsent } from '@teleward/contract/consents/endpoints.ts'
import type { Consent } from '@teleward/contract/consents/schema.ts'
import { Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useRight } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { nameOf } from '../Patient.tsx'

/** Who said so: the patient, or somebody for them. */
const giverText = ({ giver, givenBy }: Consent) =>
  giver && givenBy === 'guardian'
    ? t('authorise.byGuardian', { name: giver.name, relation: giver.relation })
    : t('authorise.byPatient')
const wayText = ({ channel }: Consent) => (channel ? t(`authorise.way.${channel}`) : '')
const joined = (parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(t('common.dot'))

/** Taken back on the patient's word: one step, and asked once. */
function Withdraw({ consent, request }: { consent: Consent; request?: boolean }) {
  const t = useT()
  const may = useRight('member.write') !== '-'
  const act = useEndpointMutation(putConsent, {
    onDone: () => notify({ kind: 'ok', title: t(request ? 'authorise.calledOff' : 'authorise.withdrawn') }),
  })
  if (!may) return null
  const withdraw = async () => {
    const sure = await confirmAct({
      title: t(request ? 'authorise.callOffTitle' : 'authorise.withdrawTitle'),
      text: t(request ? 'authorise.callOffText' : 'authorise.withdrawText'),
      ok: t(request ? 'authorise.callOff' : 'authorise.withdraw'),
      cancel: t('common.back'),
      danger: true,
    })
    if (sure) act.mutate({ params: { id: consent.id }, body: { action: 'withdraw', version: consent.version } })
  }
  return (
    <Button size="sm" kind={request ? 'default' : 'bad'} disabled={act.isPending} onClick={() => void withdraw()}>
      {t(request ? 'authorise.callOff' : 'authorise.withdraw')}
    </Button>
  )
}

/** What opens the record now: until when, by whom, how, and who saw it. */
export function InForce({ consent }: { consent: Consent }) {
  const t = useT()
  const { endsAt, witness, recordedBy, unitName, at } = consent
  return (
    <section className="authz-now ok" aria-label={t('authorise.inForce')}>
      <SafetyCertificateOutlined className="c-ok" />
      <div className="grow">
        <b>
          {endsAt
            ? t('authorise.until', { unit: unitName, date: formatDate(endsAt) })
            : t('authorise.noEnd', { unit: unitName })}
        </b>
        <p className="t2 f13 num">
          {joined([giverText(consent), t('authorise.givenAt', { time: formatDateTime(at) }), wayText(consent)])}
        </p>
        {(witness || recordedBy) && (
          <p className="t3 f12">
            {joined([
              recordedBy && t('authorise.recordedBy', { name: nameOf(recordedBy) }),
              witness && t('authorise.witness', { name: nameOf(witness) }),
            ])}
          </p>
        )}
      </div>
      <Withdraw consent={consent} />
    </section>
  )
}

/** A request that waits for its answer; a code is entered here as it is read out. */
export function Waiting({ consent }: { consent: Consent }) {
  const t = useT()
  const { answerUntil, askedBy, channel, sending } = consent
  return (
    <section className="authz-now" aria-label={t('authorise.waiting')}>
      {sending === 'failed' ? <WarningOutlined className="c-bad" /> : <ClockCircleOutlined className="c-warn" />}
      <div className="grow">
        <b>{t('authorise.waiting')}</b>
        <p className="t2 f13 num">
          {joined([
            wayText(consent),
            sending && t(`authorise.sending.${sending}`),
            answerUntil && t('authorise.answerUntil', { time: formatDateTime(answerUntil) }),
          ])}
        </p>
        {askedBy && <p className="t3 f12">{t('authorise.askedBy', { name: nameOf(askedBy) })}</p>}
        {channel === 'code' && <CodeField id={consent.id} />}
      </div>
      <Withdraw consent={consent} request />
    </section>
  )
}

function CodeField({ id }: { id: string }) {
  const t = useT()
  const field = useId()
  const [code, setCode] = useState('')
  const act = useEndpointMutation(putConsent, {
    onDone: () => notify({ kind: 'ok', title: t('authorise.given') }),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() && !act.isPending) act.mutate({ params: { id }, body: { action: 'code', code: code.trim() } })
  }
  return (
    <form className="authz-code" onSubmit={send}>
      <FieldLabel id={field} required>
        {t('authorise.code')}
      </FieldLabel>
      <span className="row">
        <Input
          id={field}
          value={code}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" kind="primary" disabled={!code.trim() || act.isPending}>
          {t('authorise.codeSend')}
        </Button>
      </span>
      <span className="help">{t('authorise.codeHint')}</span>
    </form>
  )
}

/** What was asked and given before, and what became of it. */
export function Earlier({ rows }: { rows: readonly Consent[] }) {
  const t = useT()
  return (
    <section aria-label={t('authorise.earlier')}>
      <h3>{t('authorise.earlier')}</h3>
      <ul className="authz-list">
        {rows.map((one) => (
          <li key={one.id}>
            <span className="b">{t(`authorise.state.${one.state}`)}</span>
            <span className="t3 f12 num">
              {joined([
                one.unitName,
                wayText(one),
                formatDateTime(one.endedAt ?? one.at),
                one.endedBy && t('authorise.recordedBy', { name: nameOf(one.endedBy) }),
              ])}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
