import { putOpinion } from '@teleward/contract/opinions/endpoints.ts'
import { opinionRefusal, type OpinionAction } from '@teleward/contract/opinions/rules.ts'
import type { Opinion } from '@teleward/contract/opinions/schema.ts'
import { isApiError } from '../../api/errors.ts'
import { invalidateTags, mutateEndpoint, showError } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { confirmAct, notify } from '../../ui/notify.ts'

export const may = (row: Opinion, action: OpinionAction) => opinionRefusal(action, row.state, row.side) === null

/** Somebody was quicker: how it stands is fetched, and said. True: it was told. */
export function saidStale(error: unknown): boolean {
  if (!isApiError(error, 'VERSION_STALE') && !isApiError(error, 'OPINION_CLOSED')) return false
  void invalidateTags(['opinions'])
  notify({ kind: 'warn', title: isApiError(error, 'OPINION_CLOSED') ? error.message : t('opinions.answer.stale') })
  return true
}

export async function withdraw(row: Opinion): Promise<void> {
  const sure = await confirmAct({
    title: t('opinions.withdraw.title'),
    text: t('opinions.withdraw.text'),
    ok: t('opinions.act.withdraw'),
    cancel: t('common.back'),
    danger: true,
  })
  if (!sure) return
  try {
    await mutateEndpoint(putOpinion, { params: { id: row.id }, body: { action: 'withdraw', version: row.version } })
    notify({ kind: 'ok', title: t('opinions.withdraw.done') })
  } catch (error) {
    if (!saidStale(error)) showError(error)
  }
}
