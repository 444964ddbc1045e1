import { randomUUID } from 'node:crypto'
import { IDENTITY_TRIES } from '@teleward/contract/links/schema.ts'
import { LOGIN_TRIES } from '@teleward/contract/auth/rules.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import { type Answer, PASSWORD, type Person, refreshToken, type World } from '../lib/world.ts'
import { type Contest, count, crowd, judge, row, answersOf } from './contest.ts'

interface Tokens {
  access_token: string
  refresh_token: string
}
const refresh = (world: World, who: Person, token: string, process: number) =>
  world.ask<Tokens>('POST', '/his/user/refresh', { refresh_token: token, device_token: who.deviceToken }, { process })
const live = (world: World, who: Person) =>
  count(world, sql`session where mid = ${who.mid} and device_type = 3 and ended_at is null`)

/** Tabs that share one session refresh it at once, three times over: all go on, and no alarm is raised. */
const tabs: Contest = {
  name: 'refresh in several tabs',
  crowd: 12,
  share: 10,
  falls: ['locks'],
  async situation(world) {
    const who = await world.person()
    const seen = judge()
    let token = await refreshToken(world, who)
    const used: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const answers = await crowd(4, (tab) => refresh(world, who, token, tab))
      seen.among(answers, ['OK'])
      const next = new Set(answers.map(({ data }) => data.refresh_token))
      seen.holds(next.size === 1, () => `the tabs were given ${next.size} refresh tokens`)
      const works = await Promise.all(
        answers
          .slice(0, 2)
          .map(({ data }, at) =>
            world.ask('GET', '/his/api/userinfo/3', undefined, { token: data.access_token, process: at }),
          ),
      )
      seen.holds(
        works.every(({ status }) => status === 200),
        () => `a tab's session does not work: ${answersOf(works)}`,
      )
      used.push(token)
      token = [...next][0] ?? ''
    }
    seen.holds((await live(world, who)) === 1, () => 'the session has ended')
    // The alarm is still there: a token from before the last one is a theft.
    const stolen = await refresh(world, who, used[1] ?? '', 0)
    seen.holds(
      stolen.code === 'REFRESH_REUSED' && (await live(world, who)) === 0,
      () => `a reused token was answered ${stolen.code}`,
    )
    return { attempts: 12, violations: seen.violations }
  },
}

/** A stolen token and its owner's at once, after its successor was used: whoever comes, the session ends once. */
const stolen: Contest = {
  name: 'a reused token in parallel',
  crowd: 6,
  share: 3,
  falls: [],
  async situation(world) {
    const who = await world.person()
    const seen = judge()
    const first = await refreshToken(world, who)
    const second = (await refresh(world, who, first, 0)).data.refresh_token
    await refresh(world, who, second, 1)
    const answers = await crowd(6, (at) => refresh(world, who, first, at))
    seen.among(answers, ['REFRESH_REUSED'])
    const ended = await row(
      world,
      sql<{ reason: string | null }>`select end_reason as reason from session where sid = ${who.sid}`,
    )
    seen.holds(ended.reason === 'reused', () => `the session ended as ${ended.reason}`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Four browsers sign in at once: one of them stays, and its token alone works. */
const signIns: Contest = {
  name: 'one session',
  crowd: 4,
  share: 2,
  falls: ['locks'],
  async situation(world) {
    const who = await world.person()
    const answers = await crowd(4, (process) =>
      world.ask('POST', '/his/user/login', { id: who.account, pwd: PASSWORD, device_token: randomUUID() }, { process }),
    )
    const seen = judge()
    seen.among(answers, ['OK'])
    seen.holds((await live(world, who)) === 1, () => 'not one session is left')
    const asked = await crowd(4, (at) => working(world, answers[at]))
    seen.holds(asked.filter(Boolean).length === 1, () => `${asked.filter(Boolean).length} of their tokens work`)
    return { attempts: answers.length, violations: seen.violations }
  },
}
/** The other process hears of a session's end by the bus: within moments, not at once. */
async function working(world: World, answer: Answer | undefined): Promise<boolean> {
  const { token } = JSON.parse(answer?.text ?? '{}') as { token?: string }
  if (!token) return false
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
  const alive = (await count(world, sql`session where ended_at is null and sid = ${sid}`)) === 1
  for (let tries = 0; ; tries += 1) {
    const { status } = await world.ask('GET', '/his/api/userinfo/3', undefined, { token, process: tries })
    if ((status === 200) === alive || tries > 100) return status === 200
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Many wrong passwords at once are no more tries than one after the other. */
const guessing: Contest = {
  name: 'wrong passwords',
  crowd: 8,
  share: 2,
  falls: ['locks'],
  async situation(world) {
    const who = await world.person()
    const answers = await crowd(8, (process) =>
      world.ask('POST', '/his/user/login', { id: who.account, pwd: `wrong-${process}` }, { process }),
    )
    const seen = judge()
    seen.among(answers, ['WRONG_PASSWORD', 'LOGIN_LOCKED'])
    const wrong = answers.filter(({ code }) => code === 'WRONG_PASSWORD').length
    const { tries } = await row(
      world,
      sql<{ tries: number }>`select failed_attempts as tries from staff_credential where mid = ${who.mid}`,
    )
    seen.holds(
      wrong === LOGIN_TRIES - 1 && tries === LOGIN_TRIES,
      () => `${wrong} were told of a wrong password, ${tries} were counted`,
    )
    // The address is everybody's here: its own count is for another test.
    await world.run(sql`delete from address_limit`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** The same for the identity check of a link. */
const identities: Contest = {
  name: 'wrong identities',
  crowd: 10,
  share: 3,
  falls: ['locks'],
  async situation(world) {
    const { doctor } = await world.team(0)
    const visit = await world.visit(doctor, { link: 'sent' })
    const answers = await crowd(10, (process) =>
      world.ask(
        'POST',
        `/his/api/links/${visit.token}/identity`,
        { birthday: '1990-01-01', last4: '0000' },
        { process },
      ),
    )
    const seen = judge()
    seen.among(answers, ['IDENTITY_MISMATCH', 'IDENTITY_LOCKED'])
    const { tries } = await row(
      world,
      sql<{ tries: number }>`select identity_tries as tries from video_link where link_id = ${visit.linkId}`,
    )
    const wrong = answers.filter(({ code }) => code === 'IDENTITY_MISMATCH').length
    seen.holds(
      tries === IDENTITY_TRIES && wrong === IDENTITY_TRIES - 1,
      () => `${tries} tries were counted, ${wrong} told`,
    )
    return { attempts: answers.length, violations: seen.violations }
  },
}

export const sessionContests: readonly Contest[] = [tabs, stolen, signIns, guessing, identities]
