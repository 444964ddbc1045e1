import {
  activeMembership,
  allOf,
  among,
  anyOf,
  asks,
  atom,
  caller,
  careTeam,
  column,
  hasPatient,
  institution,
  isNull,
  linkPatient,
  memberVisible,
  own,
  ownPatients,
  right,
  type Rule,
  staff,
  type TableAccess,
  through,
  units,
  valued,
} from '../platform/access/index.ts'
import { inActiveUnit, opensRecord } from './patients.ts'

/** Cases, to-dos and conversations, which are about patients or between staff. */

const ofMember = allOf(inActiveUnit, ownPatients)
/** A case: where the right is for one's own alone, those one owns, opened or handed on. */
export const theCase = allOf(ofMember, right('crm.read', own('owner_mid', 'opened_by', 'assigned_from', 'assigned_to')))
const caseSides = atom('own')`${caller('mid')} in (c.owner_mid, c.opened_by, c.assigned_from, c.assigned_to)`
const ofCase = through('crm_case', 'c', [['sn', 'sn']])

const handoffSides = anyOf(own('giver_mid', 'recipient_mid'), among('through'))
/** A to-do between staff: one's own, and about a patient whose record is open to one. */
export const handoff = allOf(
  staff,
  institution(),
  anyOf(handoffSides, allOf(units(), hasPatient, activeMembership(), opensRecord)),
)
const sidesOfHandoff = atom(
  'own',
)`(${caller('mid')} in (h.giver_mid, h.recipient_mid) or ${caller('mid')} = any (h.through))`

const ofKind = (text: string) => atom('kind valued')`${column('kind')} ${text}`
const withPatient = allOf(right('chat.patient'), anyOf(units(), linkPatient), activeMembership())
const betweenTwo = allOf(ofKind("= 'staff'"), own('low_mid', 'high_mid'))
const inGroup = allOf(
  ofKind("not in ('patient', 'staff')"),
  anyOf(asks('app_in_group', column('id')), allOf(own('created_by'), asks('app_group_new', column('id')))),
)
const ofPatients = allOf(ofKind("= 'patient'"), withPatient)
const talk = allOf(institution(), anyOf(ofPatients, betweenTwo, inGroup))
const begun = allOf(
  institution(),
  anyOf(
    ofPatients,
    allOf(betweenTwo, asks('app_colleague', column('low_mid')), asks('app_colleague', column('high_mid'))),
    inGroup,
  ),
)
const ofTalk = through('chat_conversation', 'c', [['id', 'conversation_id']])
const messages = allOf(institution(), anyOf(allOf(hasPatient, withPatient), allOf(isNull('pid'), ofTalk)))
/** A patient has no number of staff, and writes as nobody of them. */
const ownOrPatient = (name: string) => atom('own')`not (${column(name)} is distinct from ${caller('mid')})`
const written = allOf(institution(), ownOrPatient('author_mid'), ofTalk, activeMembership())
/** What hangs on a message, for whoever reads it; what is still to be sent, for its author. */
const attachment = allOf(institution(), ofTalk, anyOf(valued('state', 'sent'), ownOrPatient('author_mid')))
const ownAttachment = allOf(institution(), ofTalk, ownOrPatient('author_mid'))
const takesMember = asks('app_group_fits', column('conversation_id'), column('mid'))
const ofHandoff = (on: readonly [string, string][]) => through('handoff', 'h', on, sidesOfHandoff)

/** An opinion: of who asks, in the unit, and of who is asked; once answered also of whom the record is open to. */
export const opinion = allOf(
  staff,
  institution(),
  anyOf(
    allOf(right('opinion.use'), own('invited_mid')),
    allOf(inActiveUnit, anyOf(own('inviter_mid'), allOf(valued('state', 'done'), opensRecord))),
  ),
)
const opinionSides = anyOf(own('invited_mid'), allOf(units(), own('inviter_mid')))
const ofOpinion = (and?: Rule) =>
  through(
    'opinion',
    'o',
    [
      ['id', 'opinion_id'],
      ['partner_id', 'partner_id'],
    ],
    and,
  )

export const teamTables = {
  crm_case: {
    see: theCase,
    add: allOf(
      ofMember,
      atom('right crm.write')`${caller('crm.write')} in ('y', 'o')`,
      own('opened_by'),
      memberVisible,
    ),
    change: allOf(
      ofMember,
      right(
        'crm.write',
        anyOf(own('owner_mid', 'opened_by'), atom('own')`${caller('mid')} = (${column('undo')} ->> 'by')::int`),
      ),
    ),
    becomes: ofMember,
  },
  crm_entry: {
    see: allOf(ofMember, ofCase),
    add: allOf(ofMember, own('mid'), through('crm_case', 'c', [['sn', 'sn']], right('crm.write', caseSides))),
  },
  ai_suggestion: {
    see: allOf(ofMember, ofCase),
    add: allOf(ofMember, own('asked_by'), ofCase),
    change: allOf(ofMember, own('asked_by')),
  },
  opinion: {
    see: opinion,
    add: allOf(staff, inActiveUnit, right('opinion.use'), own('inviter_mid'), memberVisible, opensRecord),
    change: allOf(staff, institution(), right('opinion.use'), opinionSides),
    becomes: allOf(institution(), opinionSides),
  },
  /** What is shown: known to who picked it, and to who is asked as long as it is shown. */
  opinion_record: {
    see: allOf(
      staff,
      institution(),
      ofOpinion(
        atom('own')`(o.inviter_mid = ${caller('mid')} or (o.invited_mid = ${caller('mid')} and o.state = 'inProcess'))`,
      ),
    ),
    add: allOf(staff, institution(), ofOpinion(atom('own')`o.inviter_mid = ${caller('mid')}`)),
  },
  opinion_answer: {
    see: allOf(staff, institution(), ofOpinion()),
    add: allOf(staff, institution(), own('signed_by'), ofOpinion(atom('own')`o.invited_mid = ${caller('mid')}`)),
  },
  handoff: {
    see: handoff,
    add: allOf(staff, institution(), own('giver_mid'), anyOf(isNull('pid'), allOf(units(), memberVisible))),
    change: allOf(staff, institution(), own('giver_mid', 'recipient_mid')),
    becomes: allOf(institution(), handoffSides),
  },
  handoff_event: {
    see: allOf(staff, institution(), ofHandoff([['id', 'handoff_id']])),
    add: allOf(
      staff,
      institution(),
      own('mid'),
      atom('action valued')`${column('action')} <> 'late'`,
      ofHandoff([
        ['id', 'handoff_id'],
        ['partner_id', 'partner_id'],
      ]),
    ),
  },
  chat_conversation: { see: allOf(talk, careTeam), add: begun, change: talk, becomes: begun },
  chat_message: { see: allOf(messages, careTeam), add: written, change: messages, becomes: written },
  chat_attachment: { see: attachment, add: ownAttachment, change: ownAttachment, becomes: ownAttachment },
  chat_participant: {
    see: anyOf(ofTalk, own('mid')),
    add: allOf(ofTalk, anyOf(ownOrPatient('mid'), takesMember)),
    change: anyOf(allOf(ownOrPatient('mid'), isNull('left_at')), takesMember),
    becomes: anyOf(ownOrPatient('mid'), takesMember),
  },
} satisfies Record<string, TableAccess>
