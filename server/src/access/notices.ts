import {
  allOf,
  anyOf,
  asks,
  atom,
  caller,
  column,
  institution,
  isNull,
  own,
  right,
  staff,
  type TableAccess,
  through,
  units,
  valued,
} from '../platform/access/index.ts'

/** What comes for one person, and what staff send to many. */

const colleague = asks('app_colleague', column('mid'))
/** Its author, and who sends notices in its unit. */
export const noticeSenders = allOf(
  institution(),
  anyOf(own('author_mid'), allOf(right('notice.send'), units('at_unit'))),
)
const sendersOfIt = atom(
  'own',
)`(n.author_mid = ${caller('mid')} or (${caller('notice.send')} = 'y' and n.at_unit = any (${caller('units')})))`
const ofNotice = through('notice', 'n', [['id', 'notice_id']], sendersOfIt)
const here = allOf(staff, institution())

export const noticeTables = {
  /** Somebody's own. Whoever does something to which a colleague has to come leaves the entry. */
  notification: {
    see: allOf(here, own('mid')),
    add: allOf(institution(), colleague),
    change: allOf(here, own('mid')),
  },
  /** Where a member is reached by the institution's accounts at LINE and WeChat; bound by the member's own code. */
  member_messenger: {
    see: allOf(here, asks('app_member_visible', column('pid'))),
    remove: allOf(here, asks('app_member_visible', column('pid'))),
  },
  notice: {
    see: allOf(here, anyOf(noticeSenders, asks('app_notice_to_me', column('id')))),
    add: allOf(here, own('author_mid'), right('notice.send'), units('at_unit'), valued('state', 'waiting')),
    change: allOf(here, right('notice.send'), noticeSenders),
  },
  /** Who got one knows of oneself; of the others those who send. */
  notice_recipient: {
    see: allOf(here, anyOf(own('mid'), ofNotice)),
    add: allOf(
      here,
      ofNotice,
      anyOf(
        allOf(isNull('to_pid'), colleague),
        allOf(isNull('mid'), units('of_unit'), asks('app_member_visible', column('to_pid'))),
      ),
      valued('state', 'waiting'),
    ),
    change: allOf(here, own('mid')),
    remove: allOf(here, ofNotice),
  },
} satisfies Record<string, TableAccess>
