import { getConsents } from '@teleward/contract/consents/endpoints.ts'
import { syncMedicalFile } from '@teleward/contract/files/endpoints.ts'
import { kindLabels } from '@teleward/contract/files/texts.ts'
import type { MemberDetail } from '@teleward/contract/members/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { closedBy } from '../../shell/menu.ts'
import { go } from '../../shell/navigation.ts'
import { screenById } from '../../shell/screens.ts'
import { language, t } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { Part } from './Part.tsx'

const AuthorisationDrawer = lazy(() =>
  import('../../patterns/consents/AuthorisationDrawer.tsx').then((one) => ({ default: one.AuthorisationDrawer })),
)

/** What the member agrees to now, until when, and with which unit; and one's own emergency access while it runs. */
export function Consents({ pid }: { pid: number }) {
  const { data, error, refetch } = useQuery(endpointQuery(getConsents, { params: { pid }, query: {} }))
  const now = Date.now()
  const inForce = data?.consents.filter(({ state, startsAt }) => state === 'active' && Date.parse(startsAt) <= now)
  const [open, setOpen] = useState(false)
  return (
    <Part title={t('members.detail.consents')}>
      {error && !data && <FailedLine error={error} onRetry={() => void refetch()} />}
      {inForce?.length === 0 && !data?.emergency && <p className="help">{t('members.detail.noConsents')}</p>}
      <ul className="munits">
        {data?.emergency && (
          <li>
            <span className="grow c-bad">{t('members.detail.emergency')}</span>
            <span className="f12 num">{t('members.detail.until', { date: formatDateTime(data.emergency.until) })}</span>
          </li>
        )}
        {inForce?.map(({ id, kind, unitName, endsAt, at }) => (
          <li key={id}>
            <span className="grow">
              {t(`members.consent.${kind}`)}
              <span className="f12 t3 num blk">
                {[unitName, t('members.detail.given', { date: formatDate(at) })].join(t('common.dot'))}
              </span>
            </span>
            <span className="f12 t2 num">
              {endsAt === null
                ? t('members.detail.noEnd')
                : t('members.detail.until', { date: formatDateTime(endsAt) })}
            </span>
          </li>
        ))}
      </ul>
      <button type="button" className="plainlink mcase f13" onClick={() => setOpen(true)}>
        {t('authorise.open')}
      </button>
      {open && (
        <Suspense fallback={null}>
          <AuthorisationDrawer pid={pid} open onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Part>
  )
}

const AT_ONCE = 4

/** The newest files; each, and all of them, are looked at over the record, where opening one is kept in the log. */
export function Files({ member: { pid, next, lastQid } }: { member: MemberDetail }) {
  const me = useMe()
  const opens = useRight('emr.read') !== '-' && closedBy(me, screenById('emr2')) === null
  const { data, error, refetch } = useQuery(endpointQuery(syncMedicalFile, { body: { pid, pageSize: AT_ONCE } }))
  const look = (img?: string) =>
    void go('emr2', { pid, qid: next?.qid ?? lastQid ?? 0 }, img === undefined ? {} : { img })
  const closed = error !== null && codeOf(error) === 'EMR_NOT_AUTHORISED'
  return (
    <Part title={t('members.detail.files')}>
      {closed && <p className="help">{t('members.detail.closed')}</p>}
      {error && !closed && !data && <FailedLine error={error} onRetry={() => void refetch()} />}
      {!closed && data?.total === 0 && <p className="help">{t('members.detail.noFiles')}</p>}
      {!closed && data && data.total > 0 && (
        <>
          <ul className="munits">
            {data.data.map(({ id, kind, name, createdAt }) => (
              <li key={id}>
                <span className="grow">
                  {opens ? (
                    <button type="button" className="plainlink mcase" onClick={() => look(id)}>
                      {name}
                    </button>
                  ) : (
                    name
                  )}
                  <span className="f12 t3 num blk">
                    {[kindLabels[kind][language()], formatDate(createdAt)].join(t('common.dot'))}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          {opens && data.total > data.data.length && (
            <button type="button" className="plainlink mcase f13" onClick={() => look()}>
              {t('members.detail.allFiles', { count: data.total })}
            </button>
          )}
        </>
      )}
    </Part>
  )
}
