import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { useState } from 'react'
import { useRight } from '../../api/me.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { FindingForm } from '../../patterns/signals/FindingForm.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'

/** What a model said of one eye: its colour and word, or that nobody knows. Under the picture, never over it. */
export function Grade({ file }: { file: MedicalFile }) {
  const t = useT()
  const mayEnter = useRight('file.upload') !== '-'
  const [open, setOpen] = useState(false)
  const values = file.finding?.values.of === 'eye' ? file.finding.values : null
  return (
    <div className="grade">
      <p>
        <span className={`lamp ${values?.grade ?? 'unknown'}`} aria-hidden="true" />
        <b>{values ? t(`signals.fundus.grade.${values.grade}`) : t('signals.fundus.aiUnknown')}</b>
        {values?.word && <span>{values.word}</span>}
      </p>
      {values && file.finding && (
        <p className="t2 f13">
          {[
            values.quality && t('signals.fundus.qualityIs', { quality: t(`signals.fundus.quality.${values.quality}`) }),
            t('signals.finding.by', {
              model: file.finding.model,
              date: formatDate(file.finding.date),
              name: nameOf(file.finding.by),
              at: formatDateTime(file.finding.at),
            }),
            t('signals.fundus.notDiagnosis'),
          ]
            .filter(Boolean)
            .join(t('common.dot'))}
        </p>
      )}
      {mayEnter && (
        <Button size="sm" onClick={() => setOpen(true)}>
          {t('signals.finding.enterEye')}
        </Button>
      )}
      {open && <FindingForm file={file} of="eye" onClose={() => setOpen(false)} />}
    </div>
  )
}
