import { CloseOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import type { Chip } from './list.ts'

interface Props {
  chips: readonly Chip[]
  total: number | undefined
  onClear?: () => void
  /** At its beginning: what a phone has no other room for. */
  children?: ReactNode
}

/** What is filtered, and how many are left. */
export function ListChips({ chips, total, onClear, children }: Props) {
  const t = useT()
  return (
    <div className="chips">
      {children}
      {chips.length > 0 && <span>{t('common.list.applied')}</span>}
      {chips.map((chip) => (
        <span className="chip" key={chip.key}>
          {chip.label}
          <button type="button" aria-label={t('common.remove')} title={t('common.remove')} onClick={chip.onRemove}>
            <CloseOutlined />
          </button>
        </span>
      ))}
      {chips.length > 1 && onClear && (
        <button type="button" className="link plainlink" onClick={onClear}>
          {t('common.clearAll')}
        </button>
      )}
      <span className="hits num" role="status">
        {total === undefined ? '' : t('common.list.hits', { count: total })}
      </span>
    </div>
  )
}
