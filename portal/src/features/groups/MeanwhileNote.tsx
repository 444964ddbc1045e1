import type { MonitorRule } from '@teleward/contract/monitoring/group-schema.ts'
import { t } from '../../i18n/i18n.ts'
import { hoursText, limitText, severityText } from '../../patterns/limits.ts'
import type { Meanwhile } from './meanwhile.ts'

const ruleText = (rule: MonitorRule) => `${severityText(rule.severity)}　${limitText(rule)}${hoursText(rule)}`
function saidOf({ was, now }: Meanwhile): string {
  if (!now) return was ? t('groups.meanwhile.removed', { text: ruleText(was) }) : ''
  if (!was) return t('groups.meanwhile.added', { text: ruleText(now) })
  return t('groups.meanwhile.changed', { was: ruleText(was), now: ruleText(now) })
}

/** What another made of the limits since they are edited here, each with what became of it in the form. */
export function MeanwhileNote({ changes }: { changes: readonly Meanwhile[] }) {
  if (changes.length === 0) return null
  return (
    <div className="alert warn" role="alert">
      <div className="grow">
        <b>{t('groups.meanwhile.title')}</b>
        <ul className="groupmeanwhile">
          {changes.map((one) => (
            <li key={(one.was ?? one.now)?.id}>
              {saidOf(one)}
              <span className="blk f12">{t(one.kept ? 'groups.meanwhile.kept' : 'groups.meanwhile.taken')}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
