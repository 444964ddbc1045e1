import { KeyOutlined } from '@ant-design/icons'
import { deleteHandoverKey, getHandoverKey, postHandoverKey } from '@teleward/contract/registration/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Line } from '../../patterns/FormLines.tsx'
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
  const [password, setPassword] = useState<string>()
  const [fault, setFault] = useState<string>()
  const make = useEndpointMutation(postHandoverKey, {
    onDone: (made) => {
      setSecret(made.secret)
      setPassword(undefined)
    },
    onError: (refused) => {
      setFault(refused.message)
      return true
    },
  })
  const revoke = useEndpointMutation(deleteHandoverKey, {
    onDone: () => {
      setSecret(undefined)
      notify({ kind: 'ok', title: t('admin.handover.revoked') })
    },
  })
  const what = data?.since ? 'renew' : 'make'
  const type = (typed: string | undefined) => {
    setFault(undefined)
    setPassword(typed)
  }
  const onRevoke = async () => {
    const sure = await confirmAct({
      title: t('admin.handover.revoke'),
      text: t('admin.handover.stops'),
      ok: t('admin.handover.revoke'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (sure) revoke.mutate({ params })
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
            {password === undefined ? (
              <div className="row wrap">
                <Button icon={<KeyOutlined />} onClick={() => type('')}>
                  {t(`admin.handover.${what}`)}
                </Button>
                {data.since && (
                  <Button kind="bad" loading={revoke.isPending} onClick={() => void onRevoke()}>
                    {t('admin.handover.revoke')}
                  </Button>
                )}
              </div>
            ) : (
              <form
                onSubmit={(event) => {
                  event.preventDefault()
                  if (password) make.mutate({ params, body: { password } })
                }}
              >
                {data.since && <p className="f13 c-warn">{t('admin.handover.stops')}</p>}
                <Line label={t('common.ownPassword')} required error={fault} hint={t('admin.handover.passwordWhy')}>
                  {(id, described) => (
                    <Input.Password
                      id={id}
                      aria-describedby={described}
                      autoComplete="current-password"
                      autoFocus
                      value={password}
                      status={fault ? 'error' : ''}
                      onChange={(event) => type(event.target.value)}
                    />
                  )}
                </Line>
                <div className="row wrap">
                  <Button
                    kind={data.since ? 'badSolid' : 'primary'}
                    type="submit"
                    disabled={!password}
                    loading={make.isPending}
                  >
                    {t(`admin.handover.${what}`)}
                  </Button>
                  <Button kind="text" onClick={() => type(undefined)}>
                    {t('common.back')}
                  </Button>
                </div>
              </form>
            )}
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
