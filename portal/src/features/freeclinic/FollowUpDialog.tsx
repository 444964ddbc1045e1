import { putFollowUp } from '@teleward/contract/careevents/screening-endpoints.ts'
import type { FollowUp } from '@teleward/contract/careevents/screening-schema.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { DayLine, FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { notify } from '../../ui/notify.ts'
import { StaffSelect } from './StaffSelect.tsx'

interface Props {
  followUp: FollowUp
  /** What the next one is told. */
  draft: string
  does: 'hand' | 'finish'
  onClose: () => void
}
/** A positive result goes to somebody else or to another day, or is closed with what came of it. */
export function FollowUpDialog({ followUp, draft, does, onClose }: Props) {
  const t = useT()
  const refusal = useRefusal()
  const [responsible, setResponsible] = useState(followUp.responsible.mid)
  const [dueOn, setDue] = useState(followUp.dueOn)
  const [todo, setTodo] = useState(draft)
  const [note, setNote] = useState('')
  const put = useEndpointMutation(putFollowUp, {
    onDone: () => {
      notify({ kind: 'ok', title: t(does === 'hand' ? 'screening.follow.handed' : 'screening.follow.finished') })
      onClose()
    },
    onError: (error) => refusal.take(error),
  })
  const send = () => {
    if (does === 'finish' && !note.trim()) return refusal.refuse('done.note', t('common.required'))
    if (does === 'hand' && !todo.trim()) return refusal.refuse('todo', t('common.required'))
    refusal.clear()
    put.mutate({
      params: { id: followUp.id },
      body: {
        version: followUp.version,
        ...(does === 'finish' ? { done: { note: note.trim() } } : { responsible, dueOn, todo: todo.trim() }),
      },
    })
  }
  return (
    <FormModal
      open
      title={t(does === 'hand' ? 'screening.follow.hand' : 'screening.follow.finish')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: put.isPending }}
      onOk={send}
      onCancel={onClose}
    >
      <FormColumn>
        {does === 'finish' ? (
          <Line label={t('screening.follow.note')} required error={refusal.of('done.note')}>
            {(id, described) => (
              <Input.TextArea
                id={id}
                aria-describedby={described}
                rows={3}
                maxLength={500}
                value={note}
                onChange={(e) => setNote(e.target.value)}
              />
            )}
          </Line>
        ) : (
          <>
            <Line label={t('screening.follow.responsible')} required error={refusal.of('recipientMid')}>
              {(id) => <StaffSelect id={id} value={responsible} status="" onChange={setResponsible} />}
            </Line>
            <DayLine label={t('screening.follow.dueOn')} value={dueOn} error={refusal.of('dueOn')} onChange={setDue} />
            <Line label={t('screening.follow.todo')} required error={refusal.of('todo')}>
              {(id) => <Input id={id} maxLength={500} value={todo} onChange={(e) => setTodo(e.target.value)} />}
            </Line>
          </>
        )}
      </FormColumn>
    </FormModal>
  )
}
