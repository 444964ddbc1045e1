import { KeyOutlined, LockOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { getRoomList } from '@teleward/contract/calls/endpoints.ts'
import type { NoteActor } from '@teleward/contract/emr/rules.ts'
import type { EmrData, Note } from '@teleward/contract/emr/schema.ts'
import type { AboutRef } from '@teleward/contract/handoffs/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { useCalls } from '../../shell/calls.ts'
import { ensureTexts, t } from '../../i18n/i18n.ts'
import { closedBy } from '../../shell/menu.ts'
import { screenById } from '../../shell/screens.ts'
import { laterOpinion } from '../../patterns/opinions/texts.ts'
import { MemberTodos } from '../../patterns/handoffs/MemberTodos.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { Section, useSections } from '../../patterns/Section.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Button } from '../../ui/Button.tsx'
import { formatClock, useNow } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { EmptyState } from '../../ui/states.tsx'
import { EmergencyDialog } from './Dialogs.tsx'
import { EmrHeader } from './EmrHeader.tsx'
import { Files } from './Files.tsx'
import { ExternalReports } from '../../patterns/files/ExternalReports.tsx'
import { History } from './History.tsx'
import { Measure, SHOWN_DAYS } from './Measure.tsx'
import { NoteArea } from './NoteArea.tsx'
import { CardToCome, OwnPart } from './OwnPart.tsx'
import { PrintableNoteView } from './PrintableNote.tsx'
import { RecordBeside, Records } from './Records.tsx'
import { columnOf, emrSearch, type Panel } from './search.ts'
import { besides, targetOf } from './target.ts'
import { VisitFacts } from './VisitFacts.tsx'

const Trends = lazy(() => import('./Trends.tsx'))
const Besides = lazy(async () => {
  const [part] = await Promise.all([loadChunk(() => import('./Besides.tsx')), ensureTexts('diet')])
  return part
})
const RecordOpinions = laterOpinion(() => import('../../patterns/opinions/RecordOpinions.tsx'))
const AuthorisationDrawer = lazy(() =>
  import('../../patterns/consents/AuthorisationDrawer.tsx').then((one) => ({ default: one.AuthorisationDrawer })),
)

interface Props {
  pid: number
  qid: number
  data: EmrData
  seen: (note: Note) => void
  refetch: () => void
}

