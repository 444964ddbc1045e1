import type { PartnerSettings } from '@teleward/contract/admin/schema.ts'
import { caseTypes } from '@teleward/contract/crm/rules.ts'
import { MOST_TARGET_HOURS } from '@teleward/contract/crm/targets.ts'
import { caseWords } from '@teleward/contract/crm/words.ts'
import { InputNumber, Switch } from 'antd'
import { language, useT } from '../../i18n/i18n.ts'
import { Line } from './Line.tsx'

interface Props {
  settings: PartnerSettings
  mayEdit: boolean
  onChange: (settings: PartnerSettings) => void
}
const NIGHT = { from: 22, to: 7 }

/** In how many hours a case of each type is answered and done, and in which hours of the day that stands still. */
export function CaseTargets({ settings, mayEdit, onChange }: Props) {
  const t = useT()
  const { caseTargets, caseNight } = settings
  const hour = (end: 'from' | 'to') =>
    caseNight && (
      <InputNumber
        aria-label={t(`admin.partners.night.${end}`)}
        min={0}
        max={23}
        value={caseNight[end]}
        disabled={!mayEdit}
        onChange={(next) => next !== null && onChange({ ...settings, caseNight: { ...caseNight, [end]: next } })}
      />
    )
  return (
    <div className="casetargets">
      <h3>{t('admin.partners.targets')}</h3>
      <p className="t3 f13">{t('admin.partners.targetsNote')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('admin.partners.targetType')}</th>
            <th scope="col">{t('admin.partners.targetFirst')}</th>
            <th scope="col">{t('admin.partners.targetDone')}</th>
          </tr>
        </thead>
        <tbody>
          {caseTypes.map((type) => {
            const name = caseWords.type[type][language()]
            return (
              <tr key={type}>
                <th scope="row">{name}</th>
                {(['first', 'done'] as const).map((which) => (
                  <td key={which}>
                    <InputNumber
                      aria-label={`${name} ${t(which === 'first' ? 'admin.partners.targetFirst' : 'admin.partners.targetDone')}`}
                      min={1}
                      max={MOST_TARGET_HOURS}
                      precision={0}
                      value={caseTargets[type][which]}
                      disabled={!mayEdit}
                      onChange={(next) =>
                        onChange({
                          ...settings,
                          caseTargets: { ...caseTargets, [type]: { ...caseTargets[type], [which]: next } },
                        })
                      }
                    />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      <Line label={t('admin.partners.night.title')} note={t('admin.partners.night.note')}>
        <span className="row wrap">
          <Switch
            aria-label={t('admin.partners.night.title')}
            checked={caseNight !== null}
            disabled={!mayEdit}
            onChange={(on) => onChange({ ...settings, caseNight: on ? NIGHT : null })}
          />
          {hour('from')}
          {caseNight && <span className="t3">–</span>}
          {hour('to')}
        </span>
      </Line>
    </div>
  )
}
