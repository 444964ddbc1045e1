import { postTodoReminder, putTodo, putTodolistStatus } from '@teleward/contract/handoffs/endpoints.ts'
import { COMPLETE, handoffRefusal, sidesOf, UNFINISHED, type HandoffAction } from '@teleward/contract/handoffs/rules.ts'
import type { Handoff } from '@teleward/contract/handoffs/schema.ts'
import { isApiError } from '../../api/errors.ts'
import { mutateEndpoint, invalidateTags, showError } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'

export const may = (mid: number, row: Handoff, action: HandoffAction) =>
  handoffRefusal(action, row.status, sidesOf(mid, row)) === null

/** Somebody was quicker, or it stands otherwise than it looks: how it stands is fetched, and said. */
function said(error: unknown): void {
  if (isApiError(error, 'VERSION_STALE') || isApiError(error, 'TODO_ILLEGAL_STEP')) {
    void invalidateTags(['handoffs'])
    notify({ kind: 'warn', title: t('handoffs.stale') })
  } else if (isApiError(error, 'RATE_LIMITED')) notify({ kind: 'info', title: t('handoffs.remindOften') })
  else showError(error)
}

/** Complete, or unfinished again, with the way back. */
async function toggle(row: Handoff): Promise<void> {
  const action = row.status === COMPLETE ? 'reopen' : 'complete'
  try {
    const after = await mutateEndpoint(putTodolistStatus, {
      body: { id: row.id, version: row.version, status: action === 'complete' ? COMPLETE : UNFINISHED },
    })
    notify({
      kind: 'ok',
      key: `todo-${row.id}`,
      title: t(`handoffs.done.${action}`),
      text: row.content.slice(0, 60),
      ...(action === 'complete' ? { action: { label: t('common.undo'), run: () => void toggle(after) } } : {}),
    })
  } catch (error) {
    said(error)
  }
}

async function remind(row: Handoff): Promise<void> {
  try {
    const { recipient } = await mutateEndpoint(postTodoReminder, { params: { id: row.id } })
    notify({ kind: 'ok', title: t('handoffs.done.remind', { name: nameOf(recipient) }) })
  } catch (error) {
    said(error)
  }
}

async function withdraw(row: Handoff): Promise<void> {
  const sure = await confirmAct({
    title: t('handoffs.detail.withdrawTitle'),
    text: t('handoffs.detail.withdrawText', { name: nameOf(row.recipient) }),
    ok: t('handoffs.act.withdraw'),
    cancel: t('common.back'),
    danger: true,
  })
  if (!sure) return
  try {
    await mutateEndpoint(putTodo, { params: { id: row.id }, body: { version: row.version, withdraw: true } })
    notify({ kind: 'ok', title: t('handoffs.done.withdraw') })
  } catch (error) {
    said(error)
  }
}

async function setDue(row: Handoff, dueOn: string | null): Promise<void> {
  try {
    await mutateEndpoint(putTodo, { params: { id: row.id }, body: { version: row.version, dueOn } })
    notify({ kind: 'ok', title: t('handoffs.done.due') })
  } catch (error) {
    said(error)
  }
}

/** The steps of a to-do, each told, and refused in words. */
export const steps = { toggle, remind, withdraw, setDue }
