import { randomUUID } from 'node:crypto'
import { CODE_TRIES } from '@teleward/contract/registration/rules.ts'
import { hashPassword } from '../../server/src/auth/passwords.ts'
import { hashOf } from '../../server/src/auth/tokens.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import type { World } from '../lib/world.ts'
import { type Contest, count, crowd, judge, row } from './contest.ts'

const CODE = '123456'
let hashed: Promise<string> | undefined

/** A code on its way to a person, as the worker leaves it. */
async function sent(world: World): Promise<string> {
  const who = await world.person()
  const id = randomUUID()
  hashed ??= hashPassword(CODE)
  await world.run(sql`insert into password_reset (id, mid, code_hash, lang, created_at, expires_at)
    values (${id}, ${who.mid}, ${await hashed}, 'zh-TW', now(), now() + interval '5 minutes')`)
  return id
}
const check = (world: World, id: string, code: string, process: number) =>
  world.ask<{ ticket: string }>('POST', '/his/api/changepwstatus', { id, code }, { process })

/** Fifty wrong codes at once: five are looked at, and the right one is too late then. */
const guessing: Contest = {
  name: 'guesses at a code',
  crowd: 50,
  share: 2,
  falls: ['locks'],
  async situation(world) {
    const id = await sent(world)
    const answers = await crowd(50, (at) => check(world, id, String(200_000 + at), at))
    const seen = judge()
    seen.among(answers, ['CODE_WRONG', 'CODE_TRIES_EXCEEDED'])
    const looked = answers.filter(({ code }) => code === 'CODE_WRONG').length
    const { tries } = await row(world, sql<{ tries: number }>`select tries from password_reset where id = ${id}`)
    seen.holds(
      looked === CODE_TRIES && tries === CODE_TRIES,
      () => `${looked} guesses were looked at, ${tries} were counted`,
    )
    const late = await check(world, id, CODE, 0)
    seen.holds(late.code === 'CODE_TRIES_EXCEEDED', () => `the right code after them was answered ${late.code}`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** The right code from four places at once gives one ticket. */
const once: Contest = {
  name: 'a right code, several times at once',
  crowd: 4,
  share: 1,
  falls: [],
  async situation(world) {
    const id = await sent(world)
    const answers = await crowd(4, (at) => check(world, id, CODE, at))
    const seen = judge()
    seen.one(answers, ['CODE_USED'])
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** A hand-over word brought by ten at once opens one session. */
const handover: Contest = {
  name: 'a hand-over word',
  crowd: 10,
  share: 1,
  falls: ['locks'],
  async situation(world) {
    const who = await world.person()
    const token = randomUUID()
    await world.run(sql`insert into handover (token_hash, mid, partner_id, issued_at, expires_at)
      select ${hashOf(token)}, mid, partner_id, now(), now() + interval '2 minutes' from staff_partner where mid = ${who.mid} limit 1`)
    const before = await count(world, sql`session where mid = ${who.mid}`)
    const answers = await crowd(10, (process) => world.ask('POST', '/his/api/theseAutoLogin', { token }, { process }))
    const seen = judge()
    seen.one(answers, ['HANDOVER_USED'])
    const opened = (await count(world, sql`session where mid = ${who.mid}`)) - before
    seen.holds(opened === 1, () => `${opened} sessions were opened`)
    // The address is everybody's here: its own count is for another test.
    await world.run(sql`delete from address_limit`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

export const entryContests: readonly Contest[] = [guessing, once, handover]