export function EmrScreen({ pid, qid, data, seen, refetch }: Props) {
  const me = useMe()
  const { mid, permissions } = me
  const sections = useSections('emr')
  const measures = useRight('monitor.read') !== '-'
  const reads = [useRight('file.read'), useRight('diet.read')].some((right) => right !== '-')
  const asks = closedBy(me, screenById('opinion')) === null
  const [{ panel, rid, img, days, compare }, change] = useSearchState(emrSearch)
  const [here, setHere] = useState<readonly string[]>([])
  const [emergency, setEmergency] = useState(false)
  const [asking, setAsking] = useState(false)
  const actor = useMemo(
    (): NoteActor => ({ mid, level: (permission) => permissions[permission] ?? '-', preparesFor: data.preparesFor }),
    [mid, permissions, data.preparesFor],
  )
  const target = useMemo(() => targetOf(data, actor), [data, actor])
  const room = useRoomOf(qid)
  const open = data.access === 'authorised' || data.access === 'emergency'
  const { visit } = data
  const person = { birthday: data.patient.birthday, height: data.details?.height ?? null }
  const show = (next: Panel) => change({ panel: next })

  useKeys([{ keys: 'Escape', label: t('emr.keys.closeBeside'), run: () => change({ rid: '' }) }], rid !== '')

  const beside =
    open && rid && sections.shows('records') ? (
      <RecordBeside pid={pid} rid={rid} onClose={() => change({ rid: '' })} />
    ) : null
  const ways = (
    <>
      <Button kind="primary" icon={<SafetyCertificateOutlined />} onClick={() => setAsking(true)}>
        {t('authorise.ask')}
      </Button>
      {data.mayEmergency && (
        <Button kind="bad" icon={<KeyOutlined />} onClick={() => setEmergency(true)}>
          {t('emr.emergency.begin')}
        </Button>
      )}
    </>
  )
  const left = open ? (
    <>
      {beside && visit && beside}
      {!(beside && visit) && data.history && (
        <Section of="emr" part="history">
          <History pid={pid} qid={qid} history={data.history} />
        </Section>
      )}
      {measures && !(beside && visit) && (
        <Measure pid={pid} {...person} onTrends={() => change({ days: SHOWN_DAYS })} />
      )}
      {!(beside && visit) && (
        <Section of="emr" part="todos">
          <MemberTodos pid={pid} about={aboutOf(target?.note?.id, visit?.qid)} className="card c2" />
        </Section>
      )}
      {!beside && visit && <OtherNotes data={data} target={target?.note ?? null} />}
      {data.records && !(beside && visit) && (
        <Section of="emr" part="records">
          <Records
            pid={pid}
            records={data.records}
            open={rid || null}
            onOpen={(next) => change({ rid: next ?? '' }, { push: next !== null })}
          />
        </Section>
      )}
      {!(beside && visit) && (
        <OwnPart title={t('emr.bio.title')}>
          <Suspense fallback={<CardToCome title={t('emr.bio.title')} />}>
            <Besides pid={pid} data={data} onOpen={(id) => change({ img: id })} />
          </Suspense>
        </OwnPart>
      )}
      {!(beside && visit) && (
        <Section of="emr" part="files">
          <ExternalReports pid={pid} onFile={(id) => change({ img: id })} />
          <Files pid={pid} open={img} onOpen={(id) => change({ img: id })} />
        </Section>
      )}
      {asks && !(beside && visit) && (
        <Suspense fallback={null}>
          <RecordOpinions pid={pid} name={nameOf(data.patient)} />
        </Suspense>
      )}
    </>
  ) : (
    <NotAuthorised own={data.access === 'own'}>{ways}</NotAuthorised>
  )
  const tabs = (['note', 'history', 'measure', 'orders'] as const).filter(
    (one) => (visit || one !== 'orders') && ((open && (measures || reads)) || one !== 'measure'),
  )
  // Closed while its measurements are shown alone: how to open it stands beside the history.
  const part = tabs.includes(panel) ? panel : 'history'
  return (
    <div className={`emr ${visit ? '' : 'reading'}`}>
      <EmrHeader data={data} room={room} here={here} onAuthorisation={() => setAsking(true)} />
      {data.access === 'emergency' && <EmergencyBand until={data.accessUntil} onOver={refetch} />}
      {room?.pid && room.pid !== pid && <WrongPatient name={room.patientName ?? ''} />}
      <CallElsewhere qid={qid} />
      <div className="emrtabs tabs" role="tablist">
        {tabs.map((one) => (
          <a
            key={one}
            href={`#${one}`}
            role="tab"
            className={`tab-${one} ${part === one ? 'on' : ''}`}
            aria-selected={part === one}
            onClick={(event) => {
              event.preventDefault()
              show(one)
            }}
          >
            {t(`emr.tab.${one}`)}
          </a>
        ))}
      </div>
      {target && visit ? (
        <NoteArea
          pid={pid}
          qid={qid}
          data={data}
          visit={visit}
          target={target}
          actor={actor}
          seen={seen}
          panel={part}
          onPanel={show}
          onHere={setHere}
          left={left}
          facts={<VisitFacts visit={visit} room={room} />}
        />
      ) : (
        <div className="cols" data-tab={columnOf(part)} data-part={part}>
          <div className="col-hist">{left}</div>
          <div className="col-mid">
            {beside && !visit ? (
              beside
            ) : (
              <section className="card grow">
                {open || data.access === 'own' ? (
                  <EmptyState
                    title={t(visit ? 'emr.note.none' : 'emr.reading.title')}
                    text={t(visit ? 'emr.note.noneText' : 'emr.reading.text')}
                  />
                ) : (
                  <EmptyState
                    icon={<LockOutlined />}
                    title={t('emr.closed.title')}
                    text={t('emr.closed.textNone')}
                    actions={<span className="closedways">{ways}</span>}
                  />
                )}
              </section>
            )}
          </div>
          {visit && (
            <div className="col-orders">
              <VisitFacts visit={visit} room={room} />
            </div>
          )}
        </div>
      )}
      {open && measures && days > 0 && (
        <Suspense fallback={null}>
          <Trends
            pid={pid}
            {...person}
            days={days || SHOWN_DAYS}
            compare={compare === 1}
            onDays={(next) => change({ days: next })}
            onCompare={(next) => change({ compare: next ? 1 : 0 })}
            onClose={() => change({ days: 0, compare: 0 })}
          />
        </Suspense>
      )}
      {asking && (
        <Suspense fallback={null}>
          <AuthorisationDrawer pid={pid} qid={qid || undefined} open onClose={() => setAsking(false)} />
        </Suspense>
      )}
      <EmergencyDialog pid={pid} qid={qid} open={emergency} onClose={() => setEmergency(false)} />
    </div>
  )
}

