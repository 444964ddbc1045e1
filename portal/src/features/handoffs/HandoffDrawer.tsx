import { getTodo } from '@teleward/contract/handoffs/endpoints.ts'
import { type AboutKind, COMPLETE } from '@teleward/contract/handoffs/rules.ts'
import type { Handoff, HandoffDetail } from '@teleward/contract/handoffs/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { closedBy } from '../../shell/menu.ts'
import { pathTo, type ScreenId, screenById } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { DayPicker } from '../../patterns/DayPicker.tsx'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { Due } from '../../patterns/handoffs/Due.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { either, PatientHead } from '../../patterns/Patient.tsx'
import { Colleague } from '../../patterns/presence.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime, isoDay } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { CommentField } from './CommentField.tsx'
import { may, steps } from './steps.ts'
import { aboutText, eventText, StatusOf } from './labels.tsx'

interface Props {
  id: string
  row: Handoff | undefined
  move: DrawerStep
  onPass: (row: Handoff) => void
  /** The key asked for a word on it: the field has the focus. */
  commenting: boolean
}

/** One to-do: what is to be done and for whom, what came of it, and what is said on it. */
export function HandoffDrawer({ id, row, move, onPass, commenting }: Props) {
  const query = useQuery(endpointQuery(getTodo, { params: { id } }))
  const shown = query.data ?? row
  return (
    <DetailDrawer
      label={t('handoffs.detail.title')}
      step={move}
      top={
        shown && (
          <>
            <StatusOf status={shown.status} />
            {shown.late && <Due dueOn={shown.dueOn} late />}
          </>
        )
      }
      head={
        shown && (
          <div className="whobox">
            <p className="todohead">{shown.content}</p>
            {shown.patient ? (
              <PatientHead patient={shown.patient} brief />
            ) : (
              <p className="t3 f13">{t(shown.patientHidden ? 'handoffs.patientHidden' : 'handoffs.noPatient')}</p>
            )}
          </div>
        )
      }
      footer={shown && <Acts row={shown} onPass={onPass} />}
    >
      {query.isError && !query.data && (
        <ErrorState
          title={t('handoffs.detail.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonBlock lines={5} />}
      {query.data && (
        <>
          <Facts todo={query.data} />
          <History todo={query.data} />
          <Comment todo={query.data} focus={commenting} />
        </>
      )}
    </DetailDrawer>
  )
}

function Acts({ row, onPass }: { row: Handoff; onPass: (row: Handoff) => void }) {
  const { mid } = useMe()
  const action = row.status === COMPLETE ? 'reopen' : 'complete'
  const sided = mid === row.giver.mid || mid === row.recipient.mid
  if (!sided) return <p className="t3 f13">{t('handoffs.detail.passed')}</p>
  return (
    <>
      {may(mid, row, action) && (
        <Button
          className="wide"
          kind={action === 'complete' ? 'primary' : 'default'}
          onClick={() => void steps.toggle(row)}
        >
          {t(`handoffs.act.${action}`)}
        </Button>
      )}
      {may(mid, row, 'reassign') && <Button onClick={() => onPass(row)}>{t('handoffs.act.reassign')}</Button>}
      {may(mid, row, 'remind') && mid !== row.recipient.mid && (
        <Button onClick={() => void steps.remind(row)}>{t('handoffs.act.remind')}</Button>
      )}
      {may(mid, row, 'withdraw') && (
        <Button kind="bad" onClick={() => void steps.withdraw(row)}>
          {t('handoffs.act.withdraw')}
        </Button>
      )}
    </>
  )
}

function Facts({ todo }: { todo: HandoffDetail }) {
  const { mid } = useMe()
  return (
    <dl className="desc">
      <Pair name={t('handoffs.detail.from')}>
        <Colleague person={todo.giver} plain />
      </Pair>
      <Pair name={t('handoffs.detail.to')}>
        <Colleague person={todo.recipient} plain />
      </Pair>
      <Pair name={t('handoffs.detail.due')}>
        <DueFact todo={todo} changes={may(mid, todo, 'changeDue')} />
      </Pair>
      {todo.about && (
        <Pair name={t('handoffs.detail.about')}>
          <About about={todo.about} />
        </Pair>
      )}
      <Pair name={t('handoffs.detail.created')}>
        <span className="num">{formatDateTime(todo.createdAt)}</span>
      </Pair>
      {todo.completedAt && (
        <Pair name={t('handoffs.detail.completed')}>
          <span className="num">{formatDateTime(todo.completedAt)}</span>
        </Pair>
      )}
    </dl>
  )
}
const Pair = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="pair">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function DueFact({ todo, changes }: { todo: HandoffDetail; changes: boolean }) {
  const [moving, setMoving] = useState(false)
  const set = (dueOn: string | null) => {
    setMoving(false)
    void steps.setDue(todo, dueOn)
  }
  if (moving)
    return (
      <span className="row wrap">
        <DayPicker
          value={todo.dueOn ?? isoDay()}
          label={t('handoffs.detail.changeDue')}
          text={formatDate}
          onChange={set}
        />
        {todo.dueOn && (
          <Button size="sm" onClick={() => set(null)}>
            {t('handoffs.detail.noDue')}
          </Button>
        )}
      </span>
    )
  return (
    <span className="row wrap">
      {todo.dueOn ? <Due dueOn={todo.dueOn} late={todo.late} /> : <span className="t3">{t('handoffs.due.none')}</span>}
      {changes && (
        <Button size="sm" onClick={() => setMoving(true)}>
          {t('handoffs.detail.changeDue')}
        </Button>
      )}
    </span>
  )
}

const aboutScreen: Record<AboutKind, ScreenId> = {
  note: 'emr2',
  appointment: 'apptmgmt',
  case: 'crm',
  message: 'chat',
  alert: 'monitor',
}
function aboutSearch({ kind, id, pid, qid, unitId }: NonNullable<HandoffDetail['about']>): Record<string, string> {
  if (kind === 'message') return { tab: '0', id: String(pid) }
  if (kind === 'alert') return { whose: 'all', pid: String(pid), open: `${pid}-${unitId}`, mark: id }
  return { open: kind === 'case' ? id : String(qid) }
}
/** Back to what it came from: the record of the visit for a note, the entry for an appointment, the case, the conversation, the alert. */
function About({ about }: { about: NonNullable<HandoffDetail['about']> }) {
  const me = useMe()
  const to = aboutScreen[about.kind]
  if (closedBy(me, screenById(to)) !== null) return <span>{aboutText(about)}</span>
  return about.kind === 'note' && about.qid !== null ? (
    <Link className="link" to={pathTo('emr2', { pid: about.pid, qid: about.qid })}>
      {aboutText(about)}
    </Link>
  ) : (
    <Link className="link" to={pathTo(to)} search={aboutSearch(about)}>
      {aboutText(about)}
    </Link>
  )
}

function History({ todo }: { todo: HandoffDetail }) {
  return (
    <section>
      <h2 className="sech">{t('handoffs.detail.history')}</h2>
      <ol className="todohist">
        {todo.history.map((event) => (
          <li key={event.id}>
            <span className="t3 f12 num">
              {formatDateTime(event.at)} {event.name ? either(event.name, event.nameEn) : t('handoffs.detail.system')}
            </span>
            <span className={event.action === 'comment' ? 'said' : 'did'}> {eventText(event)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Comment({ todo, focus }: { todo: HandoffDetail; focus: boolean }) {
  const { mid } = useMe()
  if (!may(mid, todo, 'comment')) return null
  return <CommentField key={`${todo.id}-${focus}`} todo={todo} focus={focus} />
}
