import { FAR_HOST, HOST, OWN_UNITS, type Person } from './people.ts'
import { type PatientFixture, places } from './folders.ts'

/**
 * Who may come to hear of what, over the socket, once, as a policy. `must`: their page would be stale without it;
 * `may`: it is theirs to know, but they need not hear it; `never`: it is none of theirs.
 */
export type Verdict = 'must' | 'may' | 'never'

/** Somebody with an open line: a member of the staff in these units, or the page of one patient's link. */
export interface Listener {
  name: string
  mid: number | null
  person: Person | undefined
  partner: number
  /** Empty before the phone is verified and before the review is passed. */
  units: readonly number[]
  link: PatientFixture | undefined
}
/** What is known of an event: whose record it names, and who did what led to it. */
export interface Occasion {
  payload: Record<string, unknown>
  folder: PatientFixture | undefined
  asker: number | null
  /** The unit that the call named, where a record joins another. */
  unit: number | undefined
}
type Rule = { says: string; verdict(listener: Listener, occasion: Occasion): Verdict }

const unitOf = (folder: PatientFixture) => places[folder.place].unit
const colleague = ({ units }: Listener, { folder }: Occasion) => folder !== undefined && units.includes(unitOf(folder))
const ofVisit = ({ link }: Listener, { folder }: Occasion) => link !== undefined && link === folder
const party = ({ mid, person }: Listener, { folder }: Occasion) =>
  folder !== undefined && (mid === folder.did || (person?.bound === true && folder.did === HOST))
const pick = (must: boolean, may: boolean): Verdict => (must ? 'must' : may ? 'may' : 'never')
const rule = (says: string, verdict: Rule['verdict']): Rule => ({ says, verdict })
const house = rule('the institution’s people', ({ partner, mid }, { payload }) =>
  pick(false, mid !== null && partner === payload.id),
)
/** By a number that says nothing of a patient. */
const colleagues = rule('the people of the asker’s institution', ({ partner, mid }, { asker }) =>
  pick(false, mid !== null && partner === (asker === FAR_HOST ? 32 : 1)),
)
/** Everybody of the people is in units 2 and 5, the hosts in others as well. */
export const unitsOfStaff = (mid: unknown): readonly number[] =>
  mid === FAR_HOST ? [90] : mid === HOST ? [1, 2, 3, 4] : OWN_UNITS
const shares = (listener: Listener, mid: unknown) =>
  listener.mid === mid || listener.units.some((unit) => unitsOfStaff(mid).includes(unit))
const inUnitOfAsker = (listener: Listener, { asker, folder }: Occasion) =>
  folder ? listener.units.includes(unitOf(folder)) : shares(listener, asker)

const visit = rule('the unit’s people, and the visit’s own links', (listener, occasion) =>
  pick(colleague(listener, occasion), ofVisit(listener, occasion)),
)
const unitsCase = rule('the unit’s people', (listener, occasion) => pick(colleague(listener, occasion), false))
const parties = rule('who rings, is rung or talks', (listener, occasion) =>
  pick(
    false,
    ofVisit(listener, occasion) ||
      (colleague(listener, occasion) && (party(listener, occasion) || listener.mid === occasion.asker)),
  ),
)
const talk = rule('whoever takes part', (listener, occasion) =>
  occasion.folder
    ? pick(colleague(listener, occasion), false)
    : pick(listener.mid !== null && listener.mid === occasion.asker, listener.mid === HOST),
)

