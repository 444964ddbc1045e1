import {
  CheckCircleOutlined,
  CloudSyncOutlined,
  DisconnectOutlined,
  EditOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { t } from '../i18n/i18n.ts'
import { formatTime } from './format.ts'

export type Saved = { state: 'saved'; at: string | number } | { state: 'saving' | 'unsaved' | 'offline' | 'conflict' }

/** Always visible where somebody writes. */
export function SavedState({ value }: { value: Saved }) {
  switch (value.state) {
    case 'saved':
      return (
        <span className="saved num" role="status">
          <CheckCircleOutlined /> {t('common.saved.saved', { time: formatTime(value.at) })}
        </span>
      )
    case 'saving':
      return (
        <span className="saved" role="status">
          <CloudSyncOutlined className="c-info" /> {t('common.saved.saving')}
        </span>
      )
    case 'unsaved':
      return (
        <span className="saved" role="status">
          <EditOutlined className="c-info" /> {t('common.saved.unsaved')}
        </span>
      )
    case 'offline':
      return (
        <span className="saved warn" role="status">
          <DisconnectOutlined className="c-warn" /> {t('common.saved.offline')}
        </span>
      )
    case 'conflict':
      return (
        <span className="saved bad" role="status">
          <WarningOutlined className="c-bad" /> {t('common.saved.conflict')}
        </span>
      )
  }
}
