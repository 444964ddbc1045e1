import { putEvent } from '@teleward/contract/careevents/endpoints.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { ReasonDialog } from '../../patterns/ReasonDialog.tsx'

/** An event that does not take place: who joined and what was measured stays. */
export function CancelDialog({ event, onClose }: { event: CareEvent; onClose: () => void }) {
  const t = useT()
  const put = useEndpointMutation(putEvent, { onDone: onClose })
  const { unit: _, state: __, joined: ___, done: ____, measured: _____, reason: ______, id: eventid, ...rest } = event
  return (
    <ReasonDialog
      title={t('freeclinic.cancelTitle', { name: event.name })}
      submit={t('freeclinic.cancel')}
      label={t('freeclinic.reason')}
      busy={put.isPending}
      onSend={(reason) => put.mutate({ params: { id: eventid }, body: { ...rest, cancel: { reason } } })}
      onClose={onClose}
    >
      <p>{t('freeclinic.cancelText')}</p>
    </ReasonDialog>
  )
}
