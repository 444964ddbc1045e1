import type { FaultAt } from '@teleward/contract/forms/check.ts'
import type { Form } from '@teleward/contract/forms/compile.ts'
import { isQuestion } from '@teleward/contract/forms/compile.ts'
import { type Answer, textOf } from '@teleward/contract/forms/fhir.ts'
import {
  copiesOf,
  type FormState,
  type Instance,
  keyOf,
  withAnswer,
  withoutCopy,
} from '@teleward/contract/forms/state.ts'
import { useCallback } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { FormQuestion } from './FormQuestion.tsx'
import './forms.css'

const NONE: readonly Answer[] = []
export interface Setter {
  set(change: (state: FormState) => FormState): void
}
interface Props {
  form: Form
  state: FormState
  enabled: ReadonlyMap<string, Instance>
  faults: ReadonlyMap<string, FaultAt>
  /** Nothing: to be read alone. */
  writer: Setter | null
  /** These places alone: a section, or one question. */
  only?: readonly Instance[]
}

/** The questions that are asked, in their order, with the headings of their groups. */
export function FormBody({ form, state, enabled, faults, writer, only }: Props) {
  const answer = useCallback(
    (key: string, answers: readonly Answer[]) => writer?.set((now) => withAnswer(now, key, answers)),
    [writer],
  )
  return (
    <div className="fm">
      {(only ?? [...enabled.values()]).map((instance) => {
        const { node, key } = instance
        if (node.hidden) return null
        if (node.type === 'group')
          return <GroupHead key={key} form={form} state={state} instance={instance} writer={writer} />
        return (
          <FormQuestion
            key={key}
            instance={instance}
            answers={state.answers[key] ?? NONE}
            fault={faults.get(key)}
            onAnswer={answer}
            disabled={!writer}
          />
        )
      })}
    </div>
  )
}

function GroupHead({
  state,
  instance,
  writer,
}: {
  form: Form
  state: FormState
  instance: Instance
  writer: Setter | null
}) {
  const { t, language } = useI18n()
  const { node, at } = instance
  const name = textOf(node.item, 'text', language)
  if (!node.repeats) return name ? <h3 className="fm-head">{name}</h3> : null
  const outer = at.slice(0, -1)
  const copies = copiesOf(state, node, outer)
  const copy = at.at(-1) ?? 0
  const count = (next: number) =>
    writer?.set((now) => ({ ...now, groups: { ...now.groups, [keyOf(node.linkId, outer)]: next } }))
  const last = copy === copies - 1
  return (
    <div className="fm-group">
      <h3 className="fm-head">
        {name} {copies > 1 && <span className="num">{copy + 1}</span>}
      </h3>
      {writer && (last || copies > 1) && (
        <span className="row">
          {last && copies < (node.atMost ?? 20) && (
            <button type="button" className="fm-clear" onClick={() => count(copies + 1)}>
              {t('forms.addGroup', { name })}
            </button>
          )}
          {copies > 1 && (
            <button type="button" className="fm-clear" onClick={() => writer.set((now) => withoutCopy(now, node, at))}>
              {t('forms.removeGroup')}
            </button>
          )}
        </span>
      )}
    </div>
  )
}

/** The questions, without texts and what is hidden: what progress counts. */
export const questionsOf = (enabled: ReadonlyMap<string, Instance>): Instance[] =>
  [...enabled.values()].filter(({ node }) => isQuestion(node) && !node.hidden && node.calculated === undefined)
