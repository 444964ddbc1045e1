import type { HistoryEntry } from '@teleward/contract/appointments/history-endpoints.ts'
import { searchQueueLog } from '@teleward/contract/appointments/history-endpoints.ts'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/me.ts'
import { pathTo } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { timeUnder } from '../../patterns/appointments/when.ts'
import { useList } from '../../patterns/list.ts'
import { ageOf, nameOf } from '../../patterns/Patient.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatShortDate } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { type Whose, whoseQuery } from './links.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { lastPatients } from './recent.ts'

/** Who was seen last, of whoever's day is looked at: each once, with the last visit. */
export function Recent({ whose }: { whose: Whose }) {
  const { doctortype, mid } = useMe()
  const did = whose.did ?? (doctortype === 'doctor' ? mid : undefined)
  const answer = useList(searchQueueLog, {
    body: { range: 30, state: ['finished'], did, unit: whose.unit, sort: '-time', page: 1, pageSize: 30 },
  })
  return (
    <Card
      className="recent"
      label={t('home.recent.title')}
      title={t('home.recent.title')}
      extra={
        <Link
          className="link"
          to={pathTo('appthistory')}
          search={{ range: '30', ...whoseQuery({ did, unit: whose.unit }) }}
        >
          {t('home.recent.all')}
        </Link>
      }
    >
      <Loaded failed={t('home.failed')} answer={answer} lines={4}>
        {({ data }) => <Rows rows={lastPatients(data)} />}
      </Loaded>
    </Card>
  )
}

function Rows({ rows }: { rows: readonly HistoryEntry[] }) {
  if (rows.length === 0) return <EmptyState title={t('home.recent.empty')} />
  return (
    <ul>
      {rows.map(({ qid, pid, date, startAt, patient }) => (
        <li key={qid}>
          <Link to={pathTo('appthistory')} search={{ range: '30', open: String(qid) }} className="row todorow">
            <Avatar name={nameOf(patient)} seed={pid} />
            <span className="grow ell">
              <span className="b">{nameOf(patient)}</span> <span className="t3 f12 num">{ageOf(patient)}</span>
            </span>
            <span className="t3 f12 num nw">
              {formatShortDate(date)} {timeUnder(date, startAt)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
