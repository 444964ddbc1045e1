import { DiffOutlined } from '@ant-design/icons'
import { EMERGENCY_MINUTES, EMERGENCY_REASON_MIN } from '@teleward/contract/consents/rules.ts'
import { postEmergency } from '@teleward/contract/consents/endpoints.ts'
import { delNote } from '@teleward/contract/emr/endpoints.ts'
import { imagesAsWords } from '@teleward/contract/emr/images.ts'
import type { Note, NotePart } from '@teleward/contract/emr/schema.ts'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { isApiError } from '../../api/errors.ts'
import { t } from '../../i18n/i18n.ts'
import { Line, useRefusal } from '../../patterns/FormLines.tsx'
import { ReasonDialog } from '../../patterns/ReasonDialog.tsx'
import type { Choice, Conflict } from './note-draft.ts'
import { Button } from '../../ui/Button.tsx'

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
  // What the server says of the many that were opened: from then on it wants the password of each.
  const [many, setMany] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const refusal = useRefusal()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog that is closed forgets.
  useEffect(() => {
    if (open) return
    setMany(null)
    setPassword('')
    refusal.clear()
  }, [open])
  const act = useEndpointMutation(postEmergency, {
    onDone: onClose,
    onError: (error) => {
      setPassword('')
      if (isApiError(error, 'EMERGENCY_LIMIT')) {
        setMany(error.message)
        return true
      }
      return (
        (isApiError(error, 'WRONG_PASSWORD') || isApiError(error, 'LOGIN_LOCKED')) && refusal.take(error, 'password')
      )
    },
  })
  const send = (reason: string) => {
    if (many !== null && password === '') return refusal.refuse('password', t('common.required'))
    refusal.clear()
    act.mutate({ params: { pid }, body: { reason, ...(qid ? { qid } : {}), ...(password ? { password } : {}) } })
  }
  return (
    <ReasonDialog
      open={open}
      title={t('emr.emergency.title')}
      submit={t('emr.emergency.submit')}
      label={t('emr.emergency.reason')}
      hint={t('emr.reason.hint')}
      least={EMERGENCY_REASON_MIN}
      need={t('emr.reason.required', { count: EMERGENCY_REASON_MIN })}
      long={500}
      back={t('common.back')}
      busy={act.isPending}
      onSend={send}
      onClose={onClose}
      below={
        many !== null && (
          <>
            <p role="alert" className="c-warn">
              {many}
            </p>
            <Line label={t('common.ownPassword')} required error={refusal.of('password')}>
              {(id, described) => (
                <Input.Password
                  id={id}
                  aria-describedby={described}
                  autoComplete="current-password"
                  autoFocus
                  status={refusal.of('password') ? 'error' : ''}
                  value={password}
                  onChange={(event) => {
                    setPassword(event.target.value)
                    refusal.clear()
                  }}
                />
              )}
            </Line>
          </>
        )
      }
    >
      <p>{t('emr.emergency.text', { minutes: EMERGENCY_MINUTES })}</p>
    </ReasonDialog>
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
  const act = useEndpointMutation(delNote, {
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
      submit={t('emr.withdraw.submit')}
      label={t('emr.withdraw.reason')}
      hint={t('emr.reason.hint')}
      long={500}
      back={t('common.back')}
      busy={act.isPending}
      onSend={(reason) => act.mutate({ body: { pid, qid, id, version, reason } })}
      onClose={onClose}
    >
      <p>{t('emr.withdraw.text')}</p>
    </ReasonDialog>
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
          <Button size="sm" onClick={() => setLater(false)}>
            {t('emr.conflict.look')}
          </Button>
        </div>
      )}
      <FormModal
        open={one !== undefined && !later}
        width={760}
        title={one && t('emr.conflict.title', { part: t(`emr.part.${one.part}`) })}
        onCancel={() => setLater(true)}
        footer={
          one && (
            <div className="choices">
              <Button onClick={() => onSettle(one.part, 'theirs')}>{t('emr.conflict.theirsKeep')}</Button>
              <Button onClick={() => onSettle(one.part, 'mine')}>{t('emr.conflict.mineKeep')}</Button>
              <Button kind="primary" onClick={() => onSettle(one.part, 'both')}>
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
              <p>{imagesAsWords(one.mine) || t('emr.part.empty')}</p>
            </section>
            <section>
              <h3>{t('emr.conflict.theirs')}</h3>
              <p>{imagesAsWords(one.theirs) || t('emr.part.empty')}</p>
            </section>
          </div>
        )}
      </FormModal>
    </>
  )
}
