import { readFileSync } from 'node:fs'

const file = new URL('../../docs/requirements/states.md', import.meta.url)

export interface Row {
  from: string[]
  action: string
  to: string
  who: string
}
/** The rows of one machine, as the tables of states have them. Remarks in brackets and marks are left out. */
export function rowsOf(machine: string): Row[] {
  const text = readFileSync(file, 'utf8')
  const section = text.split(/^## /m).find((part) => part.startsWith(`${machine}\n`))
  if (!section) throw new Error(`no machine ${machine} in the tables of states`)
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) => {
    const [from = '', action = '', to = '', who = ''] = line
      .slice(1)
      .split('|')
      .map((cell) => cell.trim())
    return { from: plain(from).split(/, /), action: action.replace(/ \+$/, ''), to: plain(to), who: plain(who) }
  })
}
const plain = (cell: string) =>
  cell
    .replace(/ \([^)]*\)/g, '')
    .replace(/ \+/g, '')
    .trim()

/** Which steps of the contract a row became, or why this version has none for it. */
export type Fate = readonly string[] | { not: string }
export interface Mapped {
  /** By the row's action. */
  rows: Readonly<Record<string, Fate>>
  /** Steps of the contract beside the rows, and where the contract goes beyond a row: each with its reason. */
  beyond: Readonly<Record<string, string>>
}
const begins = { not: 'an entry begins with it: no step of one that is' }
const client = { not: 'the client’s own state' }

export const mapped: Readonly<Record<string, Mapped>> = {
  '4. Appointment (queue)': {
    rows: {
      'book, fee due': begins,
      'book, nothing due (free, contract, pay on site)': begins,
      'payment arrived or waived': ['pay', 'waive'],
      '30 min over, or start reached earlier': ['release'],
      'change date, slot, doctor, site': ['move'],
      '30 min before start': { not: 'a reminder, no step' },
      'check in': ['checkIn'],
      'undo check-in': ['undoCheckIn'],
      "staff's call to the patient, 30 s unanswered": ['missed'],
      "'come now' link unopened for 3 minutes, patient not in the room by another way": ['linkExpired'],
      'ask to be called back': ['askCallback'],
      redial: ['redial'],
      'answered or link opened': ['redialAnswered'],
      'missed again (30 s, or 3 minutes for a link)': ['missed', 'linkExpired'],
      'finish (video: call ended; onsite: no call needed)': ['finish'],
      'undo finish, within 10 min +, before signing': ['undoFinish'],
      'cancel with reason': ['cancel'],
      'never checked in by 24:00 of its day': ['timeoutCancel'],
      'close without a consultation': ['close'],
      '24:00 of its day': ['timeoutClose'],
      'any other step': { not: 'what the model tries in every state' },
    },
    beyond: {
      memo: 'a remark on the entry, in every state, which moves nothing',
      settle: 'what was to be paid on site is paid, or let go, later: the entry stays where it is',
    },
  },
  '6. Video link (voice link)': {
    rows: {
      'send by SMS, LINE, WeChat, e-mail': { not: 'links are issued with the visit so far' },
      'handed to the provider': ['send'],
      'provider gives up': ['giveUp'],
      'opened by a person': ['open'],
      '3 minutes unopened': ['expire'],
      'identity and consent given': ['join'],
      'reload, device change': ['return'],
      'room closed, entry cancelled, link renewed or withdrawn': ['kill'],
      'send again': { not: 'comes with the sending' },
    },
    beyond: {
      open: 'a created link can be opened before the provider confirms; opening again is nothing new',
      expire: 'the clock does not wait for the provider',
      join: 'a second arrival is a return',
      kill: 'what is over can still be marked dead with its visit',
    },
  },
  '7. Call': {
    rows: {
      'call arrives (socket `phonecall`, URL parameters, native bridge)': ['ring'],
      'call a patient or colleague (callout, callout2, call, redial)': ['ring'],
      answer: ['answer'],
      reject: ['reject'],
      '30 s': ['timeout'],
      'caller gives up': ['cancel'],
      'no media': client,
      'socket dropped up to 10 s': client,
      'invite a third': { not: 'comes with calls of three' },
      transfer: { not: 'comes with calls of three' },
      'hang up, or the other left': ['hangup', 'end'],
      clear: ['clear'],
      'call cannot go on': ['fail'],
    },
    beyond: {},
  },
  '15. Note and signature': {
    rows: {
      'create (once per entry and author)': ['create'],
      type: ['write', 'diagnose', 'prescribe'],
      'hand to the doctor': ['handOver'],
      sign: ['sign'],
      'visit ended 24 h ago': { not: 'a mark, no step' },
      'any direct change': { not: 'what the model tries with every signed note' },
      'amend with reason': ['amend'],
      'withdraw with reason': ['withdraw'],
      'copy to the right patient': { not: 'comes with the transfer of notes' },
    },
    beyond: {
      write: 'what was handed over is still typed in',
      diagnose: 'what was handed over is still typed in',
      prescribe: 'what was handed over is still typed in',
    },
  },
  '1. Session': {
    rows: {
      'sign in, all right': ['signIn'],
      'wrong password, 1st to 4th': ['wrongPassword'],
      'wrong password, 5th': ['lock'],
      'sign in, even with the right password': ['stayLocked'],
      '15 minutes over': ['lockOver'],
      'sign in, LINE bound or TOTP on': { not: 'comes with the second step' },
      'right code': { not: 'comes with the second step' },
      'sign in, phone unverified': { not: 'a session with fewer rights: proven beside sign-in' },
      'code right': { not: 'comes with the registration' },
      'one-time hand-over (theseAutoLogin)': { not: 'comes with the hand-over' },
      'a call answers 401 `TOKEN_EXPIRED`': ['expire'],
      'new tokens': ['renewed'],
      refused: ['expired'],
      'an old refresh token comes again': ['reused'],
      'body status `ERROR_TOKEN`': client,
      'login message with another device token': ['forcedOut'],
      confirm: client,
      'route change, checkDeviceToken differs': client,
      'switch institution': { not: 'comes with several institutions' },
      '`refresh` message / new version': client,
      'config status failed': client,
      'sign out': ['signOut'],
      'account closed, membership cancelled, password reset': { not: 'proven beside sign-in' },
    },
    beyond: {},
  },
}
