import type { CaseRow } from '@teleward/contract/crm/schema.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import type { Viewer } from './board.ts'
import { MoreSteps, NextStep } from './RowButtons.tsx'
import type { CaseSteps } from './useCaseSteps.ts'
import { Left, numberOf, ownerText, patientAge, patientName, StateTag, typeText } from './labels.tsx'

interface Props {
  row: CaseRow
  viewer: Viewer
  steps: CaseSteps
  onOpen: () => void
}

export function CaseCard({ row, viewer, steps, onOpen }: Props) {
  const phone = usePhone()
  return (
    <ListCard
      name={row.title}
      text={
        <>
          {patientName(row)}　<span className="num">{patientAge(row)}</span>　{typeText(row.type)}
        </>
      }
      status={
        <>
          <StateTag row={row} />
          {row.owner && <span className="f13">{ownerText(row)}</span>}
          <span className="f13">
            <Left row={row} />
          </span>
          <span className="t3 f12 num">{numberOf(row)}</span>
        </>
      }
      action={
        <span className="row">
          <NextStep row={row} viewer={viewer} steps={steps} size={phone ? 'lg' : 'sm'} />
          <MoreSteps row={row} viewer={viewer} steps={steps} />
        </span>
      }
      onOpen={onOpen}
    />
  )
}