export const hears: Record<string, Rule> = {
  'queue.changed': visit,
  'room.changed': visit,
  'link.changed': rule('the unit’s people, and the link itself', (listener, occasion) =>
    // A visit may have several: each hears of itself.
    pick(
      colleague(listener, occasion) || (listener.link !== undefined && listener.link.linkId === occasion.payload.id),
      ofVisit(listener, occasion),
    ),
  ),
  // A ring names the caller, so it goes to nobody beside who is rung.
  'call.ring': parties,
  open_stream: parties,
  'call.state': parties,
  // That the log has changed the unit hears, and nothing of whose call it was.
  'call.logged': visit,
  'guest.changed': rule('the staff of the room, and the guest’s own page', (listener, occasion) =>
    pick(false, colleague(listener, occasion) && party(listener, occasion)),
  ),
  'note.changed': rule(
    'the author and who prepares; the unit’s people where readers see a difference',
    (one, occasion) => pick(colleague(one, occasion) && one.mid === occasion.folder?.did, colleague(one, occasion)),
  ),
  'note.presence': rule('who has the note open, and may read it', () => 'never'),
  // It goes to a pharmacy on purpose, and the event names the prescription alone.
  'rx.changed': rule('who prescribed it, and the people of both units', (listener, { asker }) =>
    pick(listener.mid !== null && listener.mid === asker, listener.units.length > 0 && listener.partner === 1),
  ),
  'history.changed': unitsCase,
  'authz.changed': rule('the unit’s people; both sides of a grant', (listener, occasion) =>
    occasion.payload.grant === undefined
      ? pick(false, colleague(listener, occasion))
      : pick(listener.mid !== null && listener.mid === occasion.asker, listener.mid === HOST),
  ),
  'emergency.taken': rule('who answers for the unit', (listener, occasion) =>
    pick(
      false,
      inUnitOfAsker(listener, occasion) && ['admin', 'case_manager'].includes(listener.person?.doctortype ?? ''),
    ),
  ),
  'member.changed': rule('the people of the member’s units', (listener, occasion) =>
    pick(
      occasion.unit === undefined && inUnitOfAsker(listener, occasion),
      inUnitOfAsker(listener, occasion) || (occasion.unit !== undefined && listener.units.includes(occasion.unit)),
    ),
  ),
  'member.imported': rule('the unit’s people', (listener, occasion) => pick(inUnitOfAsker(listener, occasion), false)),
  'presence.changed': rule('colleagues of the person’s units', (listener, { payload }) =>
    pick(false, listener.mid === payload.id || shares(listener, payload.id)),
  ),
  'outbox.changed': rule('who reads the outbox', (listener, occasion) =>
    pick(false, inUnitOfAsker(listener, occasion) && listener.person?.rights['outbox.read'] !== '-'),
  ),
  'shift.changed': rule('colleagues of the doctor’s units', (listener, { payload }) =>
    pick(listener.mid === payload.did, shares(listener, payload.did)),
  ),
  'rights.changed': house,
  'admin.changed': house,
  'feedback.changed': colleagues,
  'privacy.changed': colleagues,
  'uiconfig.published': house,
  'staff.reviewed': rule('the person, and who reviews', (listener, { payload }) =>
    pick(listener.mid === payload.id, listener.person?.doctortype === 'admin' && listener.person.review === 'onBoard'),
  ),
  'reading.arrived': unitsCase,
  'alert.changed': unitsCase,
  'case.new': unitsCase,
  'case.changed': unitsCase,
  // Who is in diet management the unit knows; the events name the meal or the course alone.
  'meal.arrived': unitsCase,
  'diet.changed': unitsCase,
  // An event is its unit's, whether or not somebody is named by number.
  'form.answered': unitsCase,
  'questionnaire.changed': colleagues,
  'event.changed': rule('the unit’s people', (listener, occasion) =>
    occasion.folder ? pick(colleague(listener, occasion), false) : pick(false, inUnitOfAsker(listener, occasion)),
  ),
  // Of whom none of the folders is: who was checked the first time.
  'hc.changed': rule('the unit’s people', (listener, occasion) =>
    occasion.folder ? pick(colleague(listener, occasion), false) : pick(false, inUnitOfAsker(listener, occasion)),
  ),
  'childcare.changed': unitsCase,
  'file.changed': rule('who brought it, and people of its unit', (listener, { asker, ...occasion }) =>
    pick(listener.mid !== null && listener.mid === asker, inUnitOfAsker(listener, { asker, ...occasion })),
  ),
  // A letter goes to another unit on purpose, and the event names the letter alone.
  // Its sender hears that the mail with its link has left, whoever asks for something at that moment.
  'referral.changed': rule('who sent it and who is to answer', (listener) =>
    pick(false, listener.mid !== null && listener.units.length > 0 && listener.partner === 1),
  ),
  // To whom it is handed, and both of its sides; no patient stands in it.
  'todo.arrived': rule('whom it is handed to', (listener) => pick(listener.mid === HOST, false)),
  'todo.changed': rule('both sides of a to-do', (listener, { asker }) =>
    pick(listener.mid !== null && listener.mid === asker, listener.mid === HOST),
  ),
  // To whom an entry is for, and who reads one; the senders of a notice are the people of its unit.
  'notice.arrived': rule('whom it is for', (listener) => pick(false, listener.mid !== null && listener.partner === 1)),
  'counts.changed': rule('who has read', (listener, { asker }) =>
    pick(listener.mid !== null && listener.mid === asker, false),
  ),
  'notice.changed': rule('the people of the notice’s unit', (listener, { asker }) =>
    pick(false, listener.mid !== null && shares(listener, asker)),
  ),
  // Both of its sides; no patient stands in it.
  'opinion.changed': rule('both sides of an opinion', (listener, { asker }) =>
    pick(
      listener.mid !== null && listener.mid === asker,
      listener.mid === HOST || listener.person?.name === 'doctor' || listener.person?.name === 'nurse',
    ),
  ),
  // Of a patient's conversation the event names the conversation alone, and the unit's people hear it; of staff, who takes part.
  'chat.message': talk,
  'chat.recalled': talk,
  'chat.group': talk,
  'chat.typing': talk,
  'chat.read': rule('whoever has read, and who wrote', (listener, occasion) =>
    pick(
      listener.mid !== null && listener.mid === occasion.asker,
      listener.mid === HOST || ofVisit(listener, occasion),
    ),
  ),
  'board.changed': rule('patients who wait for the same doctor', (listener, { folder }) =>
    pick(false, listener.link !== undefined && listener.link.did === folder?.did),
  ),
  'consent.asked': rule('the visit’s own links', (listener, occasion) => pick(false, ofVisit(listener, occasion))),
}
