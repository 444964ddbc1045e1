import type { PartnerSettings } from '@teleward/contract/admin/schema.ts'
import { caseTypes } from '@teleward/contract/crm/rules.ts'
import { MOST_TARGET_HOURS } from '@teleward/contract/crm/targets.ts'
import { caseLabels } from '@teleward/contract/crm/labels.ts'
import { Checkbox } from 'antd'
import { language, useT } from '../../i18n/i18n.ts'
import { WhoSelect } from './WhoSelect.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

interface Props {
  partner: number
  settings: PartnerSettings
  mayEdit: boolean
  onChange: (settings: PartnerSettings) => void
}

/** Of each type of cases: whether it is opened, in how many hours of work it is answered and done, and who has a new one. */
export function CaseTargets({ partner, settings, mayEdit, onChange }: Props) {
  const t = useT()
  const { caseTargets } = settings
  return (
    <div className="casetargets">
      <h3>{t('admin.partners.targets')}</h3>
      <p className="t3 f13">{t('admin.partners.targetsNote')}</p>
      <div className="scrollx">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('admin.partners.targetType')}</th>
              <th scope="col">{t('admin.partners.targetFirst')}</th>
              <th scope="col">{t('admin.partners.targetDone')}</th>
              <th scope="col">{t('admin.partners.targetOwner')}</th>
            </tr>
          </thead>
          <tbody>
            {caseTypes.map((type) => {
              const name = caseLabels.type[type][language()]
              const one = caseTargets[type]
              const set = (next: Partial<typeof one>) =>
                onChange({ ...settings, caseTargets: { ...caseTargets, [type]: { ...one, ...next } } })
              return (
                <tr key={type}>
                  <th scope="row">
                    <Checkbox
                      checked={one.offered}
                      disabled={!mayEdit}
                      onChange={(event) => set({ offered: event.target.checked })}
                    >
                      {name}
                    </Checkbox>
                  </th>
                  {(['first', 'done'] as const).map((which) => (
                    <td key={which}>
                      <NumberField
                        aria-label={`${name} ${t(which === 'first' ? 'admin.partners.targetFirst' : 'admin.partners.targetDone')}`}
                        min={1}
                        max={MOST_TARGET_HOURS}
                        precision={0}
                        value={one[which]}
                        disabled={!mayEdit || !one.offered}
                        onChange={(next) => set({ [which]: next })}
                      />
                    </td>
                  ))}
                  <td>
                    <WhoSelect
                      label={`${name} ${t('admin.partners.targetOwner')}`}
                      placeholder={t('admin.partners.targetNobody')}
                      partner={partner}
                      disabled={!mayEdit || !one.offered}
                      mid={one.owner ?? undefined}
                      onPick={(mid) => set({ owner: mid ?? null })}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}
