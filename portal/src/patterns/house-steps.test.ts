import { expect, it } from 'vitest'
import { hasBegun, houseSteps } from './house-steps.ts'

it('[Iw1] a founded institution is shown what comes next, to the operator and to its own administrator', () => {
  const founded = { admins: 0, doctors: 0, ready: 0 }
  const said = (facts: typeof founded, partner?: number) =>
    houseSteps(facts, partner).map(({ step, done, screen, search }) => [step, done, screen, search])
  expect(said(founded, 33)).toEqual([
    ['admin', false, 'adminStaff', { partner: '33' }],
    ['face', false, 'adminPartners', { id: '33' }],
    ['people', false, 'adminStaff', { partner: '33' }],
  ])
  expect(said({ admins: 1, doctors: 2, ready: 0 })).toEqual([
    ['face', false, 'adminPartners', {}],
    ['people', true, 'adminStaff', {}],
    ['review', false, 'adminReview', {}],
    ['shift', false, 'shift', {}],
    ['members', false, 'membersmgmt', {}],
  ])
  expect([founded, { ...founded, admins: 1, doctors: 3 }, { admins: 0, doctors: 1, ready: 1 }].map(hasBegun)).toEqual([
    false,
    false,
    false,
  ])
  expect(hasBegun({ admins: 1, doctors: 1, ready: 1 })).toBe(true)
})
