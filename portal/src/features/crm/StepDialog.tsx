import { saysSomething } from '@teleward/contract/core/text.ts'
import { stepNeeds } from '@teleward/contract/crm/rules.ts'
import { type CrmConfig, MAX_TEXT, MAX_TITLE } from '@teleward/contract/crm/schema.ts'
import { Input, Select } from 'antd'
import { useId, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { errorText, t } from '../../i18n/i18n.ts'
import { ChangedNote } from '../../patterns/ChangedNote.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import type { AskedStep, CaseSteps } from './useCaseSteps.ts'
import { offeredTypes, originText, stateText } from './labels.tsx'

const missing = {
  assign: 'RECIPIENT_REQUIRED',
  finish: 'CONTENT_REQUIRED',
  cancel: 'REASON_REQUIRED',
  restore: 'REASON_REQUIRED',
  change: 'TITLE_REQUIRED',
} as const satisfies Record<AskedStep, string>

/** What a step needs to be told: to whom, with what result, why; or what the case is to be called. */
export function StepDialog({ steps, config }: { steps: CaseSteps; config: CrmConfig | undefined }) {
  const { asking } = steps
  return asking && <Asked key={`${asking.row.sn}-${asking.step}`} steps={steps} asking={asking} config={config} />
}

interface Props {
  steps: CaseSteps
  asking: NonNullable<CaseSteps['asking']>
  config: CrmConfig | undefined
}
function Asked({ steps, asking: { row, step, changed }, config }: Props) {
  const id = useId()
  const [to, setTo] = useState<number>()
  const [text, setText] = useState('')
  const [title, setTitle] = useState(row.title)
  const [type, setType] = useState(row.type)
  const [origin, setOrigin] = useState(row.origin)
  const [wrong, setWrong] = useState(false)
  const there = step === 'assign' ? to !== undefined : step === 'change' ? title.trim() !== '' : saysSomething(text)
  const bad = wrong && !there
  const send = () => {
    if (!there) return setWrong(true)
    if (step === 'assign') steps.answer({ to })
    else if (step === 'change') steps.answer({ title: title.trim(), type, origin })
    else steps.answer({ text: text.trim() })
  }
  const field = { id, status: bad ? ('error' as const) : ('' as const), 'aria-describedby': `${id}-help` }
  return (
    <FormModal
      open
      title={t(`crm.step.${step}.title`, { sn: row.sn })}
      okText={t(`crm.step.${step}.ok`)}
      cancelText={t('crm.step.back')}
      okButtonProps={{ danger: step === 'cancel' }}
      confirmLoading={steps.busy}
      onOk={send}
      onCancel={() => steps.answer(null)}
      destroyOnHidden
    >
      <div className="caseform">
        <p className="t2">{row.title}</p>
        {changed && <ChangedNote state={stateText(row.state)} />}
        <div>
          <FieldLabel id={id} required>
            {t(`crm.step.${step}.field`)}
          </FieldLabel>
          {step === 'assign' && (
            <OwnerSelect
              {...field}
              config={config}
              unit={row.unitId}
              without={row.owner?.mid}
              value={to}
              onChange={setTo}
            />
          )}
          {step === 'change' && (
            <Input {...field} value={title} maxLength={MAX_TITLE} onChange={(event) => setTitle(event.target.value)} />
          )}
          {step !== 'change' && stepNeeds(step) !== 'recipient' && (
            <Input.TextArea
              {...field}
              autoFocus
              rows={3}
              maxLength={MAX_TEXT}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
          <p id={`${id}-help`} className={`help ${bad ? 'err' : ''}`} role={bad ? 'alert' : undefined}>
            {bad ? errorText(missing[step]) : ''}
          </p>
        </div>
        {step === 'change' && (
          <>
            <Choice
              id={`${id}-type`}
              name={t('crm.form.type')}
              value={type}
              options={offeredTypes(config, row.type)}
              onPick={setType}
            />
            <Choice
              id={`${id}-origin`}
              name={t('crm.form.origin')}
              value={origin}
              options={(config?.origins ?? []).map((value) => ({ value, label: originText(value) }))}
              onPick={setOrigin}
            />
          </>
        )}
      </div>
    </FormModal>
  )
}

interface ChoiceProps<V extends string> {
  id: string
  name: string
  value: V
  options: { value: V; label: string }[]
  onPick: (value: V) => void
}
const Choice = <V extends string>({ id, name, value, options, onPick }: ChoiceProps<V>) => (
  <div>
    <label className="lab" htmlFor={id}>
      {name}
    </label>
    <Select<V> id={id} className="wide" value={value} options={options} onChange={onPick} />
  </div>
)

interface OwnerProps {
  id: string
  config: CrmConfig | undefined
  /** Only who works there. */
  unit?: number | undefined
  without?: number | undefined
  value: number | undefined
  status?: 'error' | ''
  clear?: boolean
  onChange: (mid: number | undefined) => void
  'aria-describedby'?: string
}
export function OwnerSelect({ config, unit, without, value, clear = false, onChange, ...rest }: OwnerProps) {
  const owners = (config?.owners ?? []).filter(
    ({ mid, units }) => mid !== without && (unit === undefined || units.includes(unit)),
  )
  return (
    <Select<number>
      {...rest}
      className="wide"
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={clear}
      placeholder={t('crm.step.assign.choose')}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      options={owners.map((one) => ({ value: one.mid, label: nameOf(one) }))}
    />
  )
}
