import { ExclamationCircleOutlined } from '@ant-design/icons'
import { fetchCallLog } from '@teleward/contract/calls/log-endpoints.ts'
import { t } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { useList } from '../../patterns/list.ts'
import { Button } from '../../ui/Button.tsx'
import { type LogSearch, NO_FILTERS, toQuery } from './search.ts'

/** Over the rows: how many patients rang in these days whom nobody has called back, whatever else the list is narrowed to. */
export function Missed({ value, onShow }: { value: LogSearch; onShow: () => void }) {
  const body = toQuery({ ...value, ...NO_FILTERS, missed: '1', sort: undefined, page: 1 }, '', 1)
  const { data, error, refetch } = useList(fetchCallLog, { body })
  const total = data?.total ?? 0
  if (value.missed) return null
  // That nobody waits is not known then.
  if (error && !data)
    return (
      <div className="inlist">
        <FailedLine error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (total === 0) return null
  return (
    <div className="alert warn inlist" role="status">
      <ExclamationCircleOutlined />
      <span className="grow">{t('calllog.band.title', { count: total })}</span>
      <Button size="sm" onClick={onShow}>
        {t('calllog.band.show')}
      </Button>
    </div>
  )
}
