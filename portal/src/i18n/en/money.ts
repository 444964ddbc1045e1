import type zh from '../zh-TW/money.ts'
import type { Translation } from '../types.ts'

export default {
  /** By which rule a fee goes back. */
  terms: {
    whole: 'A cancelled visit is refunded in full.',
    part: 'Cancelled at least {{hours}} h before, it is refunded in full; later, {{percent}}%.',
    none: 'Cancelled at least {{hours}} h before, it is refunded in full; later, nothing.',
    house: 'If the institution cancels, it is refunded in full.',
  },
  receipt: {
    title: 'Receipt',
    number: 'Receipt number',
    amount: 'Amount',
    how: 'Paid by',
    when: 'Paid at',
    method: { cash: 'Cash', card: 'Card at the desk', transfer: 'Transfer', checkout: 'Online', other: 'Other' },
    open: 'Receipt to print',
    print: 'Print or save as PDF',
    patient: 'Patient',
    visit: 'Visit',
    service: 'For',
    site: { video: 'Video visit', voice: 'Voice visit', onsite: 'Visit on site' },
    refunded: 'Refunded',
    refundDue: 'To be refunded',
    left: 'Kept',
    made: 'Made {{time}}',
  },
} satisfies Translation<typeof zh>
