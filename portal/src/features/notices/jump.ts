import { putNotification } from '@teleward/contract/notifications/endpoints.ts'
import { staysUnread } from '@teleward/contract/notifications/rules.ts'
import type { Notification } from '@teleward/contract/notifications/schema.ts'
import { mutateEndpoint, showError } from '../../api/query.ts'
import { go } from '../../shell/navigation.ts'

export type Leads = Pick<Notification, 'id' | 'kind' | 'link'>

/** To the matter, and read, but for what has to be answered: a missed call stays until somebody called back or put it away. */
export function jump({ id, kind, link }: Leads): void {
  void go(link.screen, link.params, link.search)
  if (!staysUnread(kind)) void setRead(id, true)
}

export async function setRead(id: string, read: boolean): Promise<void> {
  try {
    await mutateEndpoint(putNotification, { params: { id }, body: { read } })
  } catch (error) {
    showError(error)
  }
}
