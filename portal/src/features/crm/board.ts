import { type CaseAction, caseRefusal, type CaseStep, mayWriteCase } from '@teleward/contract/crm/rules.ts'
import type { CaseRow } from '@teleward/contract/crm/schema.ts'

/** Who looks at the cases: what may be done with one follows from it. */
export interface Viewer {
  mid: number
  right: string
}
/** What a button of a row does: a step, or `take`, which assigns it to oneself. */
export type RowStep = Exclude<CaseAction, 'undo'> | 'take'

export const factsOf = (row: CaseRow) => ({ state: row.state, owner: row.owner?.mid ?? null })
const writes = (row: CaseRow, { mid, right }: Viewer) =>
  mayWriteCase(right, mid, { owner: row.owner?.mid ?? null, openedBy: row.openedBy.mid })

export const maySay = (row: CaseRow, viewer: Viewer) =>
  writes(row, viewer) && caseRefusal('note', factsOf(row)) === null
export function mayStep(step: RowStep, row: CaseRow, viewer: Viewer): boolean {
  if (!writes(row, viewer)) return false
  if (step === 'take') return row.owner?.mid !== viewer.mid && caseRefusal('assign', factsOf(row)) === null
  return caseRefusal(step satisfies CaseStep, factsOf(row)) === null
}

const order: readonly RowStep[] = ['take', 'assign', 'giveBack', 'finish', 'cancel', 'close', 'restore', 'change']
export const stepsOf = (row: CaseRow, viewer: Viewer) => order.filter((step) => mayStep(step, row, viewer))
/** The one that comes next: somebody takes it, finishes it, closes it. */
export const nextOf = (row: CaseRow, viewer: Viewer): RowStep | undefined => {
  const wanted: RowStep = row.state !== 'open' ? 'close' : row.owner?.mid === viewer.mid ? 'finish' : 'take'
  return mayStep(wanted, row, viewer) ? wanted : undefined
}

export const LANES = ['unassigned', 'assigned', 'finished', 'cancelled', 'closed'] as const
export type Lane = (typeof LANES)[number]
export const laneOf = ({ state, owner }: Pick<CaseRow, 'state' | 'owner'>): Lane =>
  state === 'open' ? (owner ? 'assigned' : 'unassigned') : state

const into: Record<Lane, Partial<Record<Lane, RowStep>>> = {
  unassigned: { assigned: 'take', cancelled: 'cancel' },
  assigned: { unassigned: 'giveBack', finished: 'finish', cancelled: 'cancel' },
  finished: { assigned: 'restore', closed: 'close' },
  cancelled: { unassigned: 'restore', assigned: 'restore', closed: 'close' },
  closed: { assigned: 'restore', unassigned: 'restore' },
}
/**
 * The step that carries a case into another lane, where its state and the person's rights allow one. A restored case is
 * whoever's it was: it goes back to the lane it came from, and to no other.
 */
export function stepInto(row: CaseRow, lane: Lane, viewer: Viewer): RowStep | null {
  const step = into[laneOf(row)][lane]
  if (!step || !mayStep(step, row, viewer)) return null
  if (step === 'restore' && (lane === 'assigned') !== (row.owner !== null)) return null
  return step
}

/** The nearest lane on that side of its own that takes the case. */
export function nextLane(row: CaseRow, lanes: readonly Lane[], by: 1 | -1, viewer: Viewer): Lane | undefined {
  const own = lanes.indexOf(laneOf(row))
  const side = by === 1 ? lanes.slice(own + 1) : lanes.slice(0, Math.max(own, 0)).toReversed()
  return side.find((lane) => stepInto(row, lane, viewer) !== null)
}

/** The card at the same height of the nearest lane on that side that has any; without a marked one the very first. */
export function beside(
  rows: readonly CaseRow[],
  lanes: readonly Lane[],
  marked: CaseRow | undefined,
  by: 1 | -1,
): CaseRow | undefined {
  const of = (lane: Lane) => rows.filter((row) => laneOf(row) === lane)
  if (!marked) return lanes.flatMap(of)[0]
  const own = lanes.indexOf(laneOf(marked))
  const height = of(laneOf(marked)).indexOf(marked)
  const side = by === 1 ? lanes.slice(own + 1) : lanes.slice(0, Math.max(own, 0)).toReversed()
  const cards = side.map(of).find((some) => some.length > 0)
  return cards?.[Math.min(height, cards.length - 1)]
}
