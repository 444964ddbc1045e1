import { updateSN } from '@teleward/contract/crm/endpoints.ts'
import { stepNeeds } from '@teleward/contract/crm/rules.ts'
import { type CaseRow, caseRow } from '@teleward/contract/crm/schema.ts'
import type { EndpointInput } from '@teleward/contract/core/endpoint.ts'
import { useCallback } from 'react'
import { mutateEndpoint } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { type Asked, useQuestion, useStepping } from '../../patterns/steps.ts'
import { notify } from '../../ui/notify.ts'
import { mayStep, type RowStep, type Viewer } from './board.ts'

type Body = EndpointInput<typeof updateSN>['body']
export type Said = Pick<Body, 'to' | 'text' | 'title' | 'type' | 'origin'>
/** The steps that ask something first. */
export type AskedStep = Exclude<RowStep, 'take' | 'giveBack' | 'close'>
const asks = (step: RowStep): step is AskedStep =>
  step === 'change' || (step !== 'take' && step !== 'giveBack' && step !== 'close' && stepNeeds(step) !== undefined)

interface Question {
  row: CaseRow
  step: AskedStep
}
export interface CaseSteps {
  /** Takes a step; one that needs a word asks for it first. */
  run(step: RowStep, row: CaseRow): void
  busy: boolean
  /** What is being asked, of which case. */
  asking: (Question & { changed?: true }) | null
  answer(said: Said | null): void
}

/** The steps of a case, wherever it stands: by a button, a key or a card that was dragged. Each can be undone for a while. */
export function useCaseSteps(viewer: Viewer): CaseSteps {
  const { asking, ask, asked: askedOf } = useQuestion<CaseRow, Question>()
  const { take, busy } = useStepping()
  const send = useCallback(
    ({ version: known, ...body }: Body, done: RowStep | 'undo', asked: Asked<CaseRow> = {}) =>
      void take<CaseRow>({
        of: `case:${body.sn}`,
        version: known,
        send: (version) => mutateEndpoint(updateSN, { body: { ...body, version } }),
        current: caseRow,
        illegal: 'CASE_ILLEGAL_STEP',
        tags: ['cases'],
        asked,
        done: ({ sn, version }) => {
          const undo = { label: t('common.undo'), run: () => send({ sn, version, action: 'undo' }, 'undo') }
          notify({
            kind: 'ok',
            key: `case-${sn}`,
            title: t(`crm.done.${done}`, { sn }),
            ...(done === 'undo' ? {} : { action: undo }),
          })
        },
        stale: () => notify({ kind: 'warn', title: t('crm.stale', { sn: Number(body.sn) }) }),
      }),
    [take],
  )
  const { mid, right } = viewer
  const run = useCallback(
    (step: RowStep, row: CaseRow) => {
      if (!mayStep(step, row, { mid, right })) return
      const { sn, version } = row
      if (asks(step)) ask({ row, step })
      else if (step === 'take') send({ sn, version, action: 'assign', to: mid }, step)
      else send({ sn, version, action: step }, step)
    },
    [ask, mid, right, send],
  )
  const answer = useCallback(
    (said: Said | null) => {
      if (!asking || !said) return ask(null)
      const { row, step } = asking
      send({ sn: row.sn, version: row.version, action: step, ...said }, step, askedOf(asking))
    },
    [ask, askedOf, asking, send],
  )
  return { run, busy, asking, answer }
}
