import { DiffOutlined } from '@ant-design/icons'
import { EMERGENCY_MINUTES, EMERGENCY_REASON_MIN } from '@teleward/contract/consents/rules.ts'
import { postEmergency } from '@teleward/contract/consents/endpoints.ts'
import { delNote } from '@teleward/contract/emr/endpoints.ts'
import type { Note, NotePart } from '@teleward/contract/emr/schema.ts'
import { Button, Input, Modal } from 'antd'
import { useEffect, useId, useState } from 'react'
import { invalidateTags, useAct } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import type { Choice, Conflict } from './note-draft.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'

interface ReasonProps {
  open: boolean
  title: string
  text: string
  submit: string
  label: string
  least?: number
  busy: boolean
  onSend: (reason: string) => void
  onClose: () => void
}

/** Says what an act does and asks why. What was typed stays until it is done. */
function ReasonDialog({ open, title, text, submit, label, least = 1, busy, onSend, onClose }: ReasonProps) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const id = useId()
  useEffect(() => {
    if (open) return
    setReason('')
    setTried(false)
  }, [open])
  const short = reason.trim().length < least
  return (
    <Modal
      open={open}
      title={title}
      okText={submit}
      cancelText={t('common.back')}
      okButtonProps={{ danger: true, loading: busy }}
      onOk={() => (short ? setTried(true) : onSend(reason.trim()))}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="signbox">
        <p>{text}</p>
        <div>
          <FieldLabel id={id} required>
            {label}
          </FieldLabel>
          <Input.TextArea
            id={id}
            autoFocus
            value={reason}
            maxLength={500}
            rows={3}
            status={tried && short ? 'error' : ''}
            aria-required
            aria-invalid={tried && short}
            aria-describedby={`${id}-help`}
            onBlur={() => setTried(reason !== '')}
            onChange={(event) => setReason(event.target.value)}
          />
          <p id={`${id}-help`} className={`help ${tried && short ? 'err' : ''}`}>
            {tried && short ? t('emr.reason.required', { count: least }) : t('emr.reason.hint')}
          </p>
        </div>
      </div>
    </Modal>
  )
}

export function EmergencyDialog({
  pid,
  qid,
  open,
  onClose,
}: {
  pid: number
  qid: number
  open: boolean
  onClose: () => void
}) {
  const act = useAct(postEmergency, { onDone: onClose })
  return (
    <ReasonDialog
      open={open}
      title={t('emr.emergency.title')}
      text={t('emr.emergency.text', { minutes: EMERGENCY_MINUTES })}
      submit={t('emr.emergency.submit')}
      label={t('emr.emergency.reason')}
      least={EMERGENCY_REASON_MIN}
      busy={act.isPending}
      onSend={(reason) => act.mutate({ params: { pid }, body: { reason, ...(qid ? { qid } : {}) } })}
      onClose={onClose}
    />
  )
}

export function WithdrawDialog({
  note,
  open,
  onDone,
  onClose,
}: {
  note: Note
  open: boolean
  onDone: (note: Note) => void
  onClose: () => void
}) {
  const act = useAct(delNote, {
    onDone: (after) => {
      onDone(after)
      // Whether the visit may be written about anew is the server's word.
      void invalidateTags(['consents'])
      onClose()
    },
  })
  const { pid, qid, id, version } = note
  return (
    <ReasonDialog
      open={open}
      title={t('emr.withdraw.title')}
      text={t('emr.withdraw.text')}
      submit={t('emr.withdraw.submit')}
      label={t('emr.withdraw.reason')}
      busy={act.isPending}
      onSend={(reason) => act.mutate({ body: { pid, qid, id, version, reason } })}
      onClose={onClose}
    />
  )
}

/** Somebody else changed the same part: both texts, and what becomes of them. */
export function ConflictDialog({
  conflicts,
  onSettle,
}: {
  conflicts: readonly Conflict[]
  onSettle: (part: NotePart, choice: Choice) => void
}) {
  const [later, setLater] = useState(false)
  const count = conflicts.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further one is shown again.
  useEffect(() => setLater(false), [count])
  const one = conflicts[0]
  return (
    <>
      {count > 0 && later && (
        <div className="alert bad band2" role="alert">
          <DiffOutlined />
          <span className="grow">{t('emr.conflict.waiting')}</span>
          <Button size="small" onClick={() => setLater(false)}>
            {t('emr.conflict.look')}
          </Button>
        </div>
      )}
      <Modal
        open={one !== undefined && !later}
        width={760}
        title={one && t('emr.conflict.title', { part: t(`emr.part.${one.part}`) })}
        onCancel={() => setLater(true)}
        footer={
          one && (
            <div className="choices">
              <Button onClick={() => onSettle(one.part, 'theirs')}>{t('emr.conflict.theirsKeep')}</Button>
              <Button onClick={() => onSettle(one.part, 'mine')}>{t('emr.conflict.mineKeep')}</Button>
              <Button type="primary" onClick={() => onSettle(one.part, 'both')}>
                {t('emr.conflict.both')}
              </Button>
            </div>
          )
        }
      >
        {one && (
          <div className="sides">
            <section>
              <h3>{t('emr.conflict.mine')}</h3>
              <p>{one.mine || t('emr.part.empty')}</p>
            </section>
            <section>
              <h3>{t('emr.conflict.theirs')}</h3>
              <p>{one.theirs || t('emr.part.empty')}</p>
            </section>
          </div>
        )}
      </Modal>
    </>
  )
}
