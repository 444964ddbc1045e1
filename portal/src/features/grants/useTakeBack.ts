import { deleteAuthorization } from '@teleward/contract/grants/endpoints.ts'
import type { Grant } from '@teleward/contract/grants/schema.ts'
import { mutateEndpoint, invalidateTags, showError } from '../../api/query.ts'
import { isApiError } from '../../api/errors.ts'
import { t } from '../../i18n/i18n.ts'
import { confirmAct } from '../../ui/notify.ts'
import { personName } from './labels.tsx'

export interface TakeBack {
  ask(grant: Grant): void
}
/** Revokes a grant, or gives one back, after saying what stops. */
export function useTakeBack(mid: number): TakeBack {
  return { ask: (grant) => void takeBack(grant, mid) }
}

async function takeBack(grant: Grant, mid: number): Promise<void> {
  const gives = grant.grantee.mid === mid
  const vars = { name: personName(gives ? grant.grantor : grant.grantee), kind: t(`grants.kind.${grant.kind}`) }
  const sure = await confirmAct({
    title: t(gives ? 'grants.detail.giveBackTitle' : 'grants.detail.revokeTitle', vars),
    text: t(gives ? 'grants.detail.giveBackText' : 'grants.detail.revokeText', vars),
    ok: t(gives ? 'grants.detail.giveBack' : 'grants.detail.revoke'),
    cancel: t('common.back'),
    danger: true,
  })
  if (!sure) return
  try {
    await mutateEndpoint(deleteAuthorization, { params: { id: grant.id }, query: { version: grant.version } })
  } catch (error) {
    // Somebody was quicker: how it stands now is fetched, and said.
    if (isApiError(error, 'VERSION_STALE') || isApiError(error, 'GRANT_OVER')) void invalidateTags(['grants'])
    showError(error)
  }
}
