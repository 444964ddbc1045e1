import { useGrant } from '../../server/src/grants/active.ts'
import { scopeOf } from '../../server/src/platform/actor.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import type { Answer, Person, World } from '../lib/world.ts'
import { type Contest, count, crowd, judge, answersOf } from './contest.ts'

interface Grant extends Record<string, unknown> {
  id: number
  version: number
}
const PATH = '/his/api/authorizations'
const give = (world: World, doctor: Person, nurse: Person, process: number): Promise<Answer<Grant>> =>
  world.as<Grant>(
    doctor,
    'POST',
    PATH,
    {
      granteeMid: nurse.mid,
      kind: 'shift.others',
      endsAt: new Date(world.clock.now().getTime() + 86_400_000).toISOString(),
    },
    { process },
  )
const uses = (world: World, id: number) =>
  count(world, sql`staff_grant_event where grant_id = ${id} and action = 'used'`)
const inForce = (world: World, doctor: Person) =>
  count(world, sql`staff_grant where grantor_mid = ${doctor.mid} and state in ('planned', 'active')`)

/** Eleven acts under a grant and its withdrawal at once: what is done is done before the word 'revoked', nothing after it. */
const useOrRevoke: Contest = {
  name: '[AUTHZ-02~] a use against the withdrawal of its grant',
  crowd: 12,
  share: 8,
  falls: ['grants'],
  async situation(world) {
    const { doctor, nurses } = await world.team(1)
    const nurse = nurses[0] as Person
    const seen = judge()
    const { data: grant, code } = await give(world, doctor, nurse, 0)
    seen.holds(code === 'OK', () => `not granted: ${code}`)
    const actor = await world.apps[0]?.auth.staff(await world.bearer(nurse))
    if (!actor) throw new Error('nobody is there')
    let after = -1
    const act = (at: number) =>
      world.apps[at % world.apps.length]?.deps.db.tx(scopeOf(actor), async (tx) => {
        await useGrant(tx, world.clock.now(), {
          kind: 'shift.others',
          did: doctor.mid,
          what: 'POST /his/api/updateShift',
        })
        // The work that is done under it.
        await tx.many(sql`select pg_sleep(0.02)`)
      })
    const acts = crowd(11, async (at) => {
      await new Promise((resolve) => setTimeout(resolve, at * 3))
      return Promise.resolve(act(at)).then(
        () => 'done',
        (error: unknown) => String((error as { code?: unknown }).code),
      )
    })
    await new Promise((resolve) => setTimeout(resolve, 12))
    const revoked = await world.as(doctor, 'DELETE', `${PATH}/${grant.id}?version=${grant.version}`, undefined, {
      process: 1,
    })
    after = await uses(world, grant.id)
    const outcomes = await acts
    seen.among([revoked], ['OK'])
    const end = await uses(world, grant.id)
    seen.holds(end === after, () => `${end - after} acts were done after the grant was revoked`)
    seen.holds(
      outcomes.every((one) => one === 'done' || one === 'FORBIDDEN'),
      () => `other outcomes: ${outcomes.join(', ')}`,
    )
    seen.holds(outcomes.filter((one) => one === 'done').length === end, () => 'an act is missing in the history')
    return { attempts: 12, violations: seen.violations }
  },
}

/** The same grant asked for twelve times on two processes: one is made. */
const giveOnce: Contest = {
  name: '[AUTHZ-01~] one grant of a kind between two people',
  crowd: 12,
  share: 4,
  falls: ['indexes'],
  async situation(world) {
    const { doctor, nurses } = await world.team(1)
    const answers = await crowd(12, (at) => give(world, doctor, nurses[0] as Person, at))
    const seen = judge()
    seen.one(answers, ['GRANT_EXISTS'])
    const there = await inForce(world, doctor)
    seen.holds(there === 1, () => `${there} are in force: ${answersOf(answers)}`)
    return { attempts: 12, violations: seen.violations }
  },
}

/** A doctor is taken off board while granting to eight: in the end none is in force. */
const giveOrLose: Contest = {
  name: '[AUTHZ-01~] a grant against the loss of its ground',
  crowd: 9,
  share: 4,
  falls: ['grants'],
  async situation(world) {
    const { doctor, nurses } = await world.team(8)
    await world.bearer(doctor)
    const given = crowd(8, (at) => give(world, doctor, nurses[at] as Person, at))
    await new Promise((resolve) => setTimeout(resolve, 8))
    await world.run(sql`update staff_partner set review = 'inReview' where mid = ${doctor.mid}`)
    const answers = await given
    const seen = judge()
    seen.among(answers, ['OK', 'GRANT_NOT_ALLOWED', 'STAFF_NOT_VERIFIED'])
    const there = await inForce(world, doctor)
    seen.holds(there === 0, () => `${there} are in force without a ground: ${answersOf(answers)}`)
    return { attempts: 9, violations: seen.violations }
  },
}

export const grantContests: readonly Contest[] = [useOrRevoke, giveOnce, giveOrLose]
