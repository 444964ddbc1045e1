import { MinusOutlined, WarningOutlined } from '@ant-design/icons'
import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { useState } from 'react'
import { useRight } from '../../api/me.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime, formatNumber } from '../../ui/format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { nameOf } from '../Patient.tsx'
import { FindingForm } from './FindingForm.tsx'
import { compared, notedValues, phonoKeys } from './phono-values.ts'

/** EMAT, SDI, S3 and S4 beside their thresholds: entered from a device's report, else as the recorder noted them in the file. */
export function PhonoValuesTable({ file, notes }: { file: MedicalFile; notes: Readonly<Record<string, string>> }) {
  const t = useT()
  const mayEnter = useRight('file.upload') !== '-' && file.state !== 'withdrawn'
  const [open, setOpen] = useState(false)
  const entered = file.finding?.values.of === 'phono' ? file.finding.values : null
  const values = entered ?? notedValues(notes)
  return (
    <section aria-label={t('signals.phono.values')}>
      <table className="phonovalues">
        <thead>
          <tr>
            <th scope="col">{t('signals.phono.values')}</th>
            <th scope="col">{t('signals.phono.value')}</th>
            <th scope="col">{t('signals.phono.limit')}</th>
            <th scope="col">{t('signals.phono.assessment')}</th>
          </tr>
        </thead>
        <tbody>
          {phonoKeys.map((key) => {
            const value = values?.[key] ?? null
            const word = compared(key, value)
            return (
              <tr key={key}>
                <th scope="row">{t(`signals.phono.${key}`)}</th>
                <td className="num b">
                  {value === null ? t('signals.phono.unknown') : `${formatNumber(value)}${key === 'emat' ? '%' : ''}`}
                </td>
                <td className="num">{t(`signals.phono.limits.${key}`)}</td>
                <td>
                  {word === 'noLimit' ? (
                    <span className="t3">{t('signals.phono.noLimit')}</span>
                  ) : (
                    <StatusTag
                      kind={word === 'below' ? 'neutral' : 'warn'}
                      icon={word === 'below' ? <MinusOutlined /> : <WarningOutlined />}
                    >
                      {t(`signals.phono.${word}`)}
                    </StatusTag>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="t2 f13">
        {entered && file.finding
          ? t('signals.finding.by', {
              model: file.finding.model,
              date: formatDate(file.finding.date),
              name: nameOf(file.finding.by),
              at: formatDateTime(file.finding.at),
            })
          : t(values ? 'signals.phono.inFile' : 'signals.phono.none')}{' '}
        {t('signals.phono.notDiagnosis')}
      </p>
      {mayEnter && (
        <Button size="sm" onClick={() => setOpen(true)}>
          {t('signals.finding.enter')}
        </Button>
      )}
      {open && <FindingForm file={file} of="phono" onClose={() => setOpen(false)} />}
    </section>
  )
}
