import { getSettlementRates, postSettlementRate } from '@teleward/contract/settlement/endpoints.ts'
import { percentOf } from '@teleward/contract/settlement/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { DayLine, FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { Loaded } from '../../patterns/Loaded.tsx'
import { formatDate, isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { hundredths } from './amounts.ts'

/** What is taken off from which day on, and another rate from a day to come. */
export function RatesDrawer({ onClose }: { onClose: () => void }) {
  useT()
  const refusal = useRefusal()
  const answer = useQuery(endpointQuery(getSettlementRates, {}))
  const [from, setFrom] = useState(() => `${Number(isoDay().slice(0, 4)) + 1}-01-01`)
  const [typed, setTyped] = useState({ paymentFee: '', platformFee: '' })
  const [key, setKey] = useState(() => crypto.randomUUID())
  const act = useEndpointMutation(postSettlementRate, {
    onDone: () => {
      notify({ kind: 'ok', title: t('settlement.rates.saved') })
      setTyped({ paymentFee: '', platformFee: '' })
      setKey(crypto.randomUUID())
    },
    onError: (error) => refusal.take(error, error.fields[0]?.path, t('settlement.rates.future')),
  })
  const send = () => {
    refusal.clear()
    const [paymentFee, platformFee] = [hundredths(typed.paymentFee), hundredths(typed.platformFee)]
    const wrong = (part: number | null): part is null => part === null || part < 0 || part > 10_000
    if (wrong(paymentFee)) return refusal.refuse('paymentFee', t('settlement.rates.percent'))
    if (wrong(platformFee)) return refusal.refuse('platformFee', t('settlement.rates.percent'))
    if (from <= isoDay()) return refusal.refuse('validFrom', t('settlement.rates.future'))
    act.mutate({ body: { id: key, validFrom: from, paymentFee, platformFee } })
  }
  return (
    <FormDrawer
      open
      title={t('settlement.rates.title')}
      dirty={typed.paymentFee !== '' || typed.platformFee !== ''}
      busy={act.isPending}
      submit={t('settlement.rates.add')}
      onSubmit={send}
      onClose={onClose}
      footnote={<span className="t3 f12">{t('settlement.rates.hint')}</span>}
    >
      <Loaded answer={answer} failed={t('settlement.rates.failed')} lines={4}>
        {(rates) => (
          <ul className="settlelines">
            {rates.map((rate) => (
              <li key={rate.id}>
                <div className="row">
                  <b className="grow num">{formatDate(rate.validFrom)}</b>
                  {rate.inForce && <span className="tag ok">{t('settlement.rates.inForce')}</span>}
                </div>
                <div className="t2 f12">
                  {t('settlement.rate', { payment: percentOf(rate.paymentFee), platform: percentOf(rate.platformFee) })}
                  {t('common.dot')}
                  {t(rate.own ? 'settlement.rates.own' : 'settlement.rates.everywhere')}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <FormColumn>
        <DayLine label={t('settlement.rates.from')} value={from} error={refusal.of('validFrom')} onChange={setFrom} />
        {(['paymentFee', 'platformFee'] as const).map((part) => (
          <Line key={part} label={t(`settlement.rates.${part}`)} required error={refusal.of(part)}>
            {(field, described) => (
              <Input
                id={field}
                aria-describedby={described}
                inputMode="decimal"
                maxLength={6}
                value={typed[part]}
                status={refusal.of(part) ? 'error' : ''}
                onChange={(event) => setTyped({ ...typed, [part]: event.target.value })}
              />
            )}
          </Line>
        ))}
      </FormColumn>
    </FormDrawer>
  )
}
