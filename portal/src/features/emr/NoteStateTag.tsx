import {
  ClockCircleOutlined,
  EditOutlined,
  HistoryOutlined,
  SignatureOutlined,
  StopOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons'
import type { Note } from '@teleward/contract/emr/schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { StatusTag, type StatusKind } from '../../ui/StatusTag.tsx'

const LOOK: Record<Note['state'], { kind: StatusKind; icon: ReactNode }> = {
  draft: { kind: 'neutral', icon: <EditOutlined /> },
  prepared: { kind: 'info', icon: <UserSwitchOutlined /> },
  signed: { kind: 'primary', icon: <SignatureOutlined /> },
  amended: { kind: 'info', icon: <HistoryOutlined /> },
  withdrawn: { kind: 'warn', icon: <StopOutlined /> },
}

export function NoteStateTag({ note }: { note: Pick<Note, 'state' | 'version' | 'late'> | null }) {
  const state = note?.state ?? 'draft'
  const { kind, icon } = LOOK[state]
  return (
    <>
      <StatusTag kind={kind} icon={icon}>
        {state === 'draft' && note ? t('emr.state.draftVersion', { version: note.version }) : t(`emr.state.${state}`)}
      </StatusTag>
      {note?.late && (
        <StatusTag kind="warn" icon={<ClockCircleOutlined />} title={t('emr.state.lateText')}>
          {t('emr.state.late')}
        </StatusTag>
      )}
    </>
  )
}
