import { PrinterOutlined } from '@ant-design/icons'
import type { AppointmentDetail } from '@teleward/contract/appointments/schema.ts'
import { Modal } from 'antd'
import { t } from '../../i18n/i18n.ts'
import { siteText } from '../../patterns/appointments/labels.tsx'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { ReceiptSheet } from '../../patterns/ReceiptSheet.tsx'
import { Button } from '../../ui/Button.tsx'

/** The receipt of a paid visit, to be printed or kept as PDF. */
export function ReceiptDialog({ entry, onClose }: { entry: AppointmentDetail; onClose: () => void }) {
  if (!entry.receipt) return null
  return (
    <Modal
      open
      title={t('money.receipt.title')}
      onCancel={onClose}
      footer={
        <Button kind="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
          {t('money.receipt.print')}
        </Button>
      }
    >
      <ReceiptSheet
        receipt={entry.receipt}
        unit={either(entry.unitName, entry.unitNameEn)}
        patient={nameOf(entry.patient)}
        doctor={nameOf(entry.doctor)}
        startAt={entry.startAt}
        service={entry.serviceItem || siteText(entry.site)}
      />
    </Modal>
  )
}
