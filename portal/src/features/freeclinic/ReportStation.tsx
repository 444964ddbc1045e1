import { getEventResult, uploadEventReport } from '@teleward/contract/careevents/endpoints.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { AttachFiles } from '../../patterns/files/AttachFiles.tsx'
import { Loaded } from '../../patterns/Loaded.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { closedText } from './labels.tsx'

/** Reports of a participant: sent as files of theirs, and handed in here. */
export function ReportStation({ event, pid }: { event: CareEvent; pid: number }) {
  const t = useT()
  const result = useQuery(endpointQuery(getEventResult, { body: { eventid: event.id, pid } }))
  const hand = useEndpointMutation(uploadEventReport, {
    onDone: () => notify({ kind: 'ok', title: t('freeclinic.report.done') }),
  })
  return (
    <div className="clinicfields">
      <Loaded answer={result} failed={t('freeclinic.result.failed')} lines={3}>
        {({ reports }) => (
          <AttachFiles
            pid={pid}
            files={reports.map(({ id, name, at }) => ({
              id,
              name,
              note: <span className="t3 num">{formatDateTime(at)}</span>,
            }))}
            none={t('freeclinic.report.none')}
            choose={t('freeclinic.report.choose')}
            closed={closedText(event)}
            attach={(file) => hand.mutateAsync({ body: { eventid: event.id, pid, file } })}
          />
        )}
      </Loaded>
    </div>
  )
}
