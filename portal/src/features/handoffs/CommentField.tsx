import { postTodoComment } from '@teleward/contract/handoffs/endpoints.ts'
import { COMMENT_MAX, type HandoffDetail } from '@teleward/contract/handoffs/schema.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useDraft } from '../../api/useDraft.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { useUnsavedGuard } from '../../ui/guards.ts'

/** A word on it; what is typed is kept until it is sent. */
export function CommentField({ todo, focus }: { todo: HandoffDetail; focus: boolean }) {
  const { draft, value = '' } = useDraft<string>({
    screen: `handoff:${todo.id}`,
    subject: todo.patient ? String(todo.patient.pid) : '',
  })
  useUnsavedGuard('draft', value !== '')
  const sending = useEndpointMutation(postTodoComment, { onDone: () => void draft?.clear() })
  const text = value.trim()
  return (
    <form
      className="todocomment"
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== '' && !sending.isPending) sending.mutate({ params: { id: todo.id }, body: { text } })
      }}
    >
      <GrowingArea
        aria-label={t('handoffs.detail.comment')}
        placeholder={t('handoffs.detail.comment')}
        autoFocus={focus}
        lines={2}
        most={8}
        maxLength={COMMENT_MAX}
        value={value}
        onChange={(event) => draft?.write(event.target.value)}
      />
      <Button type="submit" disabled={text === ''} loading={sending.isPending}>
        {t('handoffs.act.send')}
      </Button>
    </form>
  )
}
