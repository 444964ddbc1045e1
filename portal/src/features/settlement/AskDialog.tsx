import { postStatementRemark } from '@teleward/contract/settlement/endpoints.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { useEndpointMutation } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { FormColumn, Line } from '../../patterns/FormLines.tsx'
import { notify } from '../../ui/notify.ts'

/** A question about a line, or the answer to it. */
export function AskDialog({ id, line, own, onClose }: { id: string; line: string; own: boolean; onClose: () => void }) {
  useT()
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const act = useEndpointMutation(postStatementRemark, {
    onDone: () => {
      notify({ kind: 'ok', title: t('settlement.asked') })
      onClose()
    },
  })
  const send = () => {
    if (!text.trim()) return setTried(true)
    act.mutate({ params: { id }, body: { id: key, line, text: text.trim() } })
  }
  return (
    <FormModal
      open
      title={t('settlement.askTitle')}
      okText={t(own ? 'settlement.ask' : 'settlement.answer')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: act.isPending }}
      onOk={send}
      onCancel={onClose}
      destroyOnHidden
    >
      <FormColumn>
        <Line
          label={t('settlement.askLabel')}
          required
          hint={t('settlement.askHint')}
          error={tried && !text.trim() ? t('common.required') : undefined}
        >
          {(field, described) => (
            <Input.TextArea
              id={field}
              aria-describedby={described}
              autoFocus
              rows={3}
              maxLength={1000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Line>
      </FormColumn>
    </FormModal>
  )
}
