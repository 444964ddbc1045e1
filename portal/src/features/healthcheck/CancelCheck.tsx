import { StopOutlined } from '@ant-design/icons'
import { putHealthCheck } from '@teleward/contract/healthchecks/endpoints.ts'
import { checkRefusal } from '@teleward/contract/healthchecks/rules.ts'
import type { HealthCheck } from '@teleward/contract/healthchecks/schema.ts'
import { useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { ReasonDialog } from '../../patterns/ReasonDialog.tsx'
import { Button } from '../../ui/Button.tsx'

/** A check that comes to nothing, with why; not there where its state no longer lets it. */
export function CancelCheck({ check }: { check: Pick<HealthCheck, 'id' | 'state' | 'corrects' | 'version'> }) {
  const t = useT()
  const [asks, setAsks] = useState(false)
  const put = useEndpointMutation(putHealthCheck, { onDone: () => setAsks(false) })
  if (checkRefusal('cancel', check) !== null) return null
  return (
    <>
      <Button kind="bad" icon={<StopOutlined />} onClick={() => setAsks(true)}>
        {t('healthcheck.cancel')}
      </Button>
      {asks && (
        <ReasonDialog
          title={t('healthcheck.cancelTitle')}
          submit={t('healthcheck.cancel')}
          label={t('healthcheck.reason')}
          busy={put.isPending}
          onSend={(reason) =>
            put.mutate({ params: { id: check.id }, body: { action: 'cancel', version: check.version, reason } })
          }
          onClose={() => setAsks(false)}
        >
          <p>{t('healthcheck.cancelText')}</p>
        </ReasonDialog>
      )}
    </>
  )
}
