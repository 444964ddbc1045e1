import type { PartnerSettings } from '@teleward/contract/admin/schema.ts'
import { useT } from '../../i18n/i18n.ts'
import { refundTerms } from '../../patterns/refundTerms.ts'
import { Line } from './Line.tsx'
import { NightHours } from './NightHours.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

interface Props {
  settings: PartnerSettings
  mayEdit: boolean
  onChange: (settings: PartnerSettings) => void
}
/** What the institution declares to its patients: what goes back when they call off, and when no message comes that can wait. */
export function PatientRules({ settings, mayEdit, onChange }: Props) {
  const t = useT()
  const { refundRule, quietHours } = settings
  const number = (name: keyof typeof refundRule, label: string, max: number, note: string) => (
    <Line label={label} note={note}>
      <NumberField
        aria-label={label}
        min={0}
        max={max}
        precision={0}
        value={refundRule[name]}
        disabled={!mayEdit}
        onChange={(next) => next !== null && onChange({ ...settings, refundRule: { ...refundRule, [name]: next } })}
      />
    </Line>
  )
  return (
    <div className="casetargets">
      <h3>{t('admin.partners.refund.title')}</h3>
      <p className="t3 f13">{t('admin.partners.refund.note')}</p>
      <div className="adminform flush">
        {number('wholeUntilHours', t('admin.partners.refund.hours'), 720, t('admin.partners.refund.hoursNote'))}
        {number('latePercent', t('admin.partners.refund.percent'), 100, t('admin.partners.refund.percentNote'))}
      </div>
      <p className="f13" aria-live="polite">
        {t('admin.partners.refund.shown')}
        {refundTerms(refundRule)}
      </p>
      <NightHours
        label={t('admin.partners.quiet.title')}
        note={t('admin.partners.quiet.note')}
        value={quietHours}
        mayEdit={mayEdit}
        onChange={(next) => onChange({ ...settings, quietHours: next })}
      />
    </div>
  )
}
