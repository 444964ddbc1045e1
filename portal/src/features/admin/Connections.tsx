import { providerReport } from '@teleward/contract/fees/refund-endpoints.ts'
import { getOutboxOverview } from '@teleward/contract/outbox/endpoints.ts'
import { postLineWebhook } from '@teleward/contract/registration/endpoints.ts'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { closedBy } from '../../shell/menu.ts'
import { pathTo, screenById } from '../../shell/screens.ts'
import { useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'

/** By what messages leave, and the addresses at which the providers report: set up on the server, tried in the outbox. */
export function Connections() {
  const t = useT()
  const me = useMe()
  const open = closedBy(me, screenById('adminOutbox')) === null
  const answer = useQuery({ ...endpointQuery(getOutboxOverview, {}), enabled: open })
  const hooks = [
    [t('admin.connections.line'), postLineWebhook.path],
    [t('admin.connections.payment'), providerReport.path.replace('{provider}', t('admin.connections.name'))],
  ] as const
  return (
    <section className="card" aria-label={t('admin.connections.title')}>
      <div className="hd">
        <h2>{t('admin.connections.title')}</h2>
        {open && (
          <div className="rt">
            <Link className="link" to={pathTo('adminOutbox')}>
              {t('admin.connections.go')}
            </Link>
          </div>
        )}
      </div>
      <div className="adminnote">
        {open && (
          <Loaded answer={answer} failed={t('admin.failed')} lines={3}>
            {(data) => (
              <dl className="connections">
                {data.providers.map(({ kind, name }) => (
                  <div key={kind}>
                    <dt>{kind === 'ai' ? t('outbox.ai') : t(`outbox.channel.${kind}`)}</dt>
                    <dd>{t(`outbox.setUp.${name === null ? 'none' : name === 'development' ? 'kept' : 'live'}`)}</dd>
                  </div>
                ))}
              </dl>
            )}
          </Loaded>
        )}
        <h3 className="f13 b">{t('admin.connections.hooks')}</h3>
        <p className="t3 f13">{t('admin.connections.hooksNote')}</p>
        <dl className="connections">
          {hooks.map(([label, path]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <code className="f12">{`${location.origin}${path}`}</code>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
