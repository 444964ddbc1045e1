import type { CaseCounts } from '@teleward/contract/crm/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { formatNumber } from '../../ui/format.ts'
import type { CaseChange, CaseSearch } from './search.ts'

const OPENS = {
  running: { state: 'running', assigned: undefined, late: undefined },
  mine: { state: 'running', assigned: 'me', late: undefined },
  unassigned: { state: 'open', assigned: 'none', late: undefined },
  late: { state: 'open', assigned: undefined, late: '1' },
  overdue: { state: 'open', assigned: undefined, late: 'over' },
  closed: { state: 'closed', assigned: undefined, late: undefined },
} as const satisfies Record<keyof CaseCounts, CaseChange>

interface Props {
  counts: CaseCounts | undefined
  value: CaseSearch
  change: (next: CaseChange) => void
}
/** Each number is the length of the list that it opens. */
export function Totals({ counts, value, change }: Props) {
  if (!counts) return <div className="casetotals" aria-busy="true" />
  return (
    <dl className="casetotals num">
      {(Object.keys(OPENS) as (keyof CaseCounts)[]).map((name) => {
        const { state, assigned, late } = OPENS[name]
        const now = value.state === state && value.assigned === assigned && value.late === late && !value.owner
        return (
          <div key={name} className={now ? 'now' : ''}>
            <dt>{t(`crm.total.${name}`)}</dt>
            <dd>
              <button
                type="button"
                aria-label={t('common.pair', { name: t(`crm.total.${name}`), value: String(counts[name]) })}
                aria-pressed={now}
                className={counts[name] === 0 ? '' : name === 'late' ? 'c-warn' : name === 'overdue' ? 'c-bad' : ''}
                onClick={() => change({ ...OPENS[name], owner: undefined })}
              >
                {formatNumber(counts[name])}
              </button>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
