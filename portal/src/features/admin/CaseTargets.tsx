import type { PartnerSettings } from '@teleward/contract/admin/schema.ts'
import { caseTypes } from '@teleward/contract/crm/rules.ts'
import { MOST_TARGET_HOURS } from '@teleward/contract/crm/targets.ts'
import { caseWords } from '@teleward/contract/crm/words.ts'
import { InputNumber } from 'antd'
import { language, useT } from '../../i18n/i18n.ts'
import { NightHours } from './NightHours.tsx'

interface Props {
  settings: PartnerSettings
  mayEdit: boolean
  onChange: (settings: PartnerSettings) => void
}

/** In how many hours a case of each type is answered and done, and in which hours of the day that stands still. */
export function CaseTargets({ settings, mayEdit, onChange }: Props) {
  const t = useT()
  const { caseTargets, caseNight } = settings
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
      <NightHours
        label={t('admin.partners.night.title')}
        note={t('admin.partners.night.note')}
        value={caseNight}
        mayEdit={mayEdit}
        onChange={(next) => onChange({ ...settings, caseNight: next })}
      />
    </div>
  )
}
