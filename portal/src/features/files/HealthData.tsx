import { FileExcelOutlined } from '@ant-design/icons'
import {
  HEALTH_MAX_BYTES,
  HEALTH_MAX_ROWS,
  type HealthRow,
  healthTemplate,
  type HealthValue,
  postHealthBatch,
} from '@teleward/contract/files/health-batch-endpoints.ts'
import { monitorLabels } from '@teleward/contract/monitoring/labels.ts'
import { useState } from 'react'
import { language, t, useT } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { SheetImport, useSheetImport } from '../../patterns/SheetImport.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatNumber } from '../../ui/format.ts'

/** Measurements of many people, as a workbook: what a day says replaces what was uploaded for it before. */
export function HealthData() {
  useT()
  const [open, setOpen] = useState(false)
  return (
    <section className="card ustep" aria-labelledby="uh-title">
      <h2 id="uh-title">{t('files.health.title')}</h2>
      <p className="t2">{t('files.health.text')}</p>
      <p className="t3 f13">{t('files.health.again')}</p>
      <div className="row wrap">
        <Button kind="primary" size="lg" icon={<FileExcelOutlined />} onClick={() => setOpen(true)}>
          {t('files.health.choose')}
        </Button>
      </div>
      {open && <HealthImport onClose={() => setOpen(false)} />}
    </section>
  )
}

const MOST = { rows: HEALTH_MAX_ROWS, bytes: HEALTH_MAX_BYTES }
const template = { endpoint: healthTemplate, input: {}, name: 'health-data.xlsx' }

function HealthImport({ onClose }: { onClose: () => void }) {
  const job = useSheetImport(postHealthBatch, template, (chosen, commit) => ({ body: { ...chosen, commit } }))
  return (
    <SheetImport<HealthRow>
      title={t('files.health.title')}
      most={MOST}
      columns={[
        {
          path: 'who',
          title: t('files.member'),
          text: ({ said }) => (said.name === undefined ? said.who : either(said.name, said.nameEn)),
        },
        { path: 'memberNo', title: t('files.health.memberNo'), text: ({ said }) => said.memberNo },
        { path: 'date', title: t('files.health.date'), text: ({ said }) => said.date && formatDate(said.date) },
        { path: 'systolic', title: t('files.health.values'), text: ({ said }) => <Values {...said} /> },
      ]}
      job={job}
      onClose={onClose}
    />
  )
}

const valueText = ({ kind, value, diastolic, pulse }: HealthValue) =>
  t('common.pair', {
    name: monitorLabels.kind[kind][language()],
    value: [
      diastolic === null ? formatNumber(value) : `${formatNumber(value)}/${formatNumber(diastolic)}`,
      pulse !== null && `♥ ${formatNumber(pulse)}`,
    ]
      .filter(Boolean)
      .join(' '),
  })

function Values({ values, replaces }: HealthRow['said']) {
  return (
    <>
      {values.map((one) => (
        <span key={one.kind} className="row wrap num">
          {valueText(one)} {replaces.includes(one.kind) && <em className="c-warn">{t('files.health.replaces')}</em>}
        </span>
      ))}
    </>
  )
}
