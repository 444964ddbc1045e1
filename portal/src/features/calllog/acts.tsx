import { MoreOutlined, PhoneOutlined } from '@ant-design/icons'
import type { CallLogEntry } from '@teleward/contract/calls/log-schema.ts'
import { useMe } from '../../api/me.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { startCall } from '../../shell/calls.ts'
import { closedBy } from '../../shell/menu.ts'
import { go } from '../../shell/navigation.ts'
import { type ScreenId, screenById } from '../../shell/screens.ts'
import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'

/** Why the patient cannot be called; null: a click does it. */
export const whyNot = (row: CallLogEntry): string | null =>
  row.colleague || row.callBy !== null ? null : t('calllog.noVisit')
/** A call among several colleagues who did not answer has no one to call back, and one that is talked is not called back. */
const callable = (row: CallLogEntry) =>
  row.pid !== null || (row.colleague !== null && row.outcome !== 'ringing' && row.outcome !== 'running')
export const useCallsBack = () => (useMe().permissions['call.use'] ?? '-') !== '-'

/** By the person: the server takes the visit of today that is furthest on, as it has told here. */
export function callBack(row: CallLogEntry): void {
  if (row.colleague) startCall({ mids: [row.colleague.mid], video: row.videoCall })
  else if (row.pid !== null && row.callBy !== null) startCall({ pid: row.pid, video: row.videoCall, link: row.callBy })
}
/** A slip of the thumb, or of a key, would ring a patient. */
export async function callBackAsked(row: CallLogEntry): Promise<void> {
  if (!callable(row)) return
  const why = whyNot(row)
  if (why !== null) return notify({ kind: 'info', title: why, key: 'calllog-back' })
  const sure = await confirmAct({
    title: t('calllog.sure.title', { name: nameOf(row) }),
    text: t(row.colleague ? 'calllog.sure.colleague' : 'calllog.sure.text'),
    ok: t('calllog.act.back'),
    cancel: t('common.cancel'),
  })
  if (sure) callBack(row)
}

export function BackButton({ row }: { row: CallLogEntry }) {
  const asks = usePhone()
  if (!useCallsBack() || !callable(row)) return null
  const why = whyNot(row)
  return (
    <Button
      size="sm"
      icon={<PhoneOutlined />}
      disabled={why !== null}
      title={why ?? undefined}
      onClick={() => (asks ? void callBackAsked(row) : callBack(row))}
    >
      {t('calllog.act.back')}
    </Button>
  )
}

/** What else follows from a call: only where the screen is open to the person. */
export function MoreActs({ row }: { row: CallLogEntry }) {
  const me = useMe()
  const { pid, queueID } = row
  if (pid === null) return null
  const may = (screen: ScreenId, right: keyof typeof me.permissions) =>
    (me.permissions[right] ?? '-') !== '-' && closedBy(me, screenById(screen)) === null
  const items = [
    may('chat', 'chat.patient') && {
      key: 'message',
      onPick: () => void go('chat', {}, { tab: '0', id: String(pid) }),
    },
    may('emr2', 'emr.read') && { key: 'record', onPick: () => void go('emr2', { pid, qid: queueID ?? 0 }) },
    may('appthistory', 'appointment.read') && {
      key: 'history',
      onPick: () => void go('appthistory', {}, { pid: String(pid), range: '30' }),
    },
    may('crm', 'crm.write') && { key: 'case', onPick: () => void go('crm', {}, { pid: String(pid), add: '1' }) },
  ].flatMap((item) => (item ? [item] : []))
  if (items.length === 0) return null
  return (
    <MenuButton
      className="icbtn"
      label={t('calllog.act.more')}
      items={items.map(({ key, onPick }) => ({
        key,
        onPick,
        label: t(`calllog.act.${key as 'message' | 'record' | 'history' | 'case'}`),
      }))}
    >
      <MoreOutlined rotate={90} />
    </MenuButton>
  )
}
