import type zh from '../zh-TW/money.ts'
import type { Translation } from '../types.ts'

export default {
  /** By which rule a fee goes back. */
  terms: {
    whole: 'A cancelled visit is refunded in full.',
    part: 'Full refund if cancelled at least {{hours}} h before the visit; {{percent}}% after that.',
    none: 'Full refund if cancelled at least {{hours}} h before the visit; no refund after that.',
    partFrom: 'Full refund if cancelled before {{moment}}; {{percent}}% after that.',
    noneFrom: 'Full refund if cancelled before {{moment}}; no refund after that.',
    partNow: 'It is too late for a full refund; {{percent}}% is refunded if cancelled now.',
    noneNow: 'It is too late for a refund.',
    house: 'Full refund if the institution cancels.',
  },
  receipt: {
    title: 'Receipt',
    number: 'Receipt number',
    amount: 'Amount',
    how: 'Paid by',
    when: 'Paid at',
    method: { cash: 'Cash', card: 'Card at the desk', transfer: 'Transfer', checkout: 'Online', other: 'Other' },
    open: 'View receipt',
    print: 'Print or save as PDF',
    patient: 'Patient',
    visit: 'Visit',
    service: 'Item',
    site: { video: 'Video visit', voice: 'Voice visit', onsite: 'On-site visit' },
    refunded: 'Refunded',
    refundDue: 'To be refunded',
    left: 'Net paid',
    made: 'Generated {{time}}',
  },
} satisfies Translation<typeof zh>
