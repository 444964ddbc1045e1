import type { CaseRow, ManyOutcome } from '@teleward/contract/crm/schema.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import { PATIENT, type Answer, type Person, type World } from '../lib/world.ts'
import { type Contest, crowd, judge, row } from './contest.ts'

type Case = CaseRow & Record<string, unknown>
type Many = ManyOutcome & Record<string, unknown>

/** Everybody opened the case or has it: whoever may write on own ones alone may do so here. */
async function opened(world: World, owned: boolean): Promise<{ one: Case; opener: Person }> {
  const opener = await world.person()
  const { data: made } = await world.as<Case>(opener, 'POST', '/his/api/createSN', {
    pid: PATIENT,
    title: '追蹤',
    type: 'followUp',
  })
  if (!owned) return { one: made, opener }
  const { data } = await step(world, opener, made, 'assign', { to: opener.mid }, 0)
  return { one: data, opener }
}
const step = (
  world: World,
  who: Person,
  { sn, version }: Case,
  action: string,
  more: object,
  process: number,
): Promise<Answer<Case>> =>
  world.as<Case>(who, 'POST', '/his/api/updateSN', { sn, version, action, ...more }, { process })

interface Seen {
  state: string
  owner: number | null
  steps: number
}
const standing = (world: World, sn: number) =>
  row(
    world,
    sql<Seen>`select c.state, c.owner_mid as owner, (select count(*)::int from crm_entry e where e.sn = c.sn and e.kind <> 'open') as steps
      from crm_case c where c.sn = ${sn}`,
  )

/** Given to six people from several windows at once: one of them has it, and that was told to one. */
const given: Contest = {
  name: '[CRM-02~] one case, given to six',
  crowd: 6,
  share: 2,
  falls: ['locks'],
  async situation(world) {
    const { one, opener } = await opened(world, false)
    const to = await Promise.all(Array.from({ length: 6 }, () => world.person()))
    const answers = await crowd(6, (at) => step(world, opener, one, 'assign', { to: to[at]?.mid }, at))
    const seen = judge()
    const won = seen.one(answers, ['VERSION_STALE'])
    const { owner, steps } = await standing(world, one.sn)
    const told = (won?.data as Case | undefined)?.owner?.mid
    seen.holds(owner === told && steps === 1, () => `${owner} has it after ${steps} steps, ${told} was told`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Finished while it is cancelled and given back: one of these it is. */
const ended: Contest = {
  name: '[CRM-02~] a case finished, cancelled and given back at once',
  crowd: 6,
  share: 2,
  falls: ['locks'],
  async situation(world) {
    const { one, opener } = await opened(world, true)
    const acts = ['finish', 'cancel', 'giveBack', 'finish', 'cancel', 'giveBack']
    const answers = await crowd(6, (at) => step(world, opener, one, acts[at] ?? '', { text: `字 ${at}` }, at))
    const seen = judge()
    seen.one(answers, ['VERSION_STALE'])
    const act = acts[answers.findIndex(({ code }) => code === 'OK')]
    const { state, owner, steps } = await standing(world, one.sn)
    const means: Record<string, string> = { finish: 'finished', cancel: 'cancelled', giveBack: 'open' }
    seen.holds(
      state === means[act ?? ''] && steps === 2 && (owner === null) === (act === 'giveBack'),
      () => `${act} was served, the case is ${state} of ${owner} after ${steps} steps`,
    )
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Three cases cancelled at once by six windows, every other in the other order: each of them once, and nobody stands still. */
const several: Contest = {
  name: '[CRM-03~] the same cases, cancelled by six at once',
  crowd: 6,
  share: 2,
  falls: ['locks'],
  async situation(world) {
    const all = [await opened(world, false), await opened(world, false), await opened(world, false)]
    const manager = { doctortype: 'case_manager', staffType: 2 }
    const people = [await world.person(manager), await world.person(manager), await world.person(manager)]
    const cases = all.map(({ one: { sn, version } }) => ({ sn, version }))
    const answers = await crowd(6, (at) =>
      world.as<Many>(
        people[at % 3] as Person,
        'POST',
        '/his/api/updateMultiSN',
        { cases: at % 2 ? cases.toReversed() : cases, action: 'cancel', text: `字 ${at}` },
        { process: at },
      ),
    )
    const seen = judge()
    seen.among(answers, ['OK'])
    for (const { sn } of cases) {
      const codes = answers.flatMap(({ data }) => data.results.filter((one) => one.sn === sn).map(({ code }) => code))
      const { state, steps } = await standing(world, sn)
      seen.holds(
        codes.filter((code) => code === 'OK').length === 1 &&
          codes.every((code) => code === 'OK' || code === 'VERSION_STALE') &&
          state === 'cancelled' &&
          steps === 1,
        () => `the case is ${state} after ${steps} steps: ${codes.join(', ')}`,
      )
    }
    return { attempts: answers.length, violations: seen.violations }
  },
}

export const caseContests: readonly Contest[] = [given, ended, several]
