import { getConsents } from '@teleward/contract/consents/endpoints.ts'
import type { Consent } from '@teleward/contract/consents/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Ask } from './Ask.tsx'
import { Earlier, InForce, Waiting } from './Given.tsx'
import './consents.css'

interface Props {
  pid: number
  /** The visit beside which it is asked: its unit asks. */
  qid?: number | undefined
  open: boolean
  onClose: () => void
}

const isRecord = ({ kind }: Consent) => kind === 'record'

/** Who opened the record, until when and how; asking for it, by whatever the patient has; and taking it back. */
export function AuthorisationDrawer({ pid, qid, open, onClose }: Props) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getConsents, { params: { pid }, query: { qid } }),
    enabled: open,
    // Whether a message has left is told by nobody: it is looked for while one waits.
    refetchInterval: ({ state }) =>
      state.data?.consents.some((one) => isRecord(one) && one.sending === 'waiting') ? 3000 : false,
  })
  const records = data?.consents.filter(isRecord) ?? []
  const inForce = records.filter(({ state }) => state === 'active')
  const waiting = records.filter(({ state }) => state === 'requested')
  const over = records.filter(({ state }) => state !== 'active' && state !== 'requested')
  return (
    <Drawer open={open} title={t('authorise.title')} size={480} onClose={onClose} destroyOnHidden>
      {error && !data && (
        <ErrorState
          title={t('authorise.failed')}
          text={errorMessage(error)}
          code={codeOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <SkeletonBlock lines={6} />}
      {data && (
        <div className="authz">
          {inForce.map((one) => (
            <InForce key={one.id} consent={one} />
          ))}
          {waiting.map((one) => (
            <Waiting key={one.id} consent={one} />
          ))}
          {!inForce.length && !waiting.length && <p className="authz-none">{t('authorise.none')}</p>}
          {data.ways.mayAsk ? (
            <Ask
              pid={pid}
              qid={qid}
              ways={data.ways}
              again={waiting.some(({ unitId }) => unitId === data.ways.unitId)}
            />
          ) : (
            <p className="help">{t('authorise.renewLater')}</p>
          )}
          {over.length > 0 && <Earlier rows={over} />}
        </div>
      )}
    </Drawer>
  )
}
