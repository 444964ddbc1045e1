import { KeyOutlined, LockOutlined } from '@ant-design/icons'
import { getRoomList } from '@teleward/contract/calls/endpoints.ts'
import type { NoteActor } from '@teleward/contract/emr/rules.ts'
import type { EmrData, Note } from '@teleward/contract/emr/schema.ts'
import type { AboutRef } from '@teleward/contract/handoffs/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { useCalls } from '../../app/calls.ts'
import { t } from '../../i18n/i18n.ts'
import { MemberTodos } from '../../patterns/handoffs/MemberTodos.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { Section, useSections } from '../../patterns/Section.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { formatClock, useNow } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { EmptyState } from '../../ui/states.tsx'
import { EmergencyDialog } from './Dialogs.tsx'
import { EmrHeader } from './EmrHeader.tsx'
import { Files } from './Files.tsx'
import { History } from './History.tsx'
import { NoteArea } from './NoteArea.tsx'
import { NoteSheet } from './NoteSheet.tsx'
import { RecordBeside, Records } from './Records.tsx'
import { emrSearch, type Panel } from './search.ts'
import { besides, targetOf } from './target.ts'
import { VisitFacts } from './VisitFacts.tsx'

interface Props {
  pid: number
  qid: number
  data: EmrData
  seen: (note: Note) => void
  refetch: () => void
}

export function EmrScreen({ pid, qid, data, seen, refetch }: Props) {
  const { mid, permissions } = useMe()
  const sections = useSections('emr')
  const [{ panel, rid, img }, change] = useSearchState(emrSearch)
  const [here, setHere] = useState<readonly string[]>([])
  const [emergency, setEmergency] = useState(false)
  const actor = useMemo(
    (): NoteActor => ({ mid, level: (permission) => permissions[permission] ?? '-', preparesFor: data.preparesFor }),
    [mid, permissions, data.preparesFor],
  )
  const target = useMemo(() => targetOf(data, actor), [data, actor])
  const room = useRoomOf(qid)
  const open = data.access === 'authorised' || data.access === 'emergency'
  const { visit } = data
  const show = (next: Panel) => change({ panel: next })

  useKeys([{ keys: 'Escape', label: t('emr.keys.closeBeside'), run: () => change({ rid: '' }) }], rid !== '')

  const beside =
    open && rid && sections.shows('records') ? (
      <RecordBeside pid={pid} rid={rid} onClose={() => change({ rid: '' })} />
    ) : null
  const left = open ? (
    <>
      {beside && visit && beside}
      {!(beside && visit) && data.history && (
        <Section of="emr" part="history">
          <History history={data.history} />
        </Section>
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
        <Section of="emr" part="files">
          <Files pid={pid} open={img} onOpen={(id) => change({ img: id })} />
        </Section>
      )}
    </>
  ) : (
    <NotAuthorised
      own={data.access === 'own'}
      mayEmergency={data.mayEmergency}
      onEmergency={() => setEmergency(true)}
    />
  )
  const tabs = (['note', 'history', 'orders'] as const).filter((one) => (visit ? true : one !== 'orders'))
  return (
    <div className={`emr ${visit ? '' : 'reading'}`}>
      <EmrHeader data={data} room={room} here={here} />
      {data.access === 'emergency' && <EmergencyBand until={data.accessUntil} onOver={refetch} />}
      {room?.pid && room.pid !== pid && <WrongPatient name={room.patientName ?? ''} />}
      <CallElsewhere qid={qid} />
      <div className="emrtabs tabs" role="tablist">
        {tabs.map((one) => (
          <a
            key={one}
            href={`#${one}`}
            role="tab"
            className={`tab-${one} ${panel === one ? 'on' : ''}`}
            aria-selected={panel === one}
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
          panel={panel}
          onPanel={show}
          onHere={setHere}
          left={left}
          facts={<VisitFacts visit={visit} room={room} />}
        />
      ) : (
        <div className="cols" data-tab={panel}>
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
                  <EmptyState icon={<LockOutlined />} title={t('emr.closed.title')} text={t('emr.closed.textNone')} />
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
                <NoteSheet note={note} visit={visit} />
              </div>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

function NotAuthorised({
  own,
  mayEmergency,
  onEmergency,
}: {
  own: boolean
  mayEmergency: boolean
  onEmergency: () => void
}) {
  return (
    <section className="card c2 closed" aria-label={t('emr.closed.title')}>
      <EmptyState
        icon={<LockOutlined />}
        title={t('emr.closed.title')}
        text={t(own ? 'emr.closed.textOwn' : 'emr.closed.text')}
        actions={
          mayEmergency && (
            <Button danger icon={<KeyOutlined />} onClick={onEmergency}>
              {t('emr.emergency.begin')}
            </Button>
          )
        }
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
