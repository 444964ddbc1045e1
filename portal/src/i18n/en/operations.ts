import type source from '../zh-TW/operations.ts'
import type { Translation } from '../types.ts'

export default {
  search: 'Act or address',
  time: 'Time',
  act: 'Act',
  target: 'Object',
  behalf: 'On behalf of',
  result: { title: 'Result', OK: 'Done', refused: 'Refused' },
  device: 'Device',
  from: 'From',
  kind: { title: 'Kind', read: 'Read', write: 'Change', auth: 'Sign-in', none: 'Other' },
  dates: 'Dates',
  empty: 'No entries in this period',
  emptyIn: 'No entries {{days}}',
  emptyText: 'Choose other dates or filters.',
  failed: 'The operation log did not load',
  notMe: {
    act: 'This was not me',
    title: 'Is somebody using your account?',
    text: 'All other devices are signed out, and you are taken to the security settings to change your password. This device stays signed in.',
    ok: 'Sign other devices out',
    done: 'Other devices are signed out; change your password now',
  },
} satisfies Translation<typeof source>
