import {
  CheckOutlined,
  EditOutlined,
  InboxOutlined,
  MoreOutlined,
  RollbackOutlined,
  StopOutlined,
  UndoOutlined,
  UserAddOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { CaseRow } from '@teleward/contract/crm/schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { nextOf, type RowStep, stepsOf, type Viewer } from './board.ts'
import type { CaseSteps } from './useCaseSteps.ts'

export const stepIcons: Record<RowStep, ReactNode> = {
  take: <UserOutlined />,
  assign: <UserAddOutlined />,
  giveBack: <RollbackOutlined />,
  finish: <CheckOutlined />,
  cancel: <StopOutlined />,
  close: <InboxOutlined />,
  restore: <UndoOutlined />,
  change: <EditOutlined />,
}

interface Props {
  row: CaseRow
  viewer: Viewer
  steps: CaseSteps
}
/** `bare`: in a table, whose column is narrow, the word alone. */
export function NextStep({ row, viewer, steps, size = 'sm', bare }: Props & { size?: 'sm' | 'lg'; bare?: true }) {
  const next = nextOf(row, viewer)
  if (!next) return null
  return (
    <Button
      size={size}
      icon={bare ? undefined : stepIcons[next]}
      disabled={steps.busy}
      onClick={() => steps.run(next, row)}
    >
      {t(`crm.act.${next}`)}
    </Button>
  )
}
export function MoreSteps({ row, viewer, steps }: Props) {
  const next = nextOf(row, viewer)
  const rest = stepsOf(row, viewer).filter((step) => step !== next)
  if (rest.length === 0) return null
  return (
    <MenuButton
      className="icbtn"
      label={t('crm.act.more')}
      items={rest.map((step) => ({
        key: step,
        label: t(`crm.act.${step}`),
        icon: stepIcons[step],
        danger: step === 'cancel',
        onPick: () => steps.run(step, row),
      }))}
    >
      <MoreOutlined rotate={90} />
    </MenuButton>
  )
}
