import { postFinding } from '@teleward/contract/files/endpoints.ts'
import {
  eyeGrades,
  type EyeGrade,
  type FindingBody,
  imageQualities,
  type MedicalFile,
  type PhonoValues,
} from '@teleward/contract/files/schema.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { FormModal } from '../FormModal.tsx'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { FormColumn, Line } from '../FormLines.tsx'
import { phonoKeys } from './phono-values.ts'
import { NumberField } from '../../ui/NumberField.tsx'

type Quality = (typeof imageQualities)[number]
interface Props {
  file: MedicalFile
  of: 'phono' | 'eye'
  onClose: () => void
}
const NONE: PhonoValues = { emat: null, sdi: null, s3: null, s4: null }

/** What the report of a device says, taken down with its model and day. What it does not say stays empty. */
export function FindingForm({ file, of, onClose }: Props) {
  const t = useT()
  const [phono, setPhono] = useState<PhonoValues>(NONE)
  const [grade, setGrade] = useState<EyeGrade>()
  const [quality, setQuality] = useState<Quality | null>(null)
  const [word, setWord] = useState('')
  const [model, setModel] = useState('')
  const [date, setDate] = useState(isoDay())
  const [asked, setAsked] = useState(false)
  const saving = useEndpointMutation(postFinding, {
    onDone: () => {
      notify({ kind: 'ok', title: t('signals.finding.saved') })
      onClose()
    },
  })
  const values = valuesOf(of, phono, { grade, quality, word: word.trim() || null })
  const said = (wrong: boolean, text: string) => (asked && wrong ? text : undefined)
  const missing = {
    values: said(!values, t(of === 'phono' ? 'signals.finding.oneValue' : 'signals.finding.needGrade')),
    model: said(model.trim() === '', t('signals.finding.needModel')),
    date: said(date === '' || date > isoDay(), t('signals.finding.needDate')),
  }
  const save = () => {
    setAsked(true)
    if (!values || model.trim() === '' || date === '' || date > isoDay()) return
    saving.mutate({ params: { id: file.id }, body: { values, model: model.trim(), date } })
  }
  return (
    <FormModal
      open
      title={t(of === 'phono' ? 'signals.finding.enter' : 'signals.finding.enterEye')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: saving.isPending }}
      onCancel={onClose}
      onOk={save}
      destroyOnHidden
    >
      {/* A dialog over the viewer keeps its keys to itself. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here. */}
      <div onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}>
        <FormColumn>
          <p className="t2 f13">{t('signals.finding.empty')}</p>
          {of === 'phono' ? (
            phonoKeys.map((key) => (
              <Line key={key} label={t(`signals.phono.${key}`)}>
                {(id) => (
                  <NumberField
                    id={id}
                    min={0}
                    max={key === 'emat' ? 100 : 10}
                    step={0.1}
                    value={phono[key]}
                    suffix={key === 'emat' ? '%' : undefined}
                    onChange={(value) => setPhono({ ...phono, [key]: value })}
                  />
                )}
              </Line>
            ))
          ) : (
            <>
              <Line label={t('signals.finding.grade')} required error={missing.values}>
                {(id) => (
                  <Select
                    id={id}
                    className="wide"
                    value={grade}
                    status={missing.values ? 'error' : ''}
                    options={eyeGrades.map((value) => ({ value, label: t(`signals.fundus.grade.${value}`) }))}
                    onChange={setGrade}
                  />
                )}
              </Line>
              <Line label={t('signals.finding.quality')}>
                {(id) => (
                  <Select
                    id={id}
                    className="wide"
                    value={quality ?? ''}
                    options={[
                      { value: '', label: t('signals.finding.unknown') },
                      ...imageQualities.map((value) => ({ value, label: t(`signals.fundus.quality.${value}`) })),
                    ]}
                    onChange={(value) => setQuality(imageQualities.find((one) => one === value) ?? null)}
                  />
                )}
              </Line>
              <Line label={t('signals.finding.word')}>
                {(id) => (
                  <Input id={id} value={word} maxLength={120} onChange={(event) => setWord(event.target.value)} />
                )}
              </Line>
            </>
          )}
          {of === 'phono' && missing.values && (
            <p className="help err" role="alert">
              {missing.values}
            </p>
          )}
          <Line label={t('signals.finding.model')} required error={missing.model}>
            {(id, described) => (
              <Input
                id={id}
                aria-describedby={described}
                value={model}
                maxLength={100}
                status={missing.model ? 'error' : ''}
                onChange={(event) => setModel(event.target.value)}
              />
            )}
          </Line>
          <Line label={t('signals.finding.date')} required error={missing.date}>
            {(id, described) => (
              <Input
                id={id}
                aria-describedby={described}
                type="date"
                value={date}
                max={isoDay()}
                status={missing.date ? 'error' : ''}
                onChange={(event) => setDate(event.target.value)}
              />
            )}
          </Line>
        </FormColumn>
      </div>
    </FormModal>
  )
}

function valuesOf(
  of: 'phono' | 'eye',
  phono: PhonoValues,
  eye: { grade: EyeGrade | undefined; quality: Quality | null; word: string | null },
): FindingBody['values'] | null {
  if (of === 'phono') return phonoKeys.every((key) => phono[key] === null) ? null : { of, ...phono }
  const { grade, ...rest } = eye
  return grade ? { of, grade, ...rest } : null
}
