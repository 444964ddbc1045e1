import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { EnableWhen, FhirItem } from '@teleward/contract/forms/fhir.ts'
import { Input, Select } from 'antd'
import { t } from '../../i18n/i18n.ts'
import { isChoice, withField } from './build.ts'
import { Act, type Part } from './ItemPart.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

const answered: Record<string, string> = {
  boolean: 'answerBoolean',
  integer: 'answerInteger',
  decimal: 'answerDecimal',
  string: 'answerString',
  text: 'answerString',
  date: 'answerDate',
}
const operators = ['=', '!=', '>', '>=', '<', '<=', 'exists'] as const
const signs: Record<string, string> = { '!=': '≠', '>=': '≥', '<=': '≤' }
/** An option, yes and no are more or less than nothing. */
const operatorsOf = (question: FhirItem | undefined, chosen: string) =>
  question && (isChoice(question) || question.type === 'boolean')
    ? operators.filter((one) => ['=', '!=', 'exists', chosen].includes(one))
    : operators
/** When a question is asked: by what was answered before it. */
export function Conditions({ item, others, onChange }: Part & { others: readonly FhirItem[] }) {
  const asked = others.filter((one) => isChoice(one) || answered[one.type])
  const whens = item.enableWhen ?? []
  const set = (next: EnableWhen[]) =>
    onChange((now) => {
      const with_ = withField(now, 'enableWhen', next.length ? next : undefined)
      return next.length > 1
        ? { ...with_, enableBehavior: now.enableBehavior ?? 'all' }
        : withField(with_, 'enableBehavior', undefined)
    })
  const first = asked.at(-1)
  if (!whens.length && !first) return null
  const valueFor = (question: FhirItem | undefined): Record<string, unknown> => {
    if (question && isChoice(question)) {
      const { system, code } = question.answerOption?.[0]?.valueCoding ?? {}
      return { answerCoding: { ...(system ? { system } : {}), ...(code ? { code } : {}) } }
    }
    const field = answered[question?.type ?? ''] ?? 'answerString'
    return { [field]: field === 'answerBoolean' ? true : field === 'answerString' || field === 'answerDate' ? '' : 0 }
  }
  return (
    <div className="qs-options">
      <b>{t('questions.build.when')}</b>
      {whens.map((when, at) => {
        const question = others.find(({ linkId }) => linkId === when.question)
        const change = (next: EnableWhen) => set(whens.map((one, place) => (place === at ? next : one)))
        return (
          <div key={at} className="qs-option">
            <Select
              aria-label={t('questions.build.whenQuestion')}
              value={when.question}
              popupMatchSelectWidth={false}
              options={asked.map((one) => ({ value: one.linkId, label: one.text || one.linkId }))}
              onChange={(to: string) => {
                const target = others.find(({ linkId }) => linkId === to)
                change({ question: to, operator: '=', ...valueFor(target) })
              }}
            />
            <Select
              aria-label={t('questions.build.when')}
              value={when.operator}
              options={operatorsOf(question, when.operator).map((one) => ({
                value: one,
                label: one === 'exists' ? t('questions.build.exists') : (signs[one] ?? one),
              }))}
              onChange={(operator: EnableWhen['operator']) =>
                change({
                  question: when.question,
                  operator,
                  ...(operator === 'exists'
                    ? { answerBoolean: true }
                    : when.operator === 'exists'
                      ? valueFor(question)
                      : rest(when)),
                })
              }
            />
            {when.operator !== 'exists' && <WhenValue question={question} when={when} onChange={change} />}
            <Act
              label={t('questions.build.removeWhen')}
              icon={<DeleteOutlined />}
              onClick={() => set(whens.filter((_, place) => place !== at))}
            />
          </div>
        )
      })}
      {whens.length > 1 && (
        <Select
          aria-label={t('questions.build.when')}
          value={item.enableBehavior ?? 'all'}
          options={[
            { value: 'all', label: t('questions.build.whenAll') },
            { value: 'any', label: t('questions.build.whenAny') },
          ]}
          onChange={(behaviour: string) => onChange((now) => ({ ...now, enableBehavior: behaviour }))}
        />
      )}
      {first && (
        <Act
          label={t('questions.build.addWhen')}
          icon={<PlusOutlined />}
          onClick={() => set([...whens, { question: first.linkId, operator: '=', ...valueFor(first) }])}
        />
      )}
    </div>
  )
}
const rest = ({ question: _question, operator: _operator, ...value }: EnableWhen) => value

function WhenValue({
  question,
  when,
  onChange,
}: {
  question: FhirItem | undefined
  when: EnableWhen
  onChange: (next: EnableWhen) => void
}) {
  const label = t('questions.build.whenValue')
  const base = { question: when.question, operator: when.operator }
  if (question && isChoice(question))
    return (
      <Select
        aria-label={label}
        value={(when.answerCoding as { code?: string } | undefined)?.code}
        popupMatchSelectWidth={false}
        options={(question.answerOption ?? []).map(({ valueCoding }) => ({
          value: valueCoding?.code,
          label: valueCoding?.display ?? valueCoding?.code,
        }))}
        onChange={(code) => {
          const coding = question.answerOption?.find(({ valueCoding }) => valueCoding?.code === code)?.valueCoding
          onChange({
            ...base,
            answerCoding: { ...(coding?.system ? { system: coding.system } : {}), ...(code ? { code } : {}) },
          })
        }}
      />
    )
  const field = answered[question?.type ?? ''] ?? 'answerString'
  const value = when[field]
  if (field === 'answerBoolean')
    return (
      <Select
        aria-label={label}
        value={value === true}
        options={[
          { value: true, label: t('forms.yes') },
          { value: false, label: t('forms.no') },
        ]}
        onChange={(to: boolean) => onChange({ ...base, answerBoolean: to })}
      />
    )
  if (field === 'answerInteger' || field === 'answerDecimal')
    return (
      <NumberField
        aria-label={label}
        value={typeof value === 'number' ? value : null}
        onChange={(to) => onChange({ ...base, [field]: to ?? 0 })}
      />
    )
  return (
    <Input
      aria-label={label}
      type={field === 'answerDate' ? 'date' : 'text'}
      value={typeof value === 'string' ? value : ''}
      onChange={(e) => onChange({ ...base, [field]: e.target.value })}
    />
  )
}
