import type { FaultAt } from '@teleward/contract/forms/check.ts'
import { isQuestion } from '@teleward/contract/forms/compile.ts'
import { type Answer, textOf } from '@teleward/contract/forms/fhir.ts'
import { type KeyboardEvent, memo, useId } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { ChoiceField } from './ChoiceField.tsx'
import type { FieldProps } from './field.ts'
import { ValueField } from './ValueField.tsx'

interface Props extends Omit<FieldProps, 'id' | 'described'> {
  fault: FaultAt | undefined
  number?: string | undefined
}
const NONE: readonly Answer[] = []

/** The first signs 1 to 9 choose, where nothing is typed. */
function byDigit({ key, target }: KeyboardEvent<HTMLElement>, box: HTMLElement): boolean {
  const digit = '123456789'.indexOf(key)
  if (digit < 0 || (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type))) return false
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return false
  const option = box.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]')[digit]
  option?.click()
  option?.focus()
  return option !== undefined
}

/** Places are found anew at each key; what they are of is not. */
const isSame = (one: Props, next: Props) =>
  one.instance.key === next.instance.key &&
  one.instance.node === next.instance.node &&
  one.answers === next.answers &&
  one.disabled === next.disabled &&
  one.onAnswer === next.onAnswer &&
  one.number === next.number &&
  one.fault?.fault === next.fault?.fault

/** One question, text or heading. Asked with the answers of its own place alone, so that a key in a long form draws one of them anew. */
export const FormQuestion = memo(function FormQuestion({ instance, answers = NONE, fault, number, ...rest }: Props) {
  const { t, language } = useI18n()
  const id = useId()
  const { node } = instance
  const text = textOf(node.item, 'text', language)
  if (node.type === 'display')
    return node.control === 'header' ? (
      <h3 className="fm-head">{text}</h3>
    ) : (
      <p className={`fm-text ${node.control}`}>{text}</p>
    )
  if (!isQuestion(node)) return null
  const grouped = node.choices.length > 0 || node.type === 'boolean' || node.repeats
  const label = (
    <>
      {(number ?? node.item.prefix) && <span className="fm-no num">{number ?? node.item.prefix}</span>}
      <span>{text}</span>
      {node.required && (
        <span className="fm-must" title={t('forms.required')}>
          *<span className="sr">{t('forms.required')}</span>
        </span>
      )}
      {node.calculated !== undefined && <span className="tag">{t('forms.calculated')}</span>}
    </>
  )
  const described = fault ? `${id}-f` : undefined
  const field = {
    ...rest,
    instance,
    answers,
    id,
    described,
    disabled: rest.disabled || node.readOnly || node.calculated !== undefined,
  }
  const body =
    node.choices.length > 0 || node.type === 'boolean' ? <ChoiceField {...field} /> : <ValueField {...field} />
  return (
    <div className={`fm-q ${fault ? 'bad' : ''}`} data-key={instance.key}>
      {grouped ? (
        <fieldset
          aria-describedby={described}
          onKeyDown={(event) => {
            if (byDigit(event, event.currentTarget)) event.preventDefault()
          }}
        >
          <legend>{label}</legend>
          {body}
        </fieldset>
      ) : (
        <>
          <label htmlFor={id}>{label}</label>
          {body}
        </>
      )}
      {fault && (
        <p className="fm-fault" id={`${id}-f`} role="alert">
          {t(`forms.fault.${fault.fault}`, { limit: fault.limit ?? 0 })}
        </p>
      )}
    </div>
  )
}, isSame)
