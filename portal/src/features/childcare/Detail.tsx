import { CalendarOutlined, EditOutlined, MessageOutlined, PlusOutlined, PrinterOutlined } from '@ant-design/icons'
import { SCHEDULE_OF } from '@teleward/contract/childcare/schedule.ts'
import type { ChildCare, ChildKind, ChildRecord, ChildRow } from '@teleward/contract/childcare/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { PatientHead } from '../../patterns/Patient.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { openBooking } from '../../shell/booking.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { closedBy } from '../../shell/menu.ts'
import { go } from '../../shell/navigation.ts'
import { screenById } from '../../shell/screens.ts'
import { Button } from '../../ui/Button.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { type Asked, callsOf } from './calls.ts'
import { PartBody } from './PartBody.tsx'
import { type Part, parts } from './search.ts'
import { StateTag, dueText } from './words.tsx'
import { formatDate } from '../../ui/format.ts'

const RecordForm = lazy(() => loadChunk(async () => ({ default: (await import('./RecordForm.tsx')).RecordForm })))
const WithdrawDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./WithdrawDialog.tsx')).WithdrawDialog })),
)
const FactsForm = lazy(() => loadChunk(async () => ({ default: (await import('./FactsForm.tsx')).FactsForm })))
const PrintCard = lazy(() => loadChunk(async () => ({ default: (await import('./PrintCard.tsx')).PrintCard })))
const GrowthPart = lazy(() => loadChunk(async () => ({ default: (await import('./GrowthPart.tsx')).GrowthPart })))

interface Props {
  pid: number
  row: ChildRow | undefined
  part: Part
  onPart: (part: Part) => void
  asked: Asked | null
  onAsk: (asked: Asked | null) => void
  writes: boolean
  move: DrawerStep
}

