import { TEXT_MAX, textRefusal } from '@teleward/contract/chat/rules.ts'
import { messageFromCase } from '@teleward/contract/crm/endpoints.ts'
import type { CaseDetail } from '@teleward/contract/crm/schema.ts'
import { Input } from 'antd'
import { useId, useRef, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { composing } from '../../ui/composing.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useDraft } from '../../api/useDraft.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { notify } from '../../ui/notify.ts'
import { numberOf } from './labels.tsx'

/** A word to the patient in their conversation; it stands in the case. Half written, it is there when one comes back. */
export default function MessageDialog({ one, onClose }: { one: CaseDetail; onClose: () => void }) {
  const id = useId()
  // One message, however often it is sent: its number is made once.
  const clientId = useRef(crypto.randomUUID())
  const [tried, setTried] = useState(false)
  const { draft, value, loaded } = useDraft<string>({ screen: 'case:message', subject: `${one.pid}/${one.sn}` })
  const text = value ?? ''
  const refused = textRefusal(text)
  const wrong = refused === 'MESSAGE_TOO_LONG' || (tried && refused !== null) ? refused : null
  const post = useEndpointMutation(messageFromCase, {
    onDone: () => {
      void draft?.clear()
      notify({ kind: 'ok', key: `case-${one.sn}`, title: t('crm.message.sent', { name: nameOf(one.patient) }) })
      onClose()
    },
  })
  const send = () => {
    setTried(true)
    if (!refused) post.mutate({ body: { sn: one.sn, clientId: clientId.current, textContent: text.trim() } })
  }
  return (
    <FormModal
      open
      title={t('crm.message.title', { name: nameOf(one.patient) })}
      okText={t('crm.message.send')}
      cancelText={t('crm.step.back')}
      confirmLoading={post.isPending}
      onOk={send}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="caseform">
        <p className="t2">
          {numberOf(one)} {one.title}
        </p>
        <div>
          <FieldLabel id={id} required>
            {t('crm.message.text')}
          </FieldLabel>
          <Input.TextArea
            id={id}
            autoFocus
            rows={5}
            disabled={!loaded}
            value={text}
            status={wrong ? 'error' : ''}
            aria-invalid={wrong !== null}
            aria-describedby={`${id}-help`}
            onChange={(event) => draft?.write(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !composing(event)) send()
            }}
          />
          <p id={`${id}-help`} className={`help ${wrong ? 'err' : ''}`} role={wrong ? 'alert' : undefined}>
            {wrong ? errorText(wrong, { max: TEXT_MAX }) : t('crm.message.hint')}
          </p>
        </div>
      </div>
    </FormModal>
  )
}
