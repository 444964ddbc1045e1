import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import {
  type ExternalReport,
  interpretations,
  postExternalReport,
  putExternalReport,
  reportCategories,
  reportCategoryLabels,
  type ReportResult,
} from '@teleward/contract/files/external-report-endpoints.ts'
import { syncMedicalFile } from '@teleward/contract/files/endpoints.ts'
import { instantOf } from '@teleward/contract/core/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { FormModal } from '../FormModal.tsx'
import { useMe } from '../../api/me.ts'
import { endpointQuery, errorMessage, useEndpointMutation } from '../../api/query.ts'
import { language, t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { isoDay } from '../../ui/format.ts'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'
import { FormColumn, Line } from '../FormLines.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'

type Draft = Omit<ReportResult, 'code'> & { key: number }
const blank = (key: number): Draft => ({ key, name: '', value: '', unit: '', referenceRange: '', interpretation: null })

/** A result or report of others, taken down as it says: its source and when it was issued stand with it. */
export function ReportForm({ pid, onClose }: { pid: number; onClose: () => void }) {
  const me = useMe()
  const [category, setCategory] = useState<(typeof reportCategories)[number]>('laboratory')
  const [said, setSaid] = useState({ title: '', source: '', identifier: '', date: isoDay(), time: '', conclusion: '' })
  const [rows, setRows] = useState<Draft[]>([blank(0)])
  const [fileId, setFileId] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const files = useQuery(endpointQuery(syncMedicalFile, { body: { pid, pageSize: 60 } }))
  const saving = useEndpointMutation(postExternalReport, {
    onDone: () => {
      notify({ kind: 'ok', title: t('files.saved') })
      onClose()
    },
  })
  const put = (change: Partial<typeof said>) => setSaid({ ...said, ...change })
  const filled = rows.filter(({ name, value }) => name.trim() || value.trim())
  const half = filled.some(({ name, value }) => !name.trim() || !value.trim())
  const says = filled.length > 0 || said.conclusion.trim() !== '' || fileId !== null
  const faults = {
    title: said.title.trim() === '' && t('files.ext.needTitle'),
    source: said.source.trim() === '' && t('files.ext.needSource'),
    date: (said.date === '' || said.date > isoDay() || said.time === '') && t('files.ext.needTime'),
    results: (half && t('files.ext.needPair')) || (!says && t('files.ext.needContent')),
  }
  const fault = (of: keyof typeof faults) => (asked && faults[of]) || undefined
  const save = () => {
    setAsked(true)
    if (Object.values(faults).some(Boolean)) return
    const [year = 0, month = 0, day = 0] = said.date.split('-').map(Number)
    const [hour = 0, minute = 0] = said.time.split(':').map(Number)
    saving.mutate({
      body: {
        pid,
        category,
        title: said.title.trim(),
        source: said.source.trim(),
        identifier: said.identifier.trim() || null,
        issuedAt: instantOf({ year, month, day, hour, minute, second: 0 }, me.timeZone).toISOString(),
        results: filled.map(({ key: _, ...row }) => ({
          ...row,
          name: row.name.trim(),
          value: row.value.trim(),
          code: null,
        })),
        conclusion: said.conclusion.trim(),
        fileId,
      },
    })
  }
  const dirty = says || said.title.trim() !== '' || said.source.trim() !== ''
  const close = async () => {
    const sure =
      !dirty ||
      (await confirmAct({
        title: t('files.ext.leave'),
        text: t('files.ext.leaveText'),
        ok: t('files.ext.discard'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    if (sure) onClose()
  }
  const text = (key: keyof typeof said, label: string, max: number, error?: string, required = false) => (
    <Line label={label} required={required} error={error}>
      {(id, described) => (
        <Input
          id={id}
          aria-describedby={described}
          value={said[key]}
          maxLength={max}
          status={error ? 'error' : ''}
          onChange={(event) => put({ [key]: event.target.value })}
        />
      )}
    </Line>
  )
  return (
    <FormModal
      open
      width={720}
      title={t('files.ext.add')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: saving.isPending }}
      onCancel={() => void close()}
      onOk={save}
      destroyOnHidden
    >
      <FormColumn>
        <Line label={t('files.ext.category')}>
          {(id) => (
            <Select
              id={id}
              className="wide"
              value={category}
              options={reportCategories.map((value) => ({ value, label: reportCategoryLabels[value][language()] }))}
              onChange={setCategory}
            />
          )}
        </Line>
        {text('title', t('files.ext.name'), 200, fault('title'), true)}
        {text('source', t('files.ext.source'), 100, fault('source'), true)}
        {text('identifier', t('files.ext.number'), 100)}
        <Line label={t('files.ext.issuedAt')} required error={fault('date')}>
          {(id, described) => (
            <span className="row wrap">
              <Input
                id={id}
                aria-describedby={described}
                type="date"
                max={isoDay()}
                style={{ width: 170 }}
                value={said.date}
                onChange={(event) => put({ date: event.target.value })}
              />
              <Input
                type="time"
                aria-label={t('files.ext.time')}
                style={{ width: 130 }}
                value={said.time}
                onChange={(event) => put({ time: event.target.value })}
              />
            </span>
          )}
        </Line>
        <ResultRows rows={rows} onChange={setRows} error={fault('results')} />
        <Line label={t('files.ext.conclusion')}>
          {(id) => (
            <GrowingArea
              id={id}
              value={said.conclusion}
              maxLength={4000}
              lines={2}
              most={8}
              onChange={(event) => put({ conclusion: event.target.value })}
            />
          )}
        </Line>
        <Line label={t('files.ext.file')} error={files.error ? errorMessage(files.error) : undefined}>
          {(id) => (
            <Select<string>
              id={id}
              className="wide"
              allowClear
              placeholder={t('files.ext.noFile')}
              value={fileId}
              options={(files.data?.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
              onChange={(value) => setFileId(value ?? null)}
            />
          )}
        </Line>
      </FormColumn>
    </FormModal>
  )
}

interface RowsProps {
  rows: Draft[]
  onChange: (rows: Draft[]) => void
  error: string | undefined
}
function ResultRows({ rows, onChange, error }: RowsProps) {
  const set = (key: number, change: Partial<Draft>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
  const field = (row: Draft, of: 'name' | 'value' | 'unit' | 'referenceRange', label: string) => (
    <Input
      aria-label={label}
      placeholder={label}
      value={row[of]}
      maxLength={of === 'unit' ? 40 : 100}
      onChange={(event) => set(row.key, { [of]: event.target.value })}
    />
  )
  return (
    <fieldset className="extrows">
      <legend className="lab">{t('files.ext.results')}</legend>
      {rows.map((row) => (
        <div key={row.key} className="extrow">
          {field(row, 'name', t('files.ext.item'))}
          {field(row, 'value', t('files.ext.value'))}
          {field(row, 'unit', t('files.ext.unit'))}
          {field(row, 'referenceRange', t('files.ext.range'))}
          <Select
            aria-label={t('files.ext.flagLabel')}
            value={row.interpretation ?? ''}
            options={[
              { value: '', label: t('files.ext.noFlag') },
              ...interpretations.map((value) => ({ value, label: t(`files.ext.flag.${value}`) })),
            ]}
            onChange={(value) => set(row.key, { interpretation: interpretations.find((one) => one === value) ?? null })}
          />
          <button
            type="button"
            className="icbtn"
            aria-label={t('files.remove')}
            title={t('files.remove')}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            <DeleteOutlined />
          </button>
        </div>
      ))}
      <Button
        size="sm"
        icon={<PlusOutlined />}
        disabled={rows.length >= 200}
        onClick={() => onChange([...rows, blank(Math.max(-1, ...rows.map(({ key }) => key)) + 1)])}
      >
        {t('files.ext.addRow')}
      </Button>
      {error && (
        <p className="help err" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Entered wrongly: struck through with the reason, for everybody. */
export function ReportWithdraw({ report, onClose }: { report: ExternalReport; onClose: () => void }) {
  const step = useEndpointMutation(putExternalReport, {
    onDone: () => {
      notify({ kind: 'ok', title: t('files.done.withdraw') })
      onClose()
    },
  })
  return (
    <ReasonDialog
      title={t('files.ext.askWithdraw', { title: report.title })}
      submit={t('files.withdraw')}
      label={t('files.reason')}
      busy={step.isPending}
      onSend={(reason) => step.mutate({ params: { id: report.id }, body: { withdraw: true, reason } })}
      onClose={onClose}
    >
      <p className="t2">{t('files.ext.askText')}</p>
    </ReasonDialog>
  )
}
