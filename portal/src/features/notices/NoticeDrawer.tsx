import { deleteNotice, getNotice, postNoticeRetry } from '@teleward/contract/notices/endpoints.ts'
import { noticeRefusal } from '@teleward/contract/notices/rules.ts'
import type { NoticeDetail } from '@teleward/contract/notices/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { currentTimeZone, formatDateTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { ErrorState } from '../../ui/states.tsx'
import { setRead } from './jump.ts'
import type { Begun } from './NoticeForm.tsx'
import { reasonText, recipientTag, stateTag } from './states.tsx'

interface Props {
  id: string
  step: DrawerStep
  onBegin: (begun: Begun) => void
}
/** One notice: for its senders each recipient with what became of it, and what can still be done. */
export function NoticeDrawer({ id, step, onBegin }: Props) {
  const t = useT()
  const { data, error, refetch } = useQuery(endpointQuery(getNotice, { params: { id } }))
  const entry = data?.entry
  const unread = entry && entry.readAt === null ? entry.id : null
  // Whoever has it open has read it: its senders see that.
  useEffect(() => {
    if (unread) void setRead(unread, true)
  }, [unread])
  return (
    <DetailDrawer
      label={t('notices.detail')}
      top={data && stateTag(data)}
      head={data && <h2 className="f16 b num">{formatDateTime(data.sendAt)}</h2>}
      step={step}
      {...(data?.sender ? { footer: <Acts notice={data} onBegin={onBegin} /> } : {})}
      plain
    >
      {error && !data && (
        <ErrorState
          title={t('notices.scheduleFailed')}
          text={errorMessage(error)}
          code={codeOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <>
          <p className="noticetext">{data.content}</p>
          <p className="t3 f13">
            {t('notices.by', {
              name: nameOf(data.author),
              at: formatDateTime(data.createdAt),
              zone: currentTimeZone(),
            })}
          </p>
          {data.counts && <Recipients notice={data} />}
        </>
      )}
    </DetailDrawer>
  )
}

function Recipients({ notice: { recipients } }: { notice: NoticeDetail }) {
  const t = useT()
  return (
    <table className="whoget">
      <thead>
        <tr>
          <th scope="col">{t('notices.column.who')}</th>
          <th scope="col">{t('notices.column.channel')}</th>
          <th scope="col">{t('notices.column.state')}</th>
        </tr>
      </thead>
      <tbody>
        {recipients.map((one, at) => (
          <tr key={one.mid ?? `p${one.pid ?? at}`}>
            <td>{one.name === null ? t('notices.hiddenPatient') : nameOf({ name: one.name, nameEn: one.nameEn })}</td>
            <td>
              {one.channel
                ? t(
                    one.pid !== null && one.channel === 'portal'
                      ? 'notices.channel.conversation'
                      : `notices.channel.${one.channel}`,
                  )
                : '–'}
            </td>
            <td>
              {recipientTag(one.state)}{' '}
              <span className="t3 num">
                {one.readAt ? formatDateTime(one.readAt) : one.sentAt ? formatDateTime(one.sentAt) : ''}
              </span>
              {one.reason && <div className="c-bad">{reasonText(one.reason)}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Acts({ notice, onBegin }: { notice: NoticeDetail; onBegin: Props['onBegin'] }) {
  const t = useT()
  const { id, version, state, content, audience, channels, sendAt } = notice
  const cancel = useEndpointMutation(deleteNotice, {
    onDone: () => notify({ kind: 'ok', title: t('notices.cancelled') }),
  })
  const retry = useEndpointMutation(postNoticeRetry, {
    onDone: () => notify({ kind: 'ok', title: t('notices.retried') }),
  })
  const ask = async () => {
    const sure = await confirmAct({
      title: t('notices.cancelSure'),
      text: t('notices.cancelText'),
      ok: t('notices.cancel'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (sure) cancel.mutate({ params: { id } })
  }
  const may = (action: 'edit' | 'cancel' | 'retry') => noticeRefusal(action, state) === null
  return (
    <div className="row">
      <Button onClick={() => onBegin({ content, audience, channels, people: notice.recipients })}>
        {t('notices.copy')}
      </Button>
      <span className="grow" />
      {may('cancel') && (
        <Button disabled={cancel.isPending} onClick={() => void ask()}>
          {t('notices.cancel')}
        </Button>
      )}
      {may('edit') && (
        <Button
          kind="primary"
          onClick={() => onBegin({ id, version, content, audience, channels, sendAt, people: notice.recipients })}
        >
          {t('notices.edit')}
        </Button>
      )}
      {may('retry') && (
        <Button
          kind="primary"
          disabled={retry.isPending}
          onClick={() => retry.mutate({ params: { id }, body: { version } })}
        >
          {t('notices.retry')}
        </Button>
      )}
    </div>
  )
}
