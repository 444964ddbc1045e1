import { compile } from '@teleward/contract/forms/compile.ts'
import type { Questionnaire } from '@teleward/contract/forms/fhir.ts'
import type { QuestionnaireDetail } from '@teleward/contract/forms/schema.ts'
import { meaningOf, scoreOf } from '@teleward/contract/forms/score.ts'
import { initialState, toItems } from '@teleward/contract/forms/state.ts'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { Writer } from '../../patterns/forms/answering.ts'
import { FormBody } from '../../patterns/forms/FormBody.tsx'
import { CalculationNote, ScoreLine } from '../../patterns/forms/Said.tsx'
import { useAnswering } from '../../patterns/forms/useAnswering.ts'

/** As whoever answers sees it, on a phone and on a screen; nothing is kept. */
export function TryOut({ one, content: given }: { one: QuestionnaireDetail; content?: Questionnaire }) {
  const content = given ?? ((one.draft ?? one.content) as unknown as Questionnaire)
  const [wide, setWide] = useState(false)
  const { form, writer } = useMemo(() => {
    const compiled = compile(content)
    const begun = { items: toItems(compiled, initialState(compiled)), version: 1 }
    return { form: compiled, writer: new Writer(compiled, begun, async ({ items }) => ({ items, version: 1 }), null) }
  }, [content])
  const now = useAnswering(form, writer, false)
  const score = scoreOf(form, now.enabled, now.state)
  return (
    <div className="qs-try">
      <div className="row wrap">
        <Segmented
          value={wide}
          onChange={setWide}
          options={[
            { value: false, label: t('questions.try.phone') },
            { value: true, label: t('questions.try.screen') },
          ]}
        />
        <span className="t3">{t('questions.try.note')}</span>
      </div>
      <div className={wide ? 'qs-wide' : 'qs-phone'}>
        <FormBody form={form} state={now.state} enabled={now.enabled} faults={now.faults} writer={writer} />
        <CalculationNote form={form} fault={now.fault} />
        <ScoreLine score={score} meaning={meaningOf(content, score, null)} />
      </div>
    </div>
  )
}
