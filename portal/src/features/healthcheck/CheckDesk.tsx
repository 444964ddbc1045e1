import { ArrowLeftOutlined, SendOutlined } from '@ant-design/icons'
import { getHealthCheck, putHealthCheck } from '@teleward/contract/healthchecks/endpoints.ts'
import { bloodItems, fastingAnswers, isCritical } from '@teleward/contract/healthchecks/items.ts'
import type { CheckDetail, CheckValue, Entered } from '@teleward/contract/healthchecks/schema.ts'
import type { Item } from '@teleward/contract/careevents/items.ts'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useRef } from 'react'
import { askedDoubts } from '../../devices/doubts.ts'
import { askOdd } from '../../patterns/askOdd.tsx'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { listText } from '../../patterns/careItems.tsx'
import { useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { go } from '../../shell/navigation.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, isoDay } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import { ageAndSex } from '../../ui/person.ts'
import { CancelCheck } from './CancelCheck.tsx'
import { CheckFiles } from './CheckFiles.tsx'
import { type ItemHandle, ItemLine } from './ItemLine.tsx'
import { itemText, stateTag } from './labels.tsx'
import { leadTo } from './CheckList.tsx'
import type { useCheckSearch } from './search.ts'

interface Props {
  id: string
  search: ReturnType<typeof useCheckSearch>
}
/** One check as it is entered, item by item: each is kept as soon as it is typed, so that one may leave and come back. */
export function CheckDesk({ id, search }: Props) {
  const t = useT()
  const [, change] = search
  const answer = useQuery(endpointQuery(getHealthCheck, { params: { id } }))
  return (
    <div className="checkpage">
      <Loaded answer={answer} failed={t('healthcheck.failed')} lines={12}>
        {(check) => (
          <>
            <Head check={check} onBack={() => change({ id: undefined })} />
            {check.state === 'collecting' ? (
              <Collect check={check} />
            ) : (
              <section className="card checkbody">
                {check.cancelled ? (
                  <p>{t('healthcheck.cancelled', { reason: check.cancelled.reason })}</p>
                ) : (
                  <Button kind="primary" onClick={() => leadTo(check)}>
                    {t(check.state === 'done' ? 'healthcheck.process.result' : 'healthcheck.process.open')}
                  </Button>
                )}
              </section>
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

function Head({ check, onBack }: { check: CheckDetail; onBack: () => void }) {
  const t = useT()
  const { patient, programme, entered, items } = check
  return (
    <div className="pagehead clinichead">
      <Button kind="text" icon={<ArrowLeftOutlined />} aria-label={t('healthcheck.back')} onClick={onBack} />
      <div className="checktitle">
        <h1 className="ell">{patient ? nameOf(patient) : '–'}</h1>
        <span className="sub num">
          {[
            ...(patient
              ? [
                  patient.birthday ? formatDate(patient.birthday) : t('freeclinic.noBirthday'),
                  ageAndSex(patient.birthday, patient.gender ?? 'unknown'),
                  patient.memberNo,
                ]
              : []),
            t(`healthcheck.programme.${programme}`),
          ].join(' · ')}
        </span>
      </div>
      {stateTag(check)}
      <span className="sub num">{t('healthcheck.entered', { done: entered, all: items })}</span>
      <span className="act">
        <CancelCheck check={check} />
      </span>
    </div>
  )
}

function Collect({ check }: { check: CheckDetail }) {
  const t = useT()
  const { id, programmeItems, fasting, values, version, patient } = check
  // Each entry makes a newer version, which what is handed in names, also before it is drawn.
  const newest = useRef(version)
  newest.current = Math.max(newest.current, version)
  const put = useEndpointMutation(putHealthCheck, {
    onDone: (kept) => {
      newest.current = Math.max(newest.current, kept.version)
    },
    // What is asked about, `keep` asks.
    onError: (error) => askedDoubts(error).length > 0,
  })
  const submit = useEndpointMutation(putHealthCheck, {
    onDone: () => void go('healthCheckProcessing', {}, { id }),
    onError: (error) => {
      if (error.code !== 'HC_INCOMPLETE') return false
      const items = listText(error.fields.map(({ path }) => itemText(path as Item)))
      notify({ kind: 'warn', title: t('healthcheck.incomplete', { items }) })
      return true
    },
  })
  const lines = useRef(new Map<Item, ItemHandle>())
  const missing = programmeItems.filter((item) => !values?.some((one) => one.item === item))
  const blood = programmeItems.some((item) => bloodItems.includes(item))
  const enter = (entry: Omit<Entered, 'id' | 'confirmed'> & { confirmed?: boolean }) =>
    put.mutateAsync({
      params: { id },
      body: { action: 'enter', entries: [{ confirmed: false, ...entry, id: crypto.randomUUID() }] },
    })
  const keep = (entry: Omit<Entered, 'id' | 'confirmed'> & { confirmed?: boolean }) =>
    enter(entry).then(
      () => true,
      // Said already; what was typed stays in its field.
      (error: unknown) =>
        new Promise<boolean>((answer) => {
          const again = () =>
            void enter({ ...entry, confirmed: true }).then(
              () => answer(true),
              () => answer(false),
            )
          if (!askOdd(error, again, () => answer(false))) answer(false)
        }),
    )
  const handsIn = useRef(false)
  /** What still stands in a field goes first; pressed again while it is on its way it is handed in once. */
  const send = async () => {
    if (handsIn.current) return
    handsIn.current = true
    try {
      for (const line of lines.current.values()) if (!(await line.keep())) return line.focus()
      await submit.mutateAsync({ params: { id }, body: { action: 'submit', version: newest.current } }).catch(() => {
        // Said already.
      })
    } finally {
      handsIn.current = false
    }
  }
  const next = (item: Item) => {
    const following = programmeItems[programmeItems.indexOf(item) + 1]
    if (following) lines.current.get(following)?.focus()
  }
  const isUrgent = (value: CheckValue | undefined) =>
    value !== undefined &&
    value.value !== null &&
    isCritical(value.item, value.value, { birthday: patient?.birthday ?? null }, isoDay(check.startedAt))
  useKeys([{ keys: 'Mod+ENTER', label: t('healthcheck.submitKeys'), inFields: true, run: () => void send() }])
  return (
    <section className="card checkbody">
      {programmeItems.map((item, at) => (
        <div key={item}>
          {blood && bloodItems.includes(item) && !bloodItems.includes(programmeItems[at - 1] ?? 'height') && (
            <div className="checkfasting">
              <b>{t('healthcheck.fasting.label')}</b>
              <Segmented
                aria-label={t('healthcheck.fasting.label')}
                value={fasting ?? ''}
                onChange={(value) =>
                  put.mutate({
                    params: { id },
                    body: { action: 'enter', fasting: value as 'yes', entries: [] },
                  })
                }
                options={fastingAnswers.map((value) => ({ value, label: t(`healthcheck.fasting.${value}`) }))}
              />
              {fasting === null && <p className="c-warn f13">{t('healthcheck.fasting.ask')}</p>}
            </div>
          )}
          <ItemLine
            item={item}
            value={values?.find((one) => one.item === item)}
            critical={isUrgent(values?.find((one) => one.item === item))}
            closed={fasting === null && bloodItems.includes(item)}
            ref={(line) => {
              if (line) lines.current.set(item, line)
              else lines.current.delete(item)
            }}
            onKeep={keep}
            onNext={() => next(item)}
          />
        </div>
      ))}
      <CheckFiles check={check} />
      <div className="row checkacts">
        <Button kind="primary" icon={<SendOutlined />} disabled={submit.isPending} onClick={() => void send()}>
          {t('healthcheck.submit')}
        </Button>
        {missing.length > 0 && (
          <span className="c-warn f13">{t('healthcheck.incomplete', { items: listText(missing.map(itemText)) })}</span>
        )}
      </div>
    </section>
  )
}
