import { t } from '../../i18n/i18n.ts'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { Exemptions } from './Exemptions.tsx'
import { Refunds } from './Refunds.tsx'
import { type PaymentSearch, paymentTabs, usePaymentSearch } from './search.ts'
import './payments.css'

/** `/admin/payments`: money that goes back, and whose visits cost nothing. */
export default function PaymentsPage() {
  const [value, change] = usePaymentSearch()
  // Each tab is a list with filters, order and columns of its own.
  const onTab = (tab: PaymentSearch['tab']) =>
    change({
      tab,
      open: undefined,
      state: 'open',
      show: 'inForce',
      why: undefined,
      kind: undefined,
      currency: undefined,
      sort: undefined,
      cols: [],
    })
  const tabs = (
    <UrlTabs
      label={t('payments.title')}
      tabs={paymentTabs.map((key) => ({ key, name: t(`payments.tab.${key}`) }))}
      tab={value.tab}
      onTab={onTab}
    />
  )
  const props = { value, change, tabs }
  return value.tab === 'refunds' ? <Refunds {...props} /> : <Exemptions {...props} />
}
