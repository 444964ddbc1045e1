import { loginLog } from '@teleward/contract/auth/endpoints.ts'
import { deleteSession, getSessions } from '@teleward/contract/registration/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { useDevice } from './device.ts'

const SIGN_INS = 20

/** Where one is signed in, to be ended from here; and who tried to sign in with this account. */
export function SessionsPart() {
  return (
    <>
      <Sessions />
      <SignIns />
    </>
  )
}

function Sessions() {
  const t = useT()
  const device = useDevice()
  const answer = useQuery(endpointQuery(getSessions, {}))
  const end = useEndpointMutation(deleteSession, {
    onDone: () => notify({ kind: 'ok', title: t('profile.sessions.ended') }),
  })
  const ask = async (id: string, name: string) => {
    const yes = await confirmAct({
      title: t('profile.sessions.endTitle'),
      text: t('profile.sessions.endText', { name }),
      ok: t('profile.sessions.end'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (yes) end.mutate({ params: { id } })
  }
  return (
    <section className="card pcard">
      <h2 className="sech">{t('profile.sessions.title')}</h2>
      <Loaded answer={answer} failed={t('profile.failed')} lines={2}>
        {(data) => (
          <ul className="psessions">
            {data.map((one) => {
              const name = device(one.device_type, one.userAgent)
              return (
                <li key={one.id} className="row">
                  <span className="grow">
                    <span className="b block">
                      {name} {one.current && <span className="c-ok">{t('profile.sessions.current')}</span>}
                    </span>
                    <span className="f12 t3 num block">
                      {t('profile.sessions.since', {
                        since: formatDateTime(one.since),
                        seen: formatDateTime(one.seenAt),
                        ip: one.ip ?? '—',
                      })}
                    </span>
                  </span>
                  {!one.current && (
                    <Button
                      size="sm"
                      disabled={end.isPending}
                      aria-label={t('profile.sessions.endOf', { name })}
                      onClick={() => void ask(one.id, name)}
                    >
                      {t('profile.sessions.end')}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function SignIns() {
  const t = useT()
  const device = useDevice()
  const answer = useQuery(endpointQuery(loginLog, { body: { page: 1, pageSize: SIGN_INS } }))
  return (
    <section className="card pcard">
      <h2 className="sech">{t('profile.sessions.log')}</h2>
      <Loaded answer={answer} failed={t('profile.failed')} lines={4}>
        {(data) => (
          <ul className="psessions">
            {data.data.map((one) => {
              const right = one.outcome === 'OK' || one.outcome === 'unfinsh_verify'
              return (
                <li key={one.id} className="row">
                  <span className="num">{formatDateTime(one.at)}</span>
                  <span className={`grow ${right ? '' : 'c-bad'}`}>
                    {right ? t('profile.sessions.right') : errorText(one.outcome)}
                  </span>
                  <span className="f12 t3 num">
                    {device(null, one.userAgent)} {one.ip}
                  </span>
                </li>
              )
            })}
          </ul>
        )}
      </Loaded>
    </section>
  )
}
