import { PrinterOutlined } from '@ant-design/icons'
import type { LinkPayment, LinkView } from '@teleward/contract/links/schema.ts'
import { useT } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { ReceiptSheet } from '../../patterns/ReceiptSheet.tsx'
import { LinkFrame } from './LinkFrame.tsx'
import type { LinkState } from './useLink.ts'
import { doctorOf } from './VisitCard.tsx'

interface Props {
  link: LinkState
  view: LinkView
  payment: LinkPayment
  onBack: () => void
}
/** For whoever has said who they are: it names the patient. */
export function ReceiptPart({ link, view, payment, onBack }: Props) {
  const t = useT()
  const { visit, institution } = view
  const { receipt, site } = payment
  return (
    <LinkFrame
      link={link}
      foot={
        <>
          {receipt && visit && (
            <button type="button" className="lk-btn" onClick={() => window.print()}>
              <PrinterOutlined aria-hidden="true" /> {t('money.receipt.print')}
            </button>
          )}
          <button type="button" className="lk-btn sec" onClick={onBack}>
            {t('link.pay.back')}
          </button>
        </>
      }
    >
      <h1 className="sr">{t('money.receipt.title')}</h1>
      {receipt && visit && (
        <ReceiptSheet
          receipt={receipt}
          unit={institution.unitName && either(institution.unitName, institution.unitNameEn)}
          patient={visit.patientName}
          doctor={doctorOf(visit)}
          startAt={visit.startAt}
          service={t(`money.receipt.site.${site}`)}
        />
      )}
    </LinkFrame>
  )
}
