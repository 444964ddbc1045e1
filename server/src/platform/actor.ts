import type { Rights } from '@teleward/contract/core/access.ts'
import { accessRights } from './access/rights.ts'
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
  /** Somebody else made the account, and its person has yet to take it over: nothing but that is open (`accountSetupCalls`). */
  unclaimed: boolean
  /** Phone verified (`mobilecode` 1). Without it only `unverified` calls answer. */
  verified: boolean
  /** Reviewed and on board. Without it only `setting.own` and calls of the session answer. */
  onBoard: boolean
  review: string
  /** The screen of the session is covered: nothing but `coveredCalls` is open before the password. */
  covered: boolean
  /** A second factor is demanded of this person, and none is set up: nothing but setting one up is open. */
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
  /** Of one visit: to be there (`visit`), or what it costs and how it stands (`pay`). Of none: the conversation with the unit (`chat`), what the unit asks leave for (`authorise`), or what it asks (`form`). */
  purpose: 'visit' | 'pay' | 'chat' | 'authorise' | 'form'
  /** The membership that a link of no visit stands on is disabled. */
  suspended?: boolean
}
/** The visit of a link that has none: no visit has this number. */
export const NO_VISIT = 0

/**
 * The holder of a third party's link into one call, on a socket alone. It is no kind of patient's link: it has no scope, so
 * that nothing can be read for it, and its calls over HTTP are public ones that look it up by its token.
 */
export interface GuestActor {
  kind: 'guest'
  linkId: string
  partnerId: number
  roomId: string
}

export type Actor = StaffActor | LinkActor

const scopes = new WeakMap<Actor, Scope>()
/** What the row-level policies are told about the caller: the same for all calls of a session as it stands. */
export function scopeOf(actor: Actor): Scope {
  let scope = scopes.get(actor)
  if (!scope) {
    scope = newScope(actor)
    scopes.set(actor, scope)
  }
  return scope
}
function newScope(actor: Actor): Scope {
  if (actor.kind === 'link')
    return {
      kind: 'link',
      mid: null,
      partnerId: actor.partnerId,
      unitIds: [actor.unitId],
      pid: actor.pid,
      qid: actor.qid,
      'chat.patient': actor.purpose === 'chat' && actor.identified ? 'y' : '-',
    }
  const { mid, partnerId, unitIds, rights } = actor
  // Whoever may only prepare (`p`) has the right by whom they prepare for, which is another rule.
  const asked = accessRights.map((right) => [
    right,
    rights[right] === 'y' || rights[right] === 'o' ? rights[right] : '-',
  ])
  return { kind: 'staff', mid, partnerId, unitIds, pid: null, qid: null, ...Object.fromEntries(asked) }
}

/** From a credential to the caller; refuses with the code the catalogue has for it. */
export type Authenticate<A extends Actor> = (credential: string) => Promise<A>
