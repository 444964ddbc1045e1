import type zhTW from '../zh-TW/history.ts'
import type { Translation } from '../types.ts'

/** The history of visits. */
export default {
  again: 'Book again',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
  earlier: 'Earlier days',
  later: 'Later days',
  news_one: '{{count}} new appointment',
  news_other: '{{count}} new appointments',
  showNews: 'Load them',
  empty: 'Nothing from {{from}} to {{to}}',
  thirty: 'Show 30 days',
  recording: 'Recorded',
  ofPatient: 'All of this patient',
  deductions: 'payment fee {{payment}}, platform {{platform}}, share {{share}}',
  column: { time: 'Time', waited: 'Waited', length: 'Length', fee: 'Fee', note: 'Note', recording: 'Video' },
  total: { visits: 'Visits', minutes: 'Minutes', fees: 'Fees paid' },
  note: {
    title: 'Note of the visit',
    signed: 'Signed',
    unsigned: 'Unsigned',
    signedBy: 'signed by {{name}}, {{time}}',
    none: 'No note was written',
    closed: 'Not authorised by the patient: the visit is shown, not what was written',
  },
  key: { note: 'Read the note', play: 'Play the recording' },
} satisfies Translation<typeof zhTW>
