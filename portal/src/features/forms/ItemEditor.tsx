import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined } from '@ant-design/icons'
import { extensionValue, type FhirItem, numberOf, urls } from '@teleward/contract/forms/fhir.ts'
import { Checkbox, Input, Select } from 'antd'
import { t } from '../../i18n/i18n.ts'
import { FormColumn, Line } from '../../patterns/FormLines.tsx'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { isChoice, option, translationOf, withExtension, withField, withTranslation } from './build.ts'
import { Conditions } from './ItemConditions.tsx'
import { Options } from './ItemOptions.tsx'
import { Act, type Part } from './ItemPart.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

const answerable = [
  'choice',
  'open-choice',
  'boolean',
  'integer',
  'decimal',
  'quantity',
  'string',
  'text',
  'date',
  'dateTime',
  'time',
  'url',
] as const
interface Props extends Part {
  /** What is asked before it, for its conditions. */
  others: readonly FhirItem[]
  onMove: (by: -1 | 1) => void
  onCopy: () => void
  onRemove: () => void
}

/** One question with all that is set about it. */
export function ItemEditor({ item, others, onChange, onMove, onCopy, onRemove }: Props) {
  const set = (field: string, value: unknown) => onChange((now) => withField(now, field, value))
  const question = (answerable as readonly string[]).includes(item.type)
  const number = ['integer', 'decimal', 'quantity'].includes(item.type)
  return (
    <section className="qs-item" aria-label={item.text}>
      <FormColumn>
        <Line label={t('questions.build.text')} required>
          {(id) => (
            <GrowingArea
              id={id}
              lines={1}
              most={6}
              maxLength={2000}
              value={item.text ?? ''}
              onChange={(e) => set('text', e.target.value)}
            />
          )}
        </Line>
        <Line label={t('questions.build.textEn')}>
          {(id) => (
            <Input
              id={id}
              maxLength={2000}
              value={translationOf(item, 'text', 'en')}
              onChange={(e) => onChange((now) => withTranslation(now, 'text', 'en', e.target.value))}
            />
          )}
        </Line>
        {question && (
          <Line label={t('questions.build.type')}>
            {(id) => (
              <Select
                id={id}
                className="wide"
                value={item.type}
                onChange={(type: string) =>
                  onChange((now) => {
                    const next = { ...now, type }
                    const choice = isChoice(next)
                    if (choice && !next.answerOption?.length && next.answerValueSet === undefined)
                      return { ...next, answerOption: [option('0', `${t('questions.build.newOption')} 1`, undefined)] }
                    return choice ? next : withField(next, 'answerOption', undefined)
                  })
                }
                options={answerable.map((one) => ({ value: one, label: t(`questions.build.types.${one}`) }))}
              />
            )}
          </Line>
        )}
        <span className="row wrap">
          {question && (
            <Checkbox checked={item.required === true} onChange={(e) => set('required', e.target.checked || undefined)}>
              {t('questions.build.required')}
            </Checkbox>
          )}
          {item.type !== 'display' && item.type !== 'boolean' && (
            <Checkbox checked={item.repeats === true} onChange={(e) => set('repeats', e.target.checked || undefined)}>
              {t(
                item.type === 'group'
                  ? 'questions.build.repeatsGroup'
                  : isChoice(item)
                    ? 'questions.build.repeats'
                    : 'questions.build.repeatsValue',
              )}
            </Checkbox>
          )}
        </span>
        {number && <Limits item={item} onChange={onChange} />}
        {(item.type === 'string' || item.type === 'text') && (
          <Line label={t('questions.build.maxLength')}>
            {(id) => (
              <NumberField
                id={id}
                min={1}
                max={4000}
                value={item.maxLength ?? null}
                onChange={(value) => set('maxLength', value ?? undefined)}
              />
            )}
          </Line>
        )}
        {isChoice(item) && item.answerOption && <Options item={item} onChange={onChange} />}
        {question && <Formula item={item} onChange={onChange} />}
        <Conditions item={item} others={others} onChange={onChange} />
      </FormColumn>
      <div className="row">
        <Act label={t('questions.build.up')} icon={<ArrowUpOutlined />} onClick={() => onMove(-1)} />
        <Act label={t('questions.build.down')} icon={<ArrowDownOutlined />} onClick={() => onMove(1)} />
        <Act label={t('questions.build.duplicate')} icon={<CopyOutlined />} onClick={onCopy} />
        <span className="grow" />
        <Act label={t('questions.build.remove')} icon={<DeleteOutlined />} onClick={onRemove} />
      </div>
    </section>
  )
}
function Limits({ item, onChange }: Part) {
  const unit = extensionValue<{ display?: string; code?: string }>(item, urls.unit, 'valueCoding')
  const limit = (url: string) => numberOf(item, url) ?? null
  const field = item.type === 'integer' ? 'valueInteger' : 'valueDecimal'
  return (
    <div className="qs-three">
      {(
        [
          ['least', urls.minValue],
          ['most', urls.maxValue],
        ] as const
      ).map(([name, url]) => (
        <Line key={name} label={t(`questions.build.${name}`)}>
          {(id) => (
            <NumberField
              id={id}
              value={limit(url)}
              onChange={(value) =>
                onChange((now) => withExtension(now, url, value === null ? undefined : { [field]: value }))
              }
            />
          )}
        </Line>
      ))}
      <Line label={t('questions.build.unit')}>
        {(id) => (
          <Input
            id={id}
            maxLength={40}
            value={unit?.display ?? unit?.code ?? ''}
            onChange={(e) =>
              onChange((now) =>
                withExtension(
                  now,
                  urls.unit,
                  e.target.value ? { valueCoding: { display: e.target.value, code: e.target.value } } : undefined,
                ),
              )
            }
          />
        )}
      </Line>
    </div>
  )
}

function Formula({ item, onChange }: Part) {
  const said = extensionValue<{ expression?: string }>(item, urls.calculated, 'valueExpression')
  return (
    <Line label={t('questions.build.formula')}>
      {(id) => (
        <GrowingArea
          id={id}
          lines={1}
          most={6}
          maxLength={2000}
          value={said?.expression ?? ''}
          onChange={(e) =>
            onChange((now) => {
              const expression = e.target.value
              const next = withExtension(
                now,
                urls.calculated,
                expression ? { valueExpression: { ...said, language: 'text/fhirpath', expression } } : undefined,
              )
              return withField(next, 'readOnly', expression ? true : undefined)
            })
          }
        />
      )}
    </Line>
  )
}
