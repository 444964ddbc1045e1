import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined, StopOutlined } from '@ant-design/icons'
import type { OpinionState } from '@teleward/contract/opinions/rules.ts'
import type { Opinion } from '@teleward/contract/opinions/schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'

const looks: Record<OpinionState, { kind: StatusKind; icon: ReactNode }> = {
  inProcess: { kind: 'info', icon: <ClockCircleOutlined /> },
  done: { kind: 'ok', icon: <CheckCircleOutlined /> },
  declined: { kind: 'warn', icon: <CloseCircleOutlined /> },
  withdrawn: { kind: 'neutral', icon: <StopOutlined /> },
}
export const StateTag = ({ state }: { state: OpinionState }) => (
  <StatusTag {...looks[state]}>{t(`opinions.state.${state}`)}</StatusTag>
)
/** Its day; late in red, with the word. */
export const DueText = ({ dueOn, late }: Pick<Opinion, 'dueOn' | 'late'>) =>
  dueOn && (
    <span className={`num nw ${late ? 'c-bad' : ''}`}>
      {formatDate(dueOn)} {late && t('opinions.late')}
    </span>
  )
