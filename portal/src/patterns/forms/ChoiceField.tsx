import type { Choice } from '@teleward/contract/forms/compile.ts'
import { type Answer, fieldOf, sameAnswer, textOf } from '@teleward/contract/forms/fhir.ts'
import { answerOf } from '@teleward/contract/forms/state.ts'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import type { FieldProps } from './field.ts'

function useChoiceText() {
  const { language } = useI18n()
  return ({ option }: Choice): string => {
    if (option.valueCoding) return textOf(option.valueCoding, 'display', language) || option.valueCoding.code || ''
    const field = fieldOf(option)
    return field ? String(option[field]) : ''
  }
}

/** One of the options, several of them, or words of one's own where the question takes these. */
export function ChoiceField(props: FieldProps) {
  const { t } = useI18n()
  const { node } = props.instance
  const name = useChoiceText()
  if (node.type === 'boolean') return <YesNo {...props} />
  if (!node.choices.length) return <p className="fm-text help">{t('forms.noOptions')}</p>
  if (node.control === 'dropDown' && !node.repeats) return <DropDown {...props} name={name} />
  return <Options {...props} name={name} />
}

function YesNo({ id, instance, answers, onAnswer, disabled }: FieldProps) {
  const { t } = useI18n()
  const value = answers[0]?.valueBoolean
  return (
    <div className="fm-options two">
      {[true, false].map((one) => (
        <label key={String(one)} className={value === one ? 'on' : ''}>
          <input
            type="radio"
            name={id}
            checked={value === one}
            disabled={disabled}
            onChange={() => onAnswer(instance.key, [{ valueBoolean: one }])}
          />
          <span>{t(one ? 'forms.yes' : 'forms.no')}</span>
        </label>
      ))}
    </div>
  )
}

type Named = FieldProps & { name: (choice: Choice) => string }
const isChosen = (answers: readonly Answer[], { option }: Choice) => answers.some((one) => sameAnswer(one, option))

function DropDown({ id, instance, answers, onAnswer, disabled, described, name }: Named) {
  const { t } = useI18n()
  const { choices } = instance.node
  const chosen = choices.find((one) => isChosen(answers, one))
  return (
    <select
      id={id}
      aria-describedby={described}
      className="fm-field"
      disabled={disabled}
      value={chosen?.key ?? ''}
      onChange={({ target }) => {
        const picked = choices.find(({ key }) => key === target.value)
        onAnswer(instance.key, picked ? [answerOf(picked.option)] : [])
      }}
    >
      <option value="">{t('forms.choose')}</option>
      {choices.map((one) => (
        <option key={one.key} value={one.key}>
          {name(one)}
        </option>
      ))}
    </select>
  )
}

function Options({ id, instance, answers, onAnswer, disabled, name }: Named) {
  const { t } = useI18n()
  const { node, key } = instance
  const { choices, repeats } = node
  const open = node.type === 'open-choice'
  const own = answers.find(
    (one) => one.valueString !== undefined && !choices.some(({ option }) => sameAnswer(one, option)),
  )
  const [writing, setWriting] = useState(own !== undefined)
  const toggle = (choice: Choice) => {
    const answer = answerOf(choice.option)
    if (!repeats) {
      setWriting(false)
      return onAnswer(key, [answer])
    }
    if (isChosen(answers, choice))
      return onAnswer(
        key,
        answers.filter((one) => !sameAnswer(one, choice.option)),
      )
    const beside = choice.exclusive
      ? []
      : answers.filter((one) => !choices.some((other) => other.exclusive && sameAnswer(one, other.option)))
    onAnswer(key, [...beside, answer])
  }
  const write = (text: string) => {
    const others = repeats ? answers.filter((one) => one !== own) : []
    onAnswer(key, text ? [...others, { valueString: text }] : others)
  }
  return (
    <div className="fm-options">
      {choices.map((one) => {
        const on = isChosen(answers, one) && !(writing && !repeats)
        return (
          <label key={one.key} className={on ? 'on' : ''}>
            <input
              type={repeats ? 'checkbox' : 'radio'}
              name={id}
              checked={on}
              disabled={disabled}
              onChange={() => toggle(one)}
            />
            <span>{name(one)}</span>
          </label>
        )
      })}
      {open && (
        <label className={writing ? 'on' : ''}>
          <input
            type={repeats ? 'checkbox' : 'radio'}
            name={id}
            checked={writing}
            disabled={disabled}
            onChange={() => {
              setWriting(!writing || !repeats)
              if (writing && repeats) write('')
              else if (!repeats) onAnswer(key, [])
            }}
          />
          <span>{t('forms.other')}</span>
        </label>
      )}
      {open && writing && (
        <input
          className="fm-field"
          aria-label={t('forms.otherText')}
          value={own?.valueString ?? ''}
          maxLength={node.maxLength ?? 500}
          disabled={disabled}
          onChange={({ target }) => write(target.value)}
        />
      )}
      {!repeats && !node.required && answers.length > 0 && !disabled && (
        <button type="button" className="fm-clear" onClick={() => onAnswer(key, [])}>
          {t('forms.clear')}
        </button>
      )}
    </div>
  )
}
