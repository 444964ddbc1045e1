import { saysSomething } from '@teleward/contract/core/text.ts'
import { putStaffReview } from '@teleward/contract/registration/endpoints.ts'
import { canReview, type ReviewAction } from '@teleward/contract/registration/rules.ts'
import { type StaffReview, staffReview } from '@teleward/contract/registration/schema.ts'
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { mutateEndpoint } from '../../api/query.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { ChangedNote } from '../../patterns/ChangedNote.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { type Asked, useQuestion, useStepping } from '../../patterns/steps.ts'
import { staffTypeText } from '../../patterns/staffType.ts'
import { Button } from '../../ui/Button.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'

export interface Decide {
  run: (row: StaffReview, action: ReviewAction) => void
  /** Approves by a key: what is approved is named and asked about, because nothing takes it back. */
  approveAsking: (row: StaffReview) => Promise<void>
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
  const { asking, ask, asked: askedOf } = useQuestion<StaffReview, { row: StaffReview; action: Reasoned }>()
  const [reason, setReason] = useState('')
  const { take, busy } = useStepping()
  const why = (row: StaffReview, action: ReviewAction): string | null => {
    // Of somebody on board only the new licence is decided on.
    if (row.change && (action === 'approve' || action === 'return')) return row.self ? t('review.self') : null
    const may = canReview(action, { state: row.state, self: row.self, reason: 'x' })
    if (may !== true) return may === 'REVIEW_SELF' ? t('review.self') : errorText(may)
    return action === 'approve' && row.missing.length ? t('review.missing') : null
  }
  const send = (
    row: StaffReview,
    action: ReviewAction,
    given: { reason?: string } = {},
    asked: Asked<StaffReview> = {},
  ) =>
    void take<StaffReview>({
      of: `review:${row.mid}`,
      version: row.version,
      send: (version) =>
        mutateEndpoint(putStaffReview, { params: { mid: row.mid }, body: { version, action, ...given } }),
      current: staffReview,
      illegal: 'REVIEW_ILLEGAL_STEP',
      tags: ['reviews'],
      asked,
      done: () => notify({ kind: 'ok', title: t(`review.${DONE[action]}`) }),
      // The list shows what is now.
      stale: () => notify({ kind: 'warn', title: errorText('VERSION_STALE') }),
    })
  const run = (row: StaffReview, action: ReviewAction) => {
    if (busy || why(row, action)) return
    if (action === 'approve' || action === 'reinstate') return send(row, action)
    setReason('')
    ask({ row, action })
  }
  const approveAsking = async (row: StaffReview) => {
    if (busy || why(row, 'approve')) return
    const { licenceNumber, licenceExpires } = row.change ?? row
    const sure = await confirmAct({
      title: t('review.sure', { name: nameOf(row) }),
      text: t('review.sureText', {
        type: staffTypeText(row.doctortype),
        number: licenceNumber ?? t('review.none'),
        until: licenceExpires ?? t('review.none'),
      }),
      ok: t('review.approve'),
      cancel: t('common.cancel'),
    })
    if (sure) run(row, 'approve')
  }
  const dialog = asking && (
    <FormModal
      open
      title={t(`review.reasonFor.${asking.action}`, { name: nameOf(asking.row) })}
      onCancel={() => ask(null)}
      onOk={() => send(asking.row, asking.action, { reason }, askedOf(asking))}
      okText={t(`review.${asking.action}`)}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: !saysSomething(reason), danger: asking.action === 'cancel', loading: busy }}
    >
      {asking.changed && (
        <ChangedNote state={t(asking.row.change ? 'review.change.tag' : `entry.verify.state.${asking.row.state}`)} />
      )}
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
    </FormModal>
  )
  return { run, approveAsking, why, busy, dialog }
}
