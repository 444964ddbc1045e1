import { getAuthorization, putAuthorization } from '@teleward/contract/grants/endpoints.ts'
import type { Grant, GrantDetail, GrantEvent } from '@teleward/contract/grants/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, invalidateTags, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { DayPicker } from '../../patterns/DayPicker.tsx'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { either } from '../../patterns/Patient.tsx'
import { Colleague } from '../../patterns/presence.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime, isoDay } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { endOf } from './days.ts'
import type { TakeBack } from './useTakeBack.ts'
import { EndsSoon, endDay, inForce, personName, scopeText, StateTag } from './labels.tsx'

interface Props {
  id: number
  row: Grant | undefined
  mid: number
  takeBack: TakeBack
  move: DrawerStep
}

/** One grant with its life: what it opens, until when, and everything that was done under it. */
export function GrantDrawer({ id, row, mid, takeBack, move }: Props) {
  const query = useQuery(endpointQuery(getAuthorization, { params: { id } }))
  const shown = query.data ?? row
  return (
    <DetailDrawer
      label={t('grants.detail.title')}
      step={move}
      top={
        shown && (
          <>
            <StateTag state={shown.state} />
            <EndsSoon grant={shown} />
          </>
        )
      }
      head={
        shown && (
          <div>
            <b>{t(`grants.kind.${shown.kind}`)}</b>
            <p className="t3 f13">{t(`grants.does.${shown.kind}`)}</p>
          </div>
        )
      }
      footer={
        shown &&
        inForce(shown) && (
          <Button kind="bad" onClick={() => takeBack.ask(shown)}>
            {t(shown.grantee.mid === mid ? 'grants.detail.giveBack' : 'grants.detail.revoke')}
          </Button>
        )
      }
    >
      {query.isError && !query.data && (
        <ErrorState
          title={t('grants.detail.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonBlock lines={5} />}
      {query.data && <Facts grant={query.data} mid={mid} />}
      {query.data && <History grant={query.data} />}
    </DetailDrawer>
  )
}

function Facts({ grant, mid }: { grant: GrantDetail; mid: number }) {
  const [moving, setMoving] = useState(false)
  const act = useEndpointMutation(putAuthorization, {
    onDone: () => setMoving(false),
    onError: (error) => {
      if (error.code === 'VERSION_STALE' || error.code === 'GRANT_OVER') void invalidateTags(['grants'])
      return false
    },
  })
  const mine = grant.grantor.mid === mid && inForce(grant)
  return (
    <dl className="desc">
      <div className="pair">
        <dt>{t('grants.column.grantor')}</dt>
        <dd>
          <Colleague person={grant.grantor} plain />
        </dd>
      </div>
      <div className="pair">
        <dt>{t('grants.column.grantee')}</dt>
        <dd>
          <Colleague person={grant.grantee} plain />
        </dd>
      </div>
      <div className="pair">
        <dt>{t('grants.column.scope')}</dt>
        <dd>{scopeText(grant)}</dd>
      </div>
      <div className="pair">
        <dt>{t('grants.detail.from')}</dt>
        <dd className="num">{formatDateTime(grant.startsAt)}</dd>
      </div>
      <div className="pair">
        <dt>{t('grants.detail.to')}</dt>
        <dd className="num">
          {moving ? (
            <DayPicker
              value={isoDay(new Date(new Date(grant.endsAt).getTime() - 1))}
              label={t('grants.detail.changeEnd')}
              text={formatDate}
              onChange={(day) =>
                act.mutate({ params: { id: grant.id }, body: { version: grant.version, endsAt: endOf(day) } })
              }
            />
          ) : (
            <span className="row">
              {endDay(grant.endsAt)}
              {mine && (
                <Button size="sm" loading={act.isPending} onClick={() => setMoving(true)}>
                  {t('grants.detail.changeEnd')}
                </Button>
              )}
            </span>
          )}
        </dd>
      </div>
      <div className="pair">
        <dt>{t('grants.column.used')}</dt>
        <dd className="num">
          {grant.lastUsedAt
            ? `${formatDateTime(grant.lastUsedAt)}${t('common.dot')}${t('grants.uses', { count: grant.uses })}`
            : t('grants.neverUsed')}
        </dd>
      </div>
    </dl>
  )
}

function History({ grant }: { grant: GrantDetail }) {
  return (
    <section>
      <h2 className="sech">{t('grants.detail.history')}</h2>
      <ol className="granthist">
        {grant.history.map((event) => (
          <li key={event.id}>
            <span className="t3 f12 num">{formatDateTime(event.at)}</span>
            <span>{eventText(event)}</span>
            <span className="t3 f12">
              {event.name ? either(event.name, event.nameEn) : t('grants.detail.system')}
              {event.action === 'used' &&
                `${t('common.dot')}${t('grants.detail.forGrantor', { name: personName(grant.grantor) })}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
const eventText = (event: GrantEvent) =>
  t(`grants.event.${event.action}`, {
    from: event.from ? endDay(event.from) : '',
    to: event.to ? endDay(event.to) : '',
    what: event.what?.replace(/^\w+ \/his\/api\//, '') ?? '',
  })
