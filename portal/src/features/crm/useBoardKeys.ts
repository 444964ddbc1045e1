import type { CaseRow } from '@teleward/contract/crm/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import { beside, type Lane, nextLane, stepInto, type Viewer } from './board.ts'
import type { CaseSteps } from './useCaseSteps.ts'

interface Props {
  rows: readonly CaseRow[]
  lanes: readonly Lane[]
  /** The marked card. */
  at: string | null
  viewer: Viewer
  steps: CaseSteps
}

/** Arrows mark a card of the lane beside; brackets carry the marked one into the next lane on that side that takes it. */
export function useBoardKeys({ rows, lanes, at, viewer, steps }: Props): void {
  const marked = rows.find(({ sn }) => String(sn) === at)
  const look = (by: 1 | -1) => {
    const next = beside(rows, lanes, marked, by)
    // Once it has the focus it is the marked one.
    if (next) document.querySelector<HTMLElement>(`article[data-row="${next.sn}"]`)?.focus()
  }
  const carry = (by: 1 | -1) => {
    if (!marked || steps.asking || steps.busy) return
    const lane = nextLane(marked, lanes, by, viewer)
    const step = lane && stepInto(marked, lane, viewer)
    if (step) steps.run(step, marked)
    else notify({ kind: 'info', key: 'cases', title: t('crm.lane.stays', { sn: marked.sn }) })
  }
  useKeys([
    { keys: 'ArrowLeft', label: t('crm.key.laneLeft'), run: () => look(-1) },
    { keys: 'ArrowRight', label: t('crm.key.laneRight'), run: () => look(1) },
    ...(viewer.right === '-'
      ? []
      : [
          { keys: '[', label: t('crm.key.moveLeft'), run: () => carry(-1) },
          { keys: ']', label: t('crm.key.moveRight'), run: () => carry(1) },
        ]),
  ])
}
