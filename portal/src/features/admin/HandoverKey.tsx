import { KeyOutlined } from '@ant-design/icons'
import { deleteHandoverKey, getHandoverKey, postHandoverKey } from '@teleward/contract/registration/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'

/** The key by which a partner's system signs people of the institution in: made, shown once, replaced, revoked. */
export function HandoverKey({ partner }: { partner: number }) {
  const t = useT()
  const params = { partnerid: partner }
  const { data, error, refetch } = useQuery(endpointQuery(getHandoverKey, { params }))
  const [secret, setSecret] = useState<string>()
  const make = useEndpointMutation(postHandoverKey, { onDone: (made) => setSecret(made.secret) })
  const revoke = useEndpointMutation(deleteHandoverKey, {
    onDone: () => {
      setSecret(undefined)
      notify({ kind: 'ok', title: t('admin.handover.revoked') })
    },
  })
  const sure = (what: 'renew' | 'revoke') =>
    confirmAct({
      title: t(`admin.handover.${what}`),
      text: t('admin.handover.stops'),
      ok: t(`admin.handover.${what}`),
      cancel: t('common.cancel'),
      danger: true,
    })
  const onMake = async () => {
    if (!data?.since || (await sure('renew'))) make.mutate({ params, body: {} })
  }
  const onRevoke = async () => {
    if (await sure('revoke')) revoke.mutate({ params })
  }
  return (
    <section className="card" aria-label={t('admin.handover.title')}>
      <div className="hd">
        <h2>{t('admin.handover.title')}</h2>
      </div>
      <div className="adminnote handoverkey">
        {error && !data && (
          <ErrorState
            title={t('admin.failed')}
            text={errorMessage(error)}
            code={codeOf(error)}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <SkeletonBlock lines={2} />}
        {data && (
          <>
            <p className="f13 t2">{t('admin.handover.about')}</p>
            <p className="f13">
              {data.since
                ? t('admin.handover.since', { at: formatDateTime(data.since), by: data.by ?? '–' })
                : t('admin.handover.none')}
            </p>
            {secret && (
              <div className="alert warn shownonce" role="status">
                <b>{t('admin.handover.once')}</b>
                <code>{secret}</code>
                <p>{t('admin.handover.how')}</p>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys. */}
                <pre tabIndex={0}>{example(partner)}</pre>
              </div>
            )}
            <div className="row wrap">
              <Button icon={<KeyOutlined />} loading={make.isPending} onClick={() => void onMake()}>
                {t(data.since ? 'admin.handover.renew' : 'admin.handover.make')}
              </Button>
              {data.since && (
                <Button kind="bad" loading={revoke.isPending} onClick={() => void onRevoke()}>
                  {t('admin.handover.revoke')}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </section>
  )
}

/** What the partner's system does, in words that every language has. */
const example = (
  partner: number,
) => `statement = base64url('{"partner":${partner},"account":"…","at":<unix seconds>,"nonce":"<random>","to":"/"}')
signature = base64url(HMAC-SHA256(key, statement))
${location.origin}/these-auto-login#token=<statement>.<signature>`
