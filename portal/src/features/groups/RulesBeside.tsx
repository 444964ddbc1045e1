import type { ForceRule } from '@teleward/contract/monitoring/alert-schema.ts'
import { besideOwn, doubles } from '@teleward/contract/monitoring/group-rules.ts'
import type { MonitorRule } from '@teleward/contract/monitoring/group-schema.ts'
import { t } from '../../i18n/i18n.ts'
import { hoursText, limitText, severityText } from '../../patterns/limits.ts'

/** The limits of the groups that the member is in, while own ones are written: which stay, and which cease for which. */
export function RulesBeside({ groups, own }: { groups: readonly ForceRule[]; own: readonly MonitorRule[] }) {
  return (
    <section>
      <h3 className="lab">{t('groups.own.beside')}</h3>
      {groups.length === 0 && <p className="t3 f13">{t('groups.own.noneBeside')}</p>}
      <ul className="grouppeople">
        {groups.map((rule) => {
          const by = own.find((one) => doubles(one, rule))
          const left = besideOwn(rule, own)
          return (
            <li key={rule.id}>
              <span className={`sev ${rule.severity}`}>{severityText(rule.severity)}</span>
              <span className="grow">
                {left.length === 0 ? <s>{limitText(rule)}</s> : limitText(rule)}
                {(by && left.length > 0 ? left : [rule]).map(hoursText)}
                <span className="blk t3 f12">{rule.groupName}</span>
              </span>
              <span className={`f12 ${by ? 'c-warn' : 't3'}`}>
                {by
                  ? t(left.length > 0 ? 'groups.own.partly' : 'groups.own.ceases', { number: own.indexOf(by) + 1 })
                  : t('groups.own.stays')}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="help">{t('groups.own.rule')}</p>
    </section>
  )
}
