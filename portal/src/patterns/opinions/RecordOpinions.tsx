import { PlusOutlined } from '@ant-design/icons'
import { getOpinion, getOpinions } from '@teleward/contract/opinions/endpoints.ts'
import type { Opinion } from '@teleward/contract/opinions/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatShortDate } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { useList } from '../list.ts'
import { nameOf } from '../Patient.tsx'
import { Answers } from './Answers.tsx'
import { StateTag } from './StateTag.tsx'
import './opinions.css'

const InviteDrawer = lazy(() => loadChunk(() => import('./InviteDrawer.tsx')))

/** Of an open record: what was answered by whomever it was asked, one's own that are in process, and a new one. */
export default function RecordOpinions({ pid, name }: { pid: number; name: string }) {
  const t = useT()
  const [inviting, setInviting] = useState(false)
  const [open, setOpen] = useState<string>()
  const answered = useList(getOpinions, { query: { tab: 'record', pid, pageSize: 50 } })
  const waiting = useList(getOpinions, { query: { tab: 'inviting', pid, pageSize: 50 } })
  const rows = [...(waiting.data?.data ?? []), ...(answered.data?.data ?? [])]
  const failed = [answered, waiting].find(({ error, data }) => error && !data)
  return (
    <section className="card c2" aria-label={t('opinions.answer.record')}>
      <div className="hd">
        <h2>{t('opinions.answer.record')}</h2>
        <span className="rt">
          <Button className="opinvite" size="sm" icon={<PlusOutlined />} onClick={() => setInviting(true)}>
            {t('opinions.act.invite')}
          </Button>
        </span>
      </div>
      {failed ? (
        <p className="quiet">
          {t('opinions.answer.recordFailed')} {errorMessage(failed.error)}{' '}
          <Button size="sm" kind="text" onClick={() => void failed.refetch()}>
            {t('common.retry')}
          </Button>
        </p>
      ) : rows.length === 0 ? (
        <p className="quiet">
          {t(answered.isPending || waiting.isPending ? 'common.loading' : 'opinions.answer.recordNone')}
        </p>
      ) : (
        <div className="vis">
          {rows.map((row) => (
            <div key={row.id}>
              <button
                type="button"
                aria-expanded={open === row.id}
                title={row.question}
                onClick={() => setOpen(open === row.id ? undefined : row.id)}
              >
                <span className="d">{formatShortDate(row.endedAt ?? row.askedAt)}</span>
                <span className="ell">{[nameOf(row.invited), row.question].join(t('common.dot'))}</span>
                {row.state !== 'done' && <StateTag state={row.state} />}
              </button>
              {open === row.id && <Opened row={row} />}
            </div>
          ))}
        </div>
      )}
      {inviting && (
        <Suspense fallback={null}>
          <InviteDrawer pid={pid} name={name} onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </section>
  )
}

function Opened({ row }: { row: Opinion }) {
  const t = useT()
  const query = useQuery(endpointQuery(getOpinion, { params: { id: row.id } }))
  return (
    <div className="inlaid">
      <p className="optext t2">{row.question}</p>
      {query.data ? (
        <Answers answers={query.data.answers} />
      ) : query.isError ? (
        <p className="quiet">
          {errorMessage(query.error)}{' '}
          <Button size="sm" kind="text" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </Button>
        </p>
      ) : (
        <SkeletonBlock lines={2} />
      )}
    </div>
  )
}
