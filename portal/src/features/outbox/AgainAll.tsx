import type { EndpointInput } from '@teleward/contract/core/endpoint.ts'
import { MAX_PAGE_SIZE } from '@teleward/contract/core/paging.ts'
import { getOutboxMessages, putOutboxMessage } from '@teleward/contract/outbox/endpoints.ts'
import type { OutboxMessage } from '@teleward/contract/outbox/schema.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { isApiError } from '../../api/errors.ts'
import { mutateEndpoint, invalidateTags, showError } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../patterns/list.ts'
import { Button } from '../../ui/Button.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'

export type OutboxFilter = EndpointInput<typeof getOutboxMessages>['query']

/** Every message of the filter that can be sent once more, whichever page it stands on. */
async function failedOf(filter: OutboxFilter): Promise<OutboxMessage[]> {
  const found = new Map<string, OutboxMessage>()
  let total = 0
  for (let page = 1; page === 1 || (page - 1) * MAX_PAGE_SIZE < total; page += 1) {
    const answer = await call(getOutboxMessages, { query: { ...filter, again: '1', page, pageSize: MAX_PAGE_SIZE } })
    total = answer.total
    for (const row of answer.data) found.set(row.id, row)
  }
  return [...found.values()]
}

/** Sends what failed once more: all of it that the filter names, and not the open page alone. */
export function AgainAll({ filter, may }: { filter: OutboxFilter; may: boolean }) {
  const [done, setDone] = useState<{ count: number; of: number }>()
  const list = useList(getOutboxMessages, { query: { ...filter, again: '1', page: 1, pageSize: 1 } }, may)
  const count = list.data?.total ?? 0
  const run = async () => {
    const sure = await confirmAct({
      title: t('outbox.allSure', { count }),
      text: t('outbox.againText'),
      ok: t('outbox.again'),
      cancel: t('common.cancel'),
    })
    if (!sure) return
    try {
      const rows = await failedOf(filter)
      let refused = 0
      for (const [index, { id, version }] of rows.entries()) {
        setDone({ count: index, of: rows.length })
        try {
          await mutateEndpoint(putOutboxMessage, { params: { id }, body: { version, action: 'again' } })
        } catch (error) {
          // One that somebody else was quicker with does not stop the others; a lost connection does.
          if (!isApiError(error) || error.http < 400 || error.http >= 500) throw error
          refused += 1
        }
      }
      notify({
        kind: refused ? 'warn' : 'ok',
        title: t('outbox.allDone', { count: rows.length - refused }),
        ...(refused ? { text: t('outbox.allRefused', { count: refused }) } : {}),
      })
    } catch (error) {
      showError(error)
    } finally {
      setDone(undefined)
      void invalidateTags(['outbox'])
    }
  }
  if (!may || (count < 2 && !done)) return null
  return (
    <Button disabled={done !== undefined} onClick={() => void run()}>
      {done ? t('outbox.allRunning', done) : t('outbox.allFailed', { count })}
    </Button>
  )
}
