import type { Referral } from '@teleward/contract/referrals/schema.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import type { Answer, Person, World } from '../lib/world.ts'
import { type Contest, crowd, judge, row } from './contest.ts'

const LATER = '2099-01-15'
type Letter = Referral & Record<string, unknown>

interface Sent {
  sender: Person
  /** Of the unit it goes to. */
  takers: Person[]
  letter: Letter
}
/** A letter about a visit of this situation, to whoever of the unit. */
async function sent(world: World, takers: number): Promise<Sent> {
  const sender = await world.person()
  const { qid } = await world.visit(sender)
  const { data } = await world.as<Letter>(sender, 'POST', '/his/api/referrals', {
    qid,
    toUnit: 2,
    reason: '請協助評估',
    consent: true,
  })
  return { sender, letter: data, takers: await Promise.all(Array.from({ length: takers }, () => world.person())) }
}
const words = { accept: { date: LATER }, decline: { answer: '本週額滿' }, report: { answer: '已看診' } } as const
type Act = keyof typeof words | 'receive' | 'visited' | 'withdraw'
const step = (world: World, who: Person, { id, version }: Letter, action: Act, process: number) =>
  world.as<Letter>(
    who,
    'PUT',
    `/his/api/referrals/${id}`,
    { action, version, ...(action in words ? words[action as keyof typeof words] : {}) },
    { process },
  )
const of: Partial<Record<Act, string>> = {
  accept: 'accepted',
  decline: 'declined',
  report: 'reported',
  withdraw: 'withdrawn',
}

interface Seen {
  state: string
  /** Who took which step, the sending first. */
  steps: { to: string; mid: number }[]
}
const standing = (world: World, id: string) =>
  row(world, sql<Seen>`select state, history as steps from referral where id = ${id}::uuid`)

/** One of several was served; the letter is as that one was told, and says of nobody else that they did something. */
async function judged(
  world: World,
  letter: Letter,
  answers: readonly Answer<Letter>[],
  acts: readonly Act[],
  who: readonly Person[],
) {
  const seen = judge()
  seen.one(answers, ['VERSION_STALE'])
  const at = answers.findIndex(({ code }) => code === 'OK')
  const { state, steps } = await standing(world, letter.id)
  const last = steps.at(-1)
  seen.holds(
    steps.length === letter.history.length + 1 &&
      state === of[acts[at] as Act] &&
      last?.to === state &&
      last.mid === who[at]?.mid,
    () => `${acts[at]} was served, the letter is ${state} after ${JSON.stringify(steps)}`,
  )
  return { attempts: answers.length, violations: seen.violations }
}

/** A letter to a whole unit: some of it accept, some decline, at once. One of them answers. */
const answering: Contest = {
  name: '[REFR-01~] one letter, answered by eight',
  crowd: 8,
  share: 3,
  falls: ['locks'],
  async situation(world) {
    const { letter, takers } = await sent(world, 8)
    const acts = takers.map((_, at): Act => (at % 3 ? 'accept' : 'decline'))
    const answers = await crowd(8, (at) => step(world, takers[at] as Person, letter, acts[at] as Act, at))
    return judged(world, letter, answers, acts, takers)
  },
}

/** Taken back by the sender, from several windows, while it is accepted. */
const takenBack: Contest = {
  name: '[REFR-01~] a letter withdrawn while it is accepted',
  crowd: 8,
  share: 3,
  falls: ['locks'],
  async situation(world) {
    const { letter, sender, takers } = await sent(world, 4)
    const who = [...takers, sender, sender, sender, sender]
    const acts = who.map((one): Act => (one === sender ? 'withdraw' : 'accept'))
    const answers = await crowd(8, (at) => step(world, who[at] as Person, letter, acts[at] as Act, at))
    return judged(world, letter, answers, acts, who)
  },
}

/** Accepted long since: two report back with words of their own. One report stands, the one that was served. */
const reporting: Contest = {
  name: '[REFR-01~] two report back on one letter',
  crowd: 6,
  share: 2,
  falls: ['locks'],
  async situation(world) {
    const { letter, takers } = await sent(world, 2)
    const { data: accepted } = await step(world, takers[0] as Person, letter, 'accept', 0)
    const who = Array.from({ length: 6 }, (_, at) => takers[at % 2] as Person)
    const acts = who.map((): Act => 'report')
    const answers = await crowd(6, (at) => step(world, who[at] as Person, accepted, 'report', at))
    return judged(world, accepted, answers, acts, who)
  },
}

export const referralContests: readonly Contest[] = [answering, takenBack, reporting]