/** A child beside the list: what it waits for, what was given, how it grows. */
export function Detail({ pid, part, onPart, asked, onAsk, writes, move }: Props) {
  const kind: ChildKind = part === 'growth' ? 'preventive' : part
  const query = useQuery(endpointQuery(callsOf[kind].get, { body: { pid } }))
  const me = useMe()
  const books = useRight('appointment.book') !== '-'
  const messages = useRight('chat.patient') !== '-' && closedBy(me, screenById('chat')) === null
  const [taking, setTaking] = useState<ChildRecord | null>(null)
  const [showing, setShowing] = useState<'facts' | 'card' | null>(null)
  const care = query.data
  return (
    <DetailDrawer
      label={t('screens.name.childcaremgmt')}
      step={move}
      plain={!writes}
      footer={
        care && (
          <>
            {writes && care.plan && (
              <Button
                kind="primary"
                icon={<PlusOutlined />}
                onClick={() => onAsk({ kind, vaccine: null, number: null })}
              >
                {t('childcare.addOf', { name: t(`childcare.part.${kind}`) })}
              </Button>
            )}
            {books && (
              <Button icon={<CalendarOutlined />} onClick={() => openBooking({ pid })}>
                {t('childcare.book')}
              </Button>
            )}
            {messages && (
              <Button icon={<MessageOutlined />} onClick={() => void go('chat', {}, { tab: '0', id: String(pid) })}>
                {t('childcare.remind')}
              </Button>
            )}
            <Button icon={<PrinterOutlined />} onClick={() => setShowing('card')}>
              {t('childcare.print')}
            </Button>
          </>
        )
      }
    >
      {query.isError && !care && (
        <ErrorState
          title={t('childcare.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonBlock lines={8} />}
      {care && (
        <>
          <PatientHead patient={care.patient} brief />
          <Facts care={care} {...(writes ? { onChange: () => setShowing('facts') } : {})} />
          {care.plan ? (
            <Waits care={care} {...(writes ? { onAsk } : {})} />
          ) : (
            <p className="alert warn">{t('childcare.noBirthday')}</p>
          )}
          <UrlTabs
            label={t('childcare.parts')}
            parameter="part"
            tabs={parts.map((key) => ({ key, name: t(`childcare.part.${key}`) }))}
            tab={part}
            onTab={onPart}
          />
          {part === 'growth' ? (
            <Suspense fallback={<SkeletonBlock lines={6} />}>
              <GrowthPart pid={pid} />
            </Suspense>
          ) : (
            <PartBody care={care} kind={part} {...(writes ? { onAsk, onTake: setTaking } : {})} />
          )}
          <p className="t3 f12">{t('childcare.source', { date: SCHEDULE_OF })}</p>
          <Suspense fallback={null}>
            {asked && writes && care.plan && asked.kind === kind && (
              <RecordForm care={care} asked={asked} onClose={() => onAsk(null)} />
            )}
            {taking && <WithdrawDialog patient={care.patient} record={taking} onClose={() => setTaking(null)} />}
            {showing === 'facts' && (
              <FactsForm patient={care.patient} facts={care.facts} onClose={() => setShowing(null)} />
            )}
            {showing === 'card' && <PrintCard pid={pid} onClose={() => setShowing(null)} />}
          </Suspense>
        </>
      )}
    </DetailDrawer>
  )
}

function Facts({ care: { facts }, onChange }: { care: ChildCare; onChange?: () => void }) {
  const { gestationDays, hbvMother, fluorideGroup, multiple } = facts
  const said = [
    gestationDays === null
      ? t('childcare.fact.gestationUnknown')
      : t('childcare.fact.gestation', { weeks: Math.floor(gestationDays / 7), days: gestationDays % 7 }),
    t(hbvMother === null ? 'childcare.fact.hbvUnknown' : hbvMother ? 'childcare.fact.hbvYes' : 'childcare.fact.hbvNo'),
    t(`childcare.fact.${fluorideGroup}`),
    ...(multiple ? [t('childcare.fact.multiple')] : []),
  ]
  return (
    <div className="row ccfacts">
      <span className="grow f13 t2">{said.join(t('common.dot'))}</span>
      {onChange && (
        <Button size="sm" icon={<EditOutlined />} onClick={onChange}>
          {t('childcare.fact.change')}
        </Button>
      )}
    </div>
  )
}

/** What is late or due of all kinds, the most late first; a stool that is pale before everything. */
function Waits({ care: { plan }, onAsk }: { care: ChildCare; onAsk?: (asked: Asked) => void }) {
  if (!plan) return null
  const open = plan.due.filter(
    ({ state, kind }) => state !== 'notYet' && !(kind === 'biliary' && plan.stool.state === 'abnormal'),
  )
  const [next] = plan.due
  return (
    <section aria-label={t('childcare.waits')} className="ccwaits">
      {plan.stool.state === 'abnormal' && <StoolAlarm plan={plan} />}
      {open.length === 0 && (
        <p className="t2">
          {t('childcare.nothingDue')}
          {next && `　${t('childcare.comes', { name: dueText(next), date: formatDate(next.dueOn) })}`}
        </p>
      )}
      <ul className="cclist">
        {open.map((one) => (
          <li key={`${one.kind}${one.vaccine}${one.number}`}>
            <span className="grow">
              <span className="b">{dueText(one)}</span>
              <span className="f12 t3 num"> {formatDate(one.dueOn)}</span>
            </span>
            <StateTag state={one.state} lateDays={one.lateDays} />
            {onAsk && (
              <Button size="sm" onClick={() => onAsk({ kind: one.kind, vaccine: one.vaccine, number: one.number })}>
                {t('childcare.record')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
function StoolAlarm({ plan: { stool } }: { plan: NonNullable<ChildCare['plan']> }) {
  return (
    <p className="alert bad" role="alert">
      <span>
        <b>
          {t('childcare.colourNo', { count: stool.colour ?? 0 })} {t('childcare.abnormal')}
          {stool.on && `　${formatDate(stool.on)}`}
        </b>
        <br />
        {t('childcare.stoolNow')}
      </span>
    </p>
  )
}
