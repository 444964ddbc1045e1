import { getNotifications, putNotifications } from '@teleward/contract/notifications/endpoints.ts'
import { UNREAD_AGAIN_MAX } from '@teleward/contract/notifications/rules.ts'
import type { Notification } from '@teleward/contract/notifications/schema.ts'
import { call } from '../../api/client.ts'
import { mutateEndpoint, showError } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'

interface Filter {
  kind?: Notification['kind'] | undefined
  from?: string | undefined
  to?: string | undefined
}
type At = Pick<Notification, 'at'>

/**
 * All of a filter, up to the newest that one has seen: by the entries' own time, for the clock of this machine may be another.
 * `seen`: the first page, newest first; without it what is newest is asked for.
 */
export async function readAll(filter: Filter, seen: readonly At[] | undefined): Promise<void> {
  try {
    const newest = seen ?? (await call(getNotifications, { query: { ...filter, pageSize: 1 } })).data
    const until = newest.map(({ at }) => at).toSorted((a, b) => Date.parse(b) - Date.parse(a))[0]
    if (until === undefined) return
    const { ids, kept } = await mutateEndpoint(putNotifications, { body: { read: true, until, ...filter } })
    notify({
      kind: 'ok',
      key: 'read-all',
      title: t('notices.readDone', { count: ids.length }),
      ...(kept ? { text: t('notices.kept', { count: kept }) } : {}),
      ...(ids.length
        ? { action: { label: t('notices.undo'), run: () => void unreadAgain(ids).catch(showError) } }
        : {}),
    })
  } catch (error) {
    showError(error)
  }
}

/** As many as were read, in as many calls as they need. */
export async function unreadAgain(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += UNREAD_AGAIN_MAX)
    await mutateEndpoint(putNotifications, { body: { read: false, ids: ids.slice(from, from + UNREAD_AGAIN_MAX) } })
}
