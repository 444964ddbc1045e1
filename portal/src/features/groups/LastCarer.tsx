import type { MonitorGroup } from '@teleward/contract/monitoring/group-schema.ts'
import { Modal } from 'antd'
import { useId, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { CarerPicker } from './CarerPicker.tsx'

interface Props {
  running: number
  staff: MonitorGroup['staff']
  busy: boolean
  onCancel: () => void
  onSave: (staff: number[]) => void
}
/** The last carer goes while alerts run: who takes them, or that nobody does, is said before it is done. */
export function LastCarer({ running, staff, busy, onCancel, onSave }: Props) {
  const id = useId()
  const [mids, setMids] = useState<number[]>([])
  return (
    <Modal
      open
      title={t('groups.lastTitle', { count: running })}
      okText={t(mids.length > 0 ? 'groups.lastTake' : 'groups.lastNobody')}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger: mids.length === 0, loading: busy }}
      onCancel={onCancel}
      onOk={() => onSave(mids)}
    >
      <p>{t('groups.lastText')}</p>
      <label className="lab" htmlFor={id}>
        {t('groups.col.staff')}
      </label>
      <CarerPicker id={id} staff={staff} value={mids} onChange={setMids} />
    </Modal>
  )
}
