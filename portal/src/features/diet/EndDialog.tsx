import type { Course } from '@teleward/contract/diet/schema.ts'
import { endDietCourse } from '@teleward/contract/diet/endpoints.ts'
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useAct } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { notify } from '../../ui/notify.ts'

export function EndDialog({ course, onClose }: { course: Pick<Course, 'id' | 'version'>; onClose: () => void }) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState(false)
  const end = useAct(endDietCourse, {
    onDone: () => {
      notify({ kind: 'ok', key: `diet-${course.id}`, title: t('diet.endedDone') })
      onClose()
    },
  })
  const bad = wrong && !reason.trim()
  const send = () => {
    if (!reason.trim()) return setWrong(true)
    end.mutate({ params: { id: course.id }, body: { version: course.version, reason: reason.trim() } })
  }
  return (
    <Modal
      open
      title={t('diet.endTitle')}
      okText={t('diet.end')}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger: true }}
      confirmLoading={end.isPending}
      onOk={send}
      onCancel={onClose}
      destroyOnHidden
    >
      <FieldLabel id={id} required>
        {t('diet.endReason')}
      </FieldLabel>
      <Input
        id={id}
        maxLength={300}
        value={reason}
        status={bad ? 'error' : ''}
        onChange={(event) => setReason(event.target.value)}
      />
      {bad && (
        <p className="help err" role="alert">
          {errorText('REASON_REQUIRED')}
        </p>
      )}
    </Modal>
  )
}
