import { PhoneOutlined, VideoCameraOutlined } from '@ant-design/icons'
import { memberCalls } from '@teleward/contract/calls/endpoints.ts'
import type { MemberCall } from '@teleward/contract/calls/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { closedBy } from '../../shell/menu.ts'
import { pathTo, screenById } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Lately } from './Lately.tsx'

/** The last calls of a member, each with a way to its visit; for who calls, and to whom the record is open. */
export function Calls({ pid }: { pid: number }) {
  const rights = [useRight('call.use'), useRight('emr.read')]
  return rights.includes('-') ? null : <Last pid={pid} />
}

const minutes = ({ answeredAt, endedAt }: MemberCall) =>
  answeredAt && endedAt ? Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(answeredAt)) / 60_000)) : null
function outcome(one: MemberCall): string {
  const count = minutes(one)
  if (count !== null) return t('monitor.calls.minutes', { count })
  return t(`monitor.calls.${one.answeredAt ? 'answered' : one.state === 'ringing' ? 'ringing' : 'unanswered'}`)
}

function Last({ pid }: { pid: number }) {
  const me = useMe()
  const query = useQuery(endpointQuery(memberCalls, { params: { pid } }))
  const leads = closedBy(me, screenById('appthistory')) === null
  return (
    <Lately title={t('monitor.calls.title')} query={query} total={query.data?.length} empty={t('monitor.calls.none')}>
      {query.data?.map((one) => {
        const at = formatDateTime(one.at)
        return (
          <li key={one.callID}>
            {one.videoCall ? <VideoCameraOutlined aria-hidden /> : <PhoneOutlined aria-hidden />}
            <span className="grow">
              {leads && one.queueID !== null ? (
                <Link
                  className="link num"
                  to={pathTo('appthistory')}
                  search={{ pid: String(pid), range: '30', open: String(one.queueID) }}
                >
                  {at}
                </Link>
              ) : (
                <span className="num">{at}</span>
              )}
              <span className="blk t3 f12">
                {[t(`monitor.calls.${one.direction}`), outcome(one), one.by && nameOf(one.by)]
                  .filter(Boolean)
                  .join(t('common.dot'))}
              </span>
            </span>
          </li>
        )
      })}
    </Lately>
  )
}
