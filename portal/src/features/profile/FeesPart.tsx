import { createDoctorFee, getDoctorGeneralFee } from '@teleward/contract/fees/endpoints.ts'
import type { DoctorFees } from '@teleward/contract/fees/schema.ts'
import { getSettlementRates } from '@teleward/contract/settlement/endpoints.ts'
import { percentOf } from '@teleward/contract/settlement/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatMoney } from '../../ui/format.ts'
import { confirmAct } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Line } from '../../patterns/FormLines.tsx'
import { SaveBar } from './Form.tsx'
import { currencyOf, type FeeKind, KINDS, minorOf, shareOf, textOf, unusualOf } from './fees.ts'
import { saidSaved, takeRefusal } from './saving.ts'
import { usePart } from './usePart.ts'

/** The four fees, and what of them arrives. */
export function FeesPart({ mid }: { mid: number }) {
  const t = useT()
  const query = useQuery(endpointQuery(getDoctorGeneralFee, { params: { id: mid } }))
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t('profile.failed')}
        text={errorMessage(query.error)}
        code={codeOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return query.data ? <Fees fees={query.data} refetch={() => void query.refetch()} /> : <SkeletonBlock lines={5} />
}

function Fees({ fees, refetch }: { fees: DoctorFees; refetch: () => void }) {
  const t = useT()
  const state = usePart('fees', {
    twDay: textOf(fees.twDay),
    twNight: textOf(fees.twNight),
    cnDay: textOf(fees.cnDay),
    cnNight: textOf(fees.cnNight),
  })
  const act = useEndpointMutation(createDoctorFee, {
    onDone: () => {
      void state.clear()
      refetch()
      saidSaved()
    },
    onError: (error) => {
      if (error.code === 'VERSION_STALE') refetch()
      return takeRefusal(error, state.takeRefusal)
    },
  })
  const save = async () => {
    const amounts = KINDS.map((kind) => [kind, minorOf(state.value[kind], currencyOf(kind))] as const)
    const wrong = amounts.filter(([, amount]) => amount === undefined)
    if (wrong.length)
      return state.setFaults(
        Object.fromEntries(wrong.map(([kind]) => [kind, t(`profile.fees.wrong.${currencyOf(kind)}`)])),
      )
    const [twDay = null, twNight = null, cnDay = null, cnNight = null] = amounts.map(([, amount]) => amount ?? null)
    const next = { twDay, twNight, cnDay, cnNight }
    const slips = unusualOf(fees, next)
    const money = (kind: FeeKind, amount: number | null) =>
      amount === null ? t('profile.fees.no') : formatMoney(amount, currencyOf(kind))
    const sure =
      !slips.length ||
      (await confirmAct({
        title: t('profile.fees.sure'),
        text: slips.map((kind) => (
          <div key={kind} className="num">
            {t(`profile.fees.${kind}`)}: {money(kind, fees[kind])} → <b>{money(kind, next[kind])}</b>
          </div>
        )),
        ok: t('profile.fees.sureOk'),
        cancel: t('common.cancel'),
      }))
    if (sure) act.mutate({ body: { version: fees.version, ...next } })
  }
  const rates = useQuery(endpointQuery(getSettlementRates, {}))
  const rate = rates.data?.find(({ inForce }) => inForce)
  const share = (kind: FeeKind) => {
    const arrives = shareOf(state.value[kind], kind, rate)
    if (arrives === 'notOffered') return t('profile.fees.none')
    return arrives === null ? '' : t('profile.fees.share', { share: formatMoney(arrives, currencyOf(kind)) })
  }
  return (
    <>
      <section className="card pcard pgrid">
        {KINDS.map((kind) => (
          <Line
            key={kind}
            label={t(`profile.fees.${kind}`)}
            error={state.fault(kind)}
            hint={<span className="num">{share(kind)}</span>}
          >
            {(id, described) => (
              <Input
                id={id}
                aria-describedby={described}
                inputMode="decimal"
                value={state.value[kind]}
                status={state.fault(kind) ? 'error' : ''}
                onChange={(event) => state.change({ [kind]: event.target.value })}
              />
            )}
          </Line>
        ))}
        {rate && (
          <p className="t3 f12 pwide">
            {t('profile.fees.shareHow', { payment: percentOf(rate.paymentFee), platform: percentOf(rate.platformFee) })}
          </p>
        )}
      </section>
      <SaveBar
        dirty={state.dirty}
        kept={state.kept}
        busy={act.isPending}
        onSave={() => void save()}
        onDrop={() => void state.clear()}
        note={t('profile.fees.newOnly')}
      />
    </>
  )
}
