import type { Rights } from '@teleward/contract/core/access.ts'
import type { Scope } from './db/types.ts'

/** A signed-in member of staff, as the session stands now. */
export interface StaffActor {
  kind: 'staff'
  mid: number
  sid: string
  name: string
  account: string
  partnerId: number
  unitIds: readonly number[]
  doctortype: string
  staffType: number
  rights: Rights
  privileges: readonly string[]
  /** `METHOD path` of the calls that only screens make which the institution hides from this person. */
  closed: ReadonlySet<string>
  /** Phone verified (`mobilecode` 1). Without it only `unverified` calls answer. */
  verified: boolean
  /** Reviewed and on board. Without it only `setting.own` and calls of the session answer. */
  onBoard: boolean
  review: string
  /** A second step is demanded of this person, and none is set up: nothing but setting one up is open. */
  secondStepMissing: boolean
  deviceType: number
  deviceToken: string
  timeZone: string
  /** The token this request came with; empty on a socket. */
  bearer: string
}

/** The holder of a patient's link. `identified` after the identity check. */
export interface LinkActor {
  kind: 'link'
  linkId: string
  partnerId: number
  unitId: number
  pid: number
  qid: number
  identified: boolean
  /** Of one visit: to be there (`visit`), or what it costs and how it stands (`pay`). Of none: the conversation with the unit (`chat`). */
  purpose: 'visit' | 'pay' | 'chat'
  /** The membership that a conversation stands on is disabled. */
  heldBack?: boolean
}
/** The visit of a link that has none: no visit has this number. */
export const NO_VISIT = 0

export type Actor = StaffActor | LinkActor

const administered = [
  ['partner', 'admin.partner'],
  ['ui', 'admin.ui'],
  ['audit', 'audit.read'],
  ['review', 'admin.review'],
  ['monitor', 'monitor.group'],
] as const

/** What the row-level policies are told about the caller. */
export function scopeOf(actor: Actor): Scope {
  if (actor.kind === 'link')
    return {
      kind: 'link',
      mid: null,
      partnerId: actor.partnerId,
      unitIds: [actor.unitId],
      pid: actor.pid,
      qid: actor.qid,
      emr: '-',
      appt: '-',
      chat: actor.purpose === 'chat' && actor.identified ? 'y' : '-',
    }
  const narrow = (right: string) => (right === 'y' || right === 'o' ? right : '-')
  return {
    kind: 'staff',
    mid: actor.mid,
    partnerId: actor.partnerId,
    unitIds: actor.unitIds,
    pid: null,
    qid: null,
    emr: narrow(actor.rights['emr.read']),
    appt: narrow(actor.rights['appointment.read']),
    monitor: narrow(actor.rights['monitor.read']),
    files: narrow(actor.rights['file.read']),
    outbox: actor.rights['outbox.read'] === 'y' ? 'y' : '-',
    crm: `${narrow(actor.rights['crm.read'])}${narrow(actor.rights['crm.write'])}`,
    diet: `${narrow(actor.rights['diet.read'])}${narrow(actor.rights['diet.advise'])}`,
    chat: actor.rights['chat.patient'] === 'y' ? 'y' : '-',
    admin: administered.flatMap(([part, right]) => (actor.rights[right] === 'y' ? [part] : [])).join(','),
  }
}

/** From a credential to the caller; refuses with the code the catalogue has for it. */
export type Authenticate<A extends Actor> = (credential: string) => Promise<A>
