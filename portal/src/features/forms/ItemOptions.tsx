import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type AnswerOption, numberOf, urls, weightOf } from '@teleward/contract/forms/fhir.ts'
import { Input } from 'antd'
import { t } from '../../i18n/i18n.ts'
import { Line } from '../../patterns/FormLines.tsx'
import { option, translationOf, withExtension, withTranslation, withWeight } from './build.ts'
import { Act, type Part } from './ItemPart.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

/** The options of a question with what they count, and from which weight an answer tells of danger. */
export function Options({ item, onChange }: Part) {
  const options = item.answerOption ?? []
  const set = (at: number, to: (one: AnswerOption) => AnswerOption) =>
    onChange((now) => ({
      ...now,
      answerOption: (now.answerOption ?? []).map((one, place) => (place === at ? to(one) : one)),
    }))
  const codes = new Set(options.map(({ valueCoding }) => valueCoding?.code))
  const fresh = () => {
    for (let code = options.length; ; code += 1) if (!codes.has(String(code))) return String(code)
  }
  const alert = numberOf(item, urls.alert)
  const scored = options.some((one) => weightOf(one) !== undefined)
  return (
    <div className="qs-options">
      <b>{t('questions.build.options')}</b>
      {options.map((one, at) =>
        one.valueCoding ? (
          <div key={at} className="qs-option">
            <Input
              aria-label={t('questions.build.option')}
              value={one.valueCoding.display ?? ''}
              maxLength={500}
              onChange={(e) =>
                set(at, (was) => ({ ...was, valueCoding: { ...was.valueCoding, display: e.target.value } }))
              }
            />
            <Input
              aria-label={t('questions.build.optionEn')}
              placeholder={t('questions.build.optionEn')}
              value={translationOf(one.valueCoding, 'display', 'en')}
              maxLength={500}
              onChange={(e) =>
                set(at, (was) => ({
                  ...was,
                  valueCoding: withTranslation(was.valueCoding ?? {}, 'display', 'en', e.target.value),
                }))
              }
            />
            <NumberField
              aria-label={t('questions.build.weight')}
              placeholder={t('questions.build.weight')}
              value={weightOf(one) ?? null}
              onChange={(value) => set(at, (was) => withWeight(was, value ?? undefined))}
            />
            <Act
              label={t('questions.build.removeOption')}
              icon={<DeleteOutlined />}
              onClick={() =>
                onChange((now) => ({
                  ...now,
                  answerOption: (now.answerOption ?? []).filter((_, place) => place !== at),
                }))
              }
            />
          </div>
        ) : null,
      )}
      <Act
        label={t('questions.build.addOption')}
        icon={<PlusOutlined />}
        onClick={() =>
          onChange((now) => ({
            ...now,
            answerOption: [
              ...(now.answerOption ?? []),
              option(
                fresh(),
                `${t('questions.build.newOption')} ${options.length + 1}`,
                scored ? options.length : undefined,
              ),
            ],
          }))
        }
      />
      {scored && (
        <Line label={t('questions.build.alert')}>
          {(id) => (
            <NumberField
              id={id}
              value={alert ?? null}
              onChange={(value) =>
                onChange((now) => withExtension(now, urls.alert, value === null ? undefined : { valueDecimal: value }))
              }
            />
          )}
        </Line>
      )}
    </div>
  )
}
