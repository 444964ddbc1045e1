import type { ReactNode } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { useKeys } from '../../ui/keys.ts'

interface SaveProps {
  dirty: boolean
  /** The input survives a reload. */
  kept: boolean
  busy: boolean
  onSave: () => void
  onDrop: () => void
  note?: ReactNode
}
/** The foot of a part: what is not saved yet, and Ctrl+S. */
export function SaveBar({ dirty, kept, busy, onSave, onDrop, note }: SaveProps) {
  const t = useT()
  useUnsavedGuard('draft', dirty)
  useKeys([{ keys: 'Mod+S', label: t('common.save'), inFields: true, run: () => dirty && !busy && onSave() }], dirty)
  return (
    <div className="savebar" data-kept={dirty && kept}>
      <span className="grow t3 f13">{dirty ? t('profile.draft') : note}</span>
      {dirty && (
        <Button kind="text" onClick={onDrop}>
          {t('profile.drop')}
        </Button>
      )}
      <Button kind="primary" disabled={!dirty} loading={busy} onClick={onSave}>
        {t('common.save')}
      </Button>
    </div>
  )
}
