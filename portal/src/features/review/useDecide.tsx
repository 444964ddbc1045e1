import { putStaffReview } from '@teleward/contract/registration/endpoints.ts'
import { canReview, type ReviewAction } from '@teleward/contract/registration/rules.ts'
import type { StaffReview } from '@teleward/contract/registration/schema.ts'
import { Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { invalidateTags, useAct } from '../../api/query.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/notify.ts'

export interface Decide {
  run: (row: StaffReview, action: ReviewAction) => void
  /** Why not, in words; null where it may be done. */
  why: (row: StaffReview, action: ReviewAction) => string | null
  busy: boolean
  dialog: ReactNode
}
const DONE = { approve: 'approved', return: 'returned', cancel: 'cancelled', reinstate: 'reinstated' } as const
const READY = {
  return: ['blurred', 'name', 'over'],
  cancel: ['misuse', 'none'],
} as const
type Reasoned = keyof typeof READY

export function useDecide(): Decide {
  const t = useT()
  const [asking, setAsking] = useState<{ row: StaffReview; action: Reasoned } | null>(null)
  const [reason, setReason] = useState('')
  const act = useAct(putStaffReview, {
    onDone: (_data, { body }) => {
      notify({ kind: 'ok', title: t(`review.${DONE[body.action]}`) })
      setAsking(null)
    },
    onError: (error) => {
      // Somebody was faster: the list shows what is now.
      void invalidateTags(['reviews'])
      if (error.code === 'VERSION_STALE') setAsking(null)
      return undefined
    },
  })
  const why = (row: StaffReview, action: ReviewAction): string | null => {
    // Of somebody on board only the new licence is decided on.
    if (row.change && (action === 'approve' || action === 'return')) return row.self ? t('review.self') : null
    const may = canReview(action, { state: row.state, self: row.self, reason: 'x' })
    if (may !== true) return may === 'REVIEW_SELF' ? t('review.self') : errorText(may)
    return action === 'approve' && row.missing.length ? t('review.missing') : null
  }
  const send = (row: StaffReview, action: ReviewAction, given?: string) =>
    act.mutate({
      params: { mid: row.mid },
      body: { version: row.version, action, ...(given === undefined ? {} : { reason: given }) },
    })
  const run = (row: StaffReview, action: ReviewAction) => {
    if (act.isPending || why(row, action)) return
    if (action === 'approve' || action === 'reinstate') return send(row, action)
    setReason('')
    setAsking({ row, action })
  }
  const dialog = asking && (
    <Modal
      open
      title={t(`review.reasonFor.${asking.action}`, { name: nameOf(asking.row) })}
      onCancel={() => setAsking(null)}
      onOk={() => send(asking.row, asking.action, reason)}
      okText={t(`review.${asking.action}`)}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: !reason.trim(), danger: asking.action === 'cancel', loading: act.isPending }}
    >
      {asking.action === 'cancel' && (
        <p>
          {t('review.stops', { name: nameOf(asking.row) })}
          {asking.row.appointments > 0 && ` ${t('review.appointments', { count: asking.row.appointments })}`}
        </p>
      )}
      <div className="reviewready">
        {READY[asking.action].map((one) => (
          <Button key={one} size="sm" onClick={() => setReason(t(`review.ready.${one}`))}>
            {t(`review.ready.${one}`)}
          </Button>
        ))}
      </div>
      <Input.TextArea
        aria-label={t('review.reason')}
        placeholder={t('review.reason')}
        autoFocus
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  )
  return { run, why, busy: act.isPending, dialog }
}
