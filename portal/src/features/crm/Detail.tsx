import {
  CalendarOutlined,
  CheckSquareOutlined,
  MessageOutlined,
  MobileOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { getCase } from '@teleward/contract/crm/endpoints.ts'
import type { CaseBrief, CaseDetail, CaseRow, CrmConfig } from '@teleward/contract/crm/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { openBooking } from '../../shell/booking.ts'
import { useCalls } from '../../shell/calls.ts'
import { openHandoff, useHandoffs } from '../../shell/handoffs.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { closedBy } from '../../shell/menu.ts'
import { go } from '../../shell/navigation.ts'
import { screenById } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { SendingDialog } from '../../patterns/appointments/Sending.tsx'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { nameOf, PatientHead } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { maySay, nextOf, stepsOf, type Viewer } from './board.ts'
import { NoteField } from './NoteField.tsx'
import { stepIcons } from './RowButtons.tsx'
import { SuggestionPart } from './Suggestion.tsx'
import { Timeline } from './Timeline.tsx'
import type { CaseSteps } from './useCaseSteps.ts'
import { handedText, Left, numberOf, originText, ownerText, StateTag, typeText } from './labels.tsx'

interface Props {
  sn: number
  row: CaseRow | undefined
  viewer: Viewer
  steps: CaseSteps
  config: CrmConfig | undefined
  focusNote: number
  onCase: (sn: number) => void
  move: DrawerStep
}

/** One case: of whom, how it stands, what was done, what else there is of the member, and the next steps at the foot. */
export function Detail({ sn, row, viewer, steps, config, focusNote, onCase, move }: Props) {
  const query = useQuery(endpointQuery(getCase, { params: { sn } }))
  const one = query.data
  const shown = one ?? row
  return (
    <DetailDrawer
      label={t('crm.detail.title')}
      step={move}
      top={
        shown && (
          <>
            <StateTag row={shown} />
            <span className="t2 f13 num">{numberOf(shown)}</span>
            <span className="f13">
              <Left row={shown} />
            </span>
          </>
        )
      }
      head={shown && <h2>{shown.title}</h2>}
      footer={shown && <Foot row={shown} viewer={viewer} steps={steps} />}
    >
      {query.isError && !one && (
        <ErrorState
          title={t('crm.detail.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonBlock lines={8} />}
      {one && (
        <>
          <div>
            <PatientHead patient={one.patient} brief />
            <Reach one={one} may={maySay(one, viewer)} />
          </div>
          <Facts one={one} />
          {maySay(one, viewer) && <NoteField key={sn} one={one} focus={focusNote} />}
          <Timeline entries={one.entries} pid={one.pid} />
          {config && <SuggestionPart one={one} ai={config.ai} />}
          {one.others.length > 0 && (
            <section className="casepart">
              <h2 className="sech">{t('crm.detail.others')}</h2>
              <Others cases={one.others} onCase={onCase} />
            </section>
          )}
        </>
      )}
    </DetailDrawer>
  )
}

export function Others({ cases, onCase }: { cases: readonly CaseBrief[]; onCase?: (sn: number) => void }) {
  return (
    <ul className="caselist">
      {cases.map((other) => (
        <li key={other.sn}>
          <span className="grow">
            {onCase ? (
              <button type="button" onClick={() => onCase(other.sn)}>
                {other.title}
              </button>
            ) : (
              other.title
            )}
            <span className="t3 f12 num"> {[typeText(other.type), formatDate(other.openedAt)].join('　')}</span>
          </span>
          <StateTag row={other} />
        </li>
      ))}
    </ul>
  )
}

const MessageDialog = lazy(() => loadChunk(() => import('./MessageDialog.tsx')))

/** A call from here lands in the case by itself, and so does what is written to the patient. */
function Reach({ one, may }: { one: CaseDetail; may: boolean }) {
  const calls = useCalls()
  const rings = useRight('call.use') !== '-'
  const books = useRight('appointment.book') !== '-'
  const mayChat = useRight('chat.patient') !== '-'
  const chats = closedBy(useMe(), screenById('chat')) === null && mayChat
  const hands = useHandoffs()
  const [sending, setSending] = useState<'sms' | 'message' | null>(null)
  const { next, sn, pid } = one
  const why = next ? undefined : t('crm.act.noVisit')
  return (
    <div className="row wrap casereach">
      {rings && may && (
        <Button
          size="sm"
          icon={<VideoCameraOutlined />}
          disabled={!next}
          title={why}
          onClick={() => next && calls.start({ qid: next.qid, video: next.site === 'video', sn })}
        >
          {t('crm.act.call')}
        </Button>
      )}
      {rings && (
        <Button size="sm" icon={<MobileOutlined />} disabled={!next} title={why} onClick={() => setSending('sms')}>
          {t('crm.act.message')}
        </Button>
      )}
      {chats && (
        <Button
          size="sm"
          icon={<MessageOutlined />}
          onClick={() => (may ? setSending('message') : void go('chat', {}, { tab: '0', id: String(pid) }))}
        >
          {t('crm.act.chat')}
        </Button>
      )}
      {hands && (
        <Button
          size="sm"
          icon={<CheckSquareOutlined />}
          onClick={() => openHandoff({ pid, about: { kind: 'case', id: String(sn) } })}
        >
          {t('crm.act.todo')}
        </Button>
      )}
      {books && (
        <Button size="sm" icon={<CalendarOutlined />} onClick={() => openBooking({ pid })}>
          {t('crm.act.book')}
        </Button>
      )}
      {sending === 'sms' && next && (
        <SendingDialog
          to={{ ...next, pid, name: nameOf(one.patient), ...(may ? { sn } : {}) }}
          what="message"
          onClose={() => setSending(null)}
        />
      )}
      {sending === 'message' && (
        <Suspense fallback={null}>
          <MessageDialog one={one} onClose={() => setSending(null)} />
        </Suspense>
      )}
    </div>
  )
}

function Facts({ one }: { one: CaseDetail }) {
  const facts: [string, ReactNode][] = [
    [t('crm.col.type'), typeText(one.type)],
    [t('crm.col.origin'), originText(one.origin)],
    [t('crm.col.owner'), ownerText(one)],
    [t('crm.col.handed'), handedText(one)],
    [t('crm.detail.openedBy'), `${nameOf(one.openedBy)}${t('common.dot')}${formatDateTime(one.openedAt)}`],
    [t('crm.detail.outcome'), one.outcome],
  ]
  return (
    <dl className="desc">
      {facts.map(
        ([name, value]) =>
          value && (
            <div className="pair" key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Foot({ row, viewer, steps }: { row: CaseRow; viewer: Viewer; steps: CaseSteps }) {
  const next = nextOf(row, viewer)
  const all = stepsOf(row, viewer)
  if (all.length === 0) return null
  return (
    <>
      {[...(next ? [next] : []), ...all.filter((step) => step !== next)].map((step) => (
        <Button
          key={step}
          kind={step === next ? 'primary' : step === 'cancel' ? 'bad' : 'default'}
          icon={stepIcons[step]}
          disabled={steps.busy}
          onClick={() => steps.run(step, row)}
        >
          {t(`crm.act.${step}`)}
        </Button>
      ))}
    </>
  )
}
