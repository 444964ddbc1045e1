import { ExclamationCircleOutlined } from '@ant-design/icons'
import { t } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'

/** Its day; late in red, with the word. */
export function Due({ dueOn, late }: { dueOn: string | null; late: boolean }) {
  if (!dueOn) return null
  return late ? (
    <span className="c-bad num nw">
      <ExclamationCircleOutlined /> {formatDate(dueOn)} {t('handoffs.late')}
    </span>
  ) : (
    <span className="num nw">{formatDate(dueOn)}</span>
  )
}
