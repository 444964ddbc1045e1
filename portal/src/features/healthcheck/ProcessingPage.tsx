import { CheckCircleOutlined, ClockCircleOutlined, LoadingOutlined, WarningOutlined } from '@ant-design/icons'
import { getHealthChecks, putHealthCheck } from '@teleward/contract/healthchecks/endpoints.ts'
import type { StepState } from '@teleward/contract/healthchecks/rules.ts'
import type { HealthCheck, Processed } from '@teleward/contract/healthchecks/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { type JSX, useEffect, useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { go } from '../../shell/navigation.ts'
import { Button } from '../../ui/Button.tsx'
import { formatTime } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import { EmptyState } from '../../ui/states.tsx'
import { CancelCheck } from './CancelCheck.tsx'
import { stateTag } from './labels.tsx'
import { useCheckSearch } from './search.ts'
import './healthcheck.css'

const toResult = (id: string) => void go('healthCheckResult', {}, { id })
const listed = (state: 'processing' | 'failed' | 'done', pageSize: number) =>
  endpointQuery(getHealthChecks, { query: { state, sort: '-startedAt', pageSize } })

/** `/health-check-processing`: how far each is, as it goes; failed ones on top, and what was done last. */
export default function ProcessingPage() {
  const t = useT()
  const [{ id }] = useCheckSearch()
  const failed = useQuery(listed('failed', 50))
  const running = useQuery(listed('processing', 50))
  const done = useQuery(listed('done', 10))
  const chosen = done.data?.data.find((one) => one.id === id) ?? done.data?.data[0]
  useKeys([{ keys: 'Enter', label: t('healthcheck.process.result'), run: () => chosen && toResult(chosen.id) }])
  return (
    <div className="checkpage">
      <div className="pagehead">
        <h1>{t('screens.name.healthCheckProcessing')}</h1>
      </div>
      <Loaded answer={failed} failed={t('healthcheck.failed')} lines={6}>
        {({ data: stuck }) => (
          <Loaded answer={running} failed={t('healthcheck.failed')} lines={6}>
            {({ data }) =>
              stuck.length + data.length === 0 ? (
                <section className="card">
                  <EmptyState title={t('healthcheck.process.none')} text={t('healthcheck.process.noneText')} />
                </section>
              ) : (
                <div className="checkcards">
                  {[...stuck, ...data].map((one) => (
                    <Progress key={one.id} check={one} main={one.id === id} />
                  ))}
                </div>
              )
            }
          </Loaded>
        )}
      </Loaded>
      <Loaded answer={done} failed={t('healthcheck.failed')} lines={4}>
        {({ data }) => data.length > 0 && <Last checks={data} id={id} />}
      </Loaded>
    </div>
  )
}

function Last({ checks, id }: { checks: readonly HealthCheck[]; id: string | undefined }) {
  const t = useT()
  return (
    <section className="card" aria-label={t('healthcheck.process.last')}>
      <div className="hd">
        <h2>{t('healthcheck.process.last')}</h2>
      </div>
      <ul className="checkdone">
        {checks.map((one) => (
          <li key={one.id} className={one.id === id ? 'sel' : ''}>
            <b className="ell">{one.patient ? nameOf(one.patient) : '–'}</b>
            <span className="t3 ell">{t(`healthcheck.programme.${one.programme}`)}</span>
            <span className="num">{one.doneAt ? formatTime(one.doneAt) : ''}</span>
            <Button size="sm" kind={one.id === id ? 'primary' : 'default'} onClick={() => toResult(one.id)}>
              {t('healthcheck.process.result')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const ICON: Readonly<Record<StepState, JSX.Element>> = {
  waiting: <ClockCircleOutlined />,
  running: <LoadingOutlined />,
  done: <CheckCircleOutlined />,
  failed: <WarningOutlined />,
}

function Progress({ check, main }: { check: HealthCheck; main: boolean }) {
  const t = useT()
  const retry = useEndpointMutation(putHealthCheck, {
    onDone: () => notify({ kind: 'ok', title: t('healthcheck.process.retried') }),
  })
  const { patient, steps, expectedAt, state } = check
  const moved = steps.reduce<string | null>(
    (last, { at }) => (at && (!last || at > last) ? at : last),
    check.submittedAt,
  )
  const late = usePast(expectedAt)
  return (
    <section className={`card checkcard ${main ? 'sel' : ''}`} aria-label={patient ? nameOf(patient) : ''}>
      <div className="row">
        <b className="grow ell">{patient ? nameOf(patient) : '–'}</b>
        <span className="t3">{t(`healthcheck.programme.${check.programme}`)}</span>
        {stateTag(check)}
      </div>
      <ol className="checksteps">
        {steps.map((one) => (
          <Step key={one.step} step={one} />
        ))}
      </ol>
      {state === 'processing' && expectedAt && (
        <p className={`f13 ${late ? 'c-warn' : 't3'}`}>
          {late && moved
            ? t('healthcheck.process.since', { time: formatTime(moved) })
            : t('healthcheck.process.expected', { time: formatTime(expectedAt) })}
        </p>
      )}
      {state === 'failed' && (
        <div className="row checkacts">
          <Button
            kind="primary"
            disabled={retry.isPending}
            onClick={() =>
              retry.mutate({ params: { id: check.id }, body: { action: 'retry', version: check.version } })
            }
          >
            {t(
              steps.some(({ reason }) => reason === 'file')
                ? 'healthcheck.process.without'
                : 'healthcheck.process.retry',
            )}
          </Button>
          <CancelCheck check={check} />
        </div>
      )}
    </section>
  )
}
function Step({ step: { step, state, at, reason } }: { step: Processed }) {
  const t = useT()
  return (
    <li className={`step-${state}`}>
      {ICON[state]}
      <span className="grow">
        {t(`healthcheck.process.step.${step}`)}
        {state === 'failed' && reason && (
          <span className="blk c-bad f13">{t(`healthcheck.process.why.${reason}`)}</span>
        )}
      </span>
      <span className="f13">{t(`healthcheck.process.state.${state}`)}</span>
      <span className="t3 f12 num">{at ? formatTime(at) : ''}</span>
    </li>
  )
}

/** Whether a moment has passed, and again when it does. */
function usePast(at: string | null): boolean {
  const left = at === null ? Number.POSITIVE_INFINITY : Date.parse(at) - Date.now()
  const [, again] = useState(0)
  useEffect(() => {
    if (!Number.isFinite(left) || left <= 0) return
    const timer = setTimeout(() => again((n) => n + 1), left + 50)
    return () => clearTimeout(timer)
  }, [left])
  return left <= 0
}
