import { patientInfoByMid, patientInfoByQid, roomObjectData } from '@teleward/contract/calls/endpoints.ts'
import { call } from '../../api/client.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient, errorMessage } from '../../api/query.ts'
import { closedBy } from '../../shell/menu.ts'
import { go } from '../../shell/navigation.ts'
import { type ScreenId, screenById } from '../../shell/screens.ts'
import { errorText } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'
import { getState, patchActive } from './store.ts'
import { callSearch } from './urlCall.ts'

function isOpen(id: ScreenId): boolean {
  const me = queryClient.getQueryData(meQuery().queryKey)
  return me !== undefined && closedBy(me, screenById(id)) === null
}

/**
 * What stands beside the call: the record; for who reads none the member's drawer, else the visit's; and whoever may open
 * none of them stays where they are. Room data without queueID or targetID, or a patient look-up without pid, means no jump
 * (CALL-09).
 */
export async function openBeside(roomID: string): Promise<void> {
  try {
    const { metadata } = await call(roomObjectData, { params: { roomId: roomID } })
    const { queueID, targetID } = metadata
    if (queueID === undefined && targetID === undefined) return
    const info =
      queueID !== undefined
        ? await call(patientInfoByQid, { params: { queueID } })
        : await call(patientInfoByMid, { params: { mid: targetID ?? 0 } })
    if (!info.pid || !patchActive(roomID, { pid: info.pid, queueID: queueID ?? null })) return
    const search = callSearch(getState().active)
    if (isOpen('emr2')) await go('emr2', { pid: info.pid, qid: queueID ?? 0 }, search)
    else if (isOpen('members')) await go('members', {}, { ...search, open: String(info.pid) })
    else if (queueID !== undefined && isOpen('apptmgmt')) await go('apptmgmt', {}, { ...search, open: String(queueID) })
  } catch (error) {
    notify({ kind: 'warn', title: errorText('CONNECTION_FAILED'), text: errorMessage(error), key: 'call-record' })
  }
}
