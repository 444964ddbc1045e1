import type { ScreenId } from '../shell/screens.ts'

/** What is known of an institution that begins: accounts in use, by what they are. */
export interface HouseFacts {
  /** Administrators on board. */
  admins: number
  doctors: number
  /** Of the doctors, those on board. */
  ready: number
}
export interface HouseStep {
  step: 'admin' | 'face' | 'people' | 'review' | 'shift' | 'members'
  /** Known to be done; of the others nobody counts. */
  done: boolean
  screen: ScreenId
  search: Record<string, string>
}

/** With an administrator and a doctor on board an institution has begun, and needs nobody to say what comes next. */
export const hasBegun = ({ admins, ready }: HouseFacts): boolean => admins > 0 && ready > 0

/**
 * What is done until the first patient can be seen, in its order. The operator does the beginning of it for `partner`; the
 * rest is the institution's own (`partner` undefined), whose administrator is there.
 */
export function houseSteps({ admins, doctors, ready }: HouseFacts, partner: number | undefined): HouseStep[] {
  const of = (name: string): Record<string, string> => (partner === undefined ? {} : { [name]: String(partner) })
  const face = { step: 'face', done: false, screen: 'adminPartners', search: of('id') } as const
  const people = { step: 'people', done: doctors > 0, screen: 'adminStaff', search: of('partner') } as const
  if (partner !== undefined)
    return [{ step: 'admin', done: admins > 0, screen: 'adminStaff', search: of('partner') }, face, people]
  return [
    face,
    people,
    { step: 'review', done: ready > 0, screen: 'adminReview', search: {} },
    { step: 'shift', done: false, screen: 'shift', search: {} },
    { step: 'members', done: false, screen: 'membersmgmt', search: {} },
  ]
}
