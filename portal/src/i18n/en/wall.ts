import type zhTW from '../zh-TW/wall.ts'
import type { Translation } from '../types.ts'

/** The wall display of the waiting room. */
export default {
  title: 'Waiting room',
  serving: 'Now',
  noneServing: '–',
  called: 'Please come:',
  onTime: 'On time',
  late_one: 'About {{count}} minute late',
  late_other: 'About {{count}} minutes late',
  since: 'since {{time}}',
  more_one: '{{count}} more waiting',
  more_other: '{{count}} more waiting',
  site: { video: 'Video', voice: 'Voice', onsite: 'On site' },
  nobody: 'Nobody is waiting',
  next: 'Next appointment at {{time}}',
  updated: 'Updated {{time}}',
  sound: 'Touch for the chime',
  full: 'Full screen (F)',
  over: 'This address is not valid any more',
  overText: "Tell the front desk or the institution's administrator: a new address is needed.",
  lost: 'No connection at the moment',
  lostText: 'The display comes back by itself. Please wait for the front desk to call.',
} satisfies Translation<typeof zhTW>
