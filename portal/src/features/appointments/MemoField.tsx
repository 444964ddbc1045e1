import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { useDraft } from '../../api/useDraft.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { useUnsavedGuard } from '../../ui/guards.ts'

const MAX_MEMO = 2000

interface Props {
  row: Appointment
  /** Puts the cursor into it. */
  focus: boolean
  readOnly: boolean
  onSave: (memo: string, done: () => void) => void
}

/** The note on the entry for colleagues (p_memo). What somebody else saved meanwhile never replaces what is typed. */
export function MemoField({ row, focus, readOnly, onSave }: Props) {
  const saved = row.p_memo ?? ''
  // Kept on this browser until it is saved: it is there again after the drawer was closed, and after a reload.
  const { draft, value } = useDraft<string>({ screen: 'visit:memo', subject: String(row.qid) })
  const text = value ?? null
  const forget = () => void draft?.clear()
  const field = useRef<InputRef>(null)
  const dirty = text !== null && text.trim() !== saved
  useUnsavedGuard('draft', dirty)
  useEffect(() => {
    if (focus) field.current?.focus({ cursor: 'end' })
  }, [focus])
  if (readOnly) return saved ? <span className="memo">{saved}</span> : <span className="t3">{t('common.none')}</span>
  return (
    <div className="memofield">
      <Input.TextArea
        ref={field}
        value={text ?? saved}
        maxLength={MAX_MEMO}
        rows={2}
        aria-label={t('appointments.detail.memo')}
        placeholder={t('appointments.detail.memoEmpty')}
        onChange={(event) => draft?.write(event.target.value)}
      />
      {dirty && (
        <div className="row">
          <Button size="sm" kind="primary" onClick={() => onSave(text, forget)}>
            {t('appointments.detail.memoSave')}
          </Button>
          <Button size="sm" onClick={forget}>
            {t('common.discard')}
          </Button>
        </div>
      )}
    </div>
  )
}