/** What a new to-do comes from: the note that is being written, else the visit. */
const aboutOf = (noteId: string | undefined, qid: number | undefined): AboutRef | undefined =>
  noteId ? { kind: 'note', id: noteId } : qid ? { kind: 'appointment', id: String(qid) } : undefined

function useRoomOf(qid: number) {
  const right = useRight('call.use')
  const { data } = useQuery({ ...endpointQuery(getRoomList, {}), enabled: right !== '-' && qid > 0 })
  return data?.rooms.find((room) => room.queueID === qid)
}

/** Notes of others of the same visit: signed ones, and withdrawn ones struck through. */
function OtherNotes({ data, target }: { data: EmrData; target: Note | null }) {
  const [open, setOpen] = useState<string | null>(null)
  const { visit } = data
  const notes = besides(data, data.visit ? { note: target, authorMid: 0, preparesFor: null, writable: false } : null)
  if (!visit || notes.length === 0) return null
  return (
    <section className="card c2" aria-label={t('emr.others.title')}>
      <div className="hd">
        <h2>{t('emr.others.title')}</h2>
      </div>
      <div className="vis">
        {notes.map((note) => (
          <div key={note.id}>
            <button
              type="button"
              aria-expanded={open === note.id}
              onClick={() => setOpen(open === note.id ? null : note.id)}
            >
              <span className="ell">{nameOf(note.author)}</span>
              <span className="t3 f12">{t(`emr.state.${note.state}`)}</span>
            </button>
            {open === note.id && (
              <div className="inlaid">
                <PrintableNoteView note={note} visit={visit} />
              </div>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

function NotAuthorised({ own, children }: { own: boolean; children: ReactNode }) {
  return (
    <section className="card c2 closed" aria-label={t('emr.closed.title')}>
      <EmptyState
        icon={<LockOutlined />}
        title={t('emr.closed.title')}
        text={t(own ? 'emr.closed.textOwn' : 'emr.closed.text')}
        actions={children}
      />
    </section>
  )
}

function EmergencyBand({ until, onOver }: { until: string | null; onOver: () => void }) {
  const now = useNow()
  const left = until ? Math.max(0, Math.ceil((Date.parse(until) - now) / 1000)) : 0
  const [over, setOver] = useState(false)
  if (until && left === 0 && !over) {
    setOver(true)
    // The record closes by the server's word, not by this clock's.
    queueMicrotask(onOver)
  }
  return (
    <div className="emrband" role="alert">
      <KeyOutlined />
      <b>{t('emr.emergency.band')}</b>
      <span className="grow">{t('emr.emergency.bandText')}</span>
      {until && <span className="num">{t('emr.emergency.left', { clock: formatClock(left) })}</span>}
    </div>
  )
}

const WrongPatient = ({ name }: { name: string }) => (
  <div className="emrband" role="alert">
    {t('emr.wrongPatient', { name })}
  </div>
)

/** The call on this screen is with somebody else than the open record's patient. */
function CallElsewhere({ qid }: { qid: number }) {
  const calls = useCalls()
  const other = calls.current?.qid
  if (!other || other === qid) return null
  return (
    <div className="emrband warn" role="alert">
      <LockOutlined />
      <b>{t('emr.callElsewhere.title')}</b>
      <span className="grow">{t('emr.callElsewhere.text')}</span>
    </div>
  )
}
