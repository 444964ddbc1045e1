import { postInvitations } from '@teleward/contract/careevents/screening-endpoints.ts'
import type { Programme } from '@teleward/contract/careevents/programmes.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { useRight } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { FormColumn, Line } from '../../patterns/FormLines.tsx'
import { notify } from '../../ui/notify.ts'
import { daysOf } from './labels.tsx'
import { programmeText } from './screening-labels.tsx'

interface Props {
  event: CareEvent
  programme: Programme
  pids: number[]
  onClose: (done: boolean) => void
}
/** Whom one invites, and what they are sent, read once more before it goes. */
export function InviteDialog({ event, programme, pids, onClose }: Props) {
  const t = useT()
  const sends = useRight('notice.send') !== '-'
  const [notice, setNotice] = useState(sends)
  const [content, setContent] = useState(() =>
    t('screening.invite.draft', {
      event: event.name,
      days: daysOf(event),
      place: event.place,
      programme: programmeText(programme),
    }),
  )
  const invite = useEndpointMutation(postInvitations, {
    onDone: ({ invited, already }) => {
      notify({
        kind: 'ok',
        title: t('screening.invite.done', { count: invited }),
        ...(already > 0 ? { text: t('screening.invite.already', { count: already }) } : {}),
      })
      onClose(true)
    },
  })
  const empty = notice && content.trim() === ''
  return (
    <FormModal
      open
      title={t('screening.invite.title')}
      okText={t('screening.invite.act')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: invite.isPending, disabled: empty }}
      onOk={() =>
        invite.mutate({
          params: { id: event.id },
          body: { programme, pids, ...(notice ? { notice: content.trim() } : {}) },
        })
      }
      onCancel={() => onClose(false)}
    >
      <FormColumn>
        <p>{t('screening.invite.text', { count: pids.length, programme: programmeText(programme) })}</p>
        {sends && (
          <Checkbox checked={notice} onChange={(e) => setNotice(e.target.checked)}>
            {t('screening.invite.notice')}
          </Checkbox>
        )}
        {notice && (
          <Line label={t('screening.invite.content')} required error={empty ? t('common.required') : undefined}>
            {(id, described) => (
              <Input.TextArea
                id={id}
                aria-describedby={described}
                rows={4}
                maxLength={1000}
                value={content}
                onChange={(e) => setContent(e.target.value)}
              />
            )}
          </Line>
        )}
      </FormColumn>
    </FormModal>
  )
}
