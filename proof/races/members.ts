import { randomUUID } from 'node:crypto'
import type { ImportResult } from '@teleward/contract/members/register-endpoints.ts'
import type { MemberDetail } from '@teleward/contract/members/schema.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import { writeXlsx } from '../../server/src/platform/xlsx/write.ts'
import type { Answer, Person, World } from '../lib/world.ts'
import { type Contest, count, crowd, judge } from './contest.ts'

let next = 0
/** A mobile of nobody yet. */
function fresh(): string {
  next += 1
  return `09${String(next).padStart(8, '0')}`
}
const secretary = (world: World) => world.person({ doctortype: 'health_secretary', staffType: 2 })
const file = async (rows: readonly (readonly string[])[]) =>
  (await writeXlsx([{ name: 'sheet1', titles: true, rows: [['帳號*', '姓名*'], ...rows] }])).toString('base64')

const add = (world: World, who: Person, account: string, process: number) =>
  world.as<{ pid: number }>(
    who,
    'POST',
    '/partner/addMember',
    { unitId: 2, name: `會員${account}`, account },
    { process },
  )
const bring = (world: World, who: Person, importId: string, sheet: string, process: number) =>
  world.as<ImportResult>(
    who,
    'POST',
    '/his/api/members/imports',
    { importId, unitId: 2, fileName: 'x.xlsx', file: sheet, commit: true },
    { process },
  )
/** A file with some people, as somebody else brings it. */
const bringAll = async (world: World, who: Person, accounts: readonly string[], process: number) =>
  bring(world, who, randomUUID(), await file(accounts.map((account) => [account, `匯入${account}`])), process)
const holders = (world: World, accounts: readonly string[]) =>
  count(world, sql`member where account = any (${[...accounts]}::text[])`)

/** Nobody is told anything but that it is done, or that it is somebody's; answers how many were told that it is done. */
function answersOf(
  seen: ReturnType<typeof judge>,
  imports: readonly Answer<ImportResult>[],
  single: readonly Answer<unknown>[],
) {
  seen.among(imports, ['OK'])
  seen.among(single, ['OK', 'ERR_0011'])
  const imported = imports.reduce((sum, { data }) => sum + (data.imported ?? 0), 0)
  return imported + single.filter(({ code }) => code === 'OK').length
}

/** Twelve add one person on two processes: one does, and the others are told so. */
const adding: Contest = {
  name: '[MEMB-03~] one person, added by twelve',
  crowd: 12,
  share: 4,
  falls: ['locks', 'locks and indexes'],
  async situation(world) {
    const who = await secretary(world)
    const account = fresh()
    const answers = await crowd(12, (at) => add(world, who, account, at))
    const seen = judge()
    seen.one(answers, ['ERR_0011'])
    const there = await holders(world, [account])
    const claims = await count(world, sql`member_claim where partner_id = 1 and value = ${account}`)
    seen.holds(there === 1 && claims === 1, () => `${there} entries and ${claims} claims of one person`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** One job asked for by eight at once, as a page does that had no answer: it is done once, and all hear what it came to. */
const oneJob: Contest = {
  name: '[MEMB-08~] one import, several times at once',
  crowd: 8,
  share: 3,
  falls: ['indexes', 'locks and indexes'],
  async situation(world) {
    const who = await secretary(world)
    const accounts = Array.from({ length: 6 }, fresh)
    const sheet = await file(accounts.map((account) => [account, `匯入${account}`]))
    const importId = randomUUID()
    const answers = await crowd(8, (at) => bring(world, who, importId, sheet, at))
    const seen = judge()
    seen.among(answers, ['OK'])
    seen.holds(
      answers.every(({ data }) => data.imported === 6 && data.rows?.every(({ state }) => state === 'imported')),
      () => `not all were told of six: ${answers.map(({ data }) => data.imported).join()}`,
    )
    const there = await holders(world, accounts)
    seen.holds(there === 6, () => `${there} came of an import of six`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Files of the same people in other orders, and the same people added by hand: each comes once, by whichever. */
const sameGuests: Contest = {
  name: '[MEMB-08~] imports and additions of the same people',
  crowd: 12,
  share: 5,
  falls: ['locks', 'locks and indexes'],
  async situation(world) {
    const [one, other] = [await secretary(world), await secretary(world)]
    const accounts = Array.from({ length: 8 }, fresh)
    const turned = (by: number) => [...accounts.slice(by), ...accounts.slice(0, by)]
    const orders = [turned(0), turned(2).toReversed(), turned(4), turned(6).toReversed()]
    const [imports, additions] = await Promise.all([
      crowd(4, (at) => bringAll(world, at % 2 ? one : other, orders[at] ?? [], at)),
      crowd(8, (at) => add(world, at % 2 ? other : one, accounts[at] ?? '', at)),
    ])
    const seen = judge()
    const came = answersOf(seen, imports, additions)
    const there = await holders(world, accounts)
    seen.holds(came === 8 && there === 8, () => `${came} were told, ${there} are there of eight`)
    return { attempts: imports.length + additions.length, violations: seen.violations }
  },
}

/** Some change their account to one that others add and import at the same time: it is one person's. */
const renaming: Contest = {
  name: '[MEMB-03~] a changed account against adding and importing it',
  crowd: 9,
  share: 3,
  falls: ['locks', 'locks and indexes'],
  async situation(world) {
    const who = await secretary(world)
    const made = await Promise.all(Array.from({ length: 4 }, (_, at) => add(world, who, fresh(), at)))
    const wanted = fresh()
    const changes = crowd(4, (at) =>
      world.as<MemberDetail>(
        who,
        'PUT',
        `/his/api/members/${made[at]?.data.pid}`,
        { version: 1, account: wanted },
        { process: at },
      ),
    )
    const [changed, imports, additions] = await Promise.all([
      changes,
      crowd(2, (at) => bringAll(world, who, [wanted], at)),
      crowd(3, (at) => add(world, who, wanted, at)),
    ])
    const seen = judge()
    const winners = answersOf(seen, imports, [...changed, ...additions])
    const there = await holders(world, [wanted])
    seen.holds(winners === 1 && there === 1, () => `${winners} have it as they were told, ${there} as it stands`)
    return { attempts: 9, violations: seen.violations }
  },
}

/** The same two, merged from both sides at once, then taken apart by several: once each, and every row as it was. */
const merging: Contest = {
  name: '[MEMB-11~] merges of the same two, and undoing them',
  crowd: 10,
  share: 3,
  falls: ['locks'],
  async situation(world) {
    const who = await secretary(world)
    const [a, b] = [(await add(world, who, fresh(), 0)).data.pid, (await add(world, who, fresh(), 1)).data.pid]
    for (const pid of [a, b])
      await world.run(
        sql`insert into member_history (pid, partner_id, unit_id, kind, note) values (${pid}, 1, 2, 'person_sick', ${`病${pid}`})`,
      )
    const histories = () =>
      world.rows(
        sql<{ pid: number; n: number }>`
          select pid, count(*)::int as n from member_history where pid in (${a}, ${b}) group by pid order by pid`,
      )
    const before = await histories()
    const merges = await crowd(6, (at) =>
      world.as<{ id: number; kept: number }>(
        who,
        'POST',
        '/his/api/members/merges',
        { kept: at % 2 ? a : b, merged: at % 2 ? b : a, keptVersion: 1, mergedVersion: 1 },
        { process: at },
      ),
    )
    const seen = judge()
    const won = seen.one(merges as unknown as Answer[], ['VERSION_STALE', 'MEMBER_DISABLED'])
    const id = (won?.data as { id?: number } | undefined)?.id ?? 0
    const together = await histories()
    seen.holds(together.length === 1 && together[0]?.n === 2, () => `together they are ${JSON.stringify(together)}`)
    const undone = await crowd(4, (at) =>
      world.as(who, 'DELETE', `/his/api/members/merges/${id}`, undefined, { process: at }),
    )
    seen.one(undone, ['NOT_FOUND'])
    const after = await histories()
    seen.holds(JSON.stringify(after) === JSON.stringify(before), () => `apart again, but ${JSON.stringify(after)}`)
    return { attempts: merges.length + undone.length, violations: seen.violations }
  },
}

export const memberContests: readonly Contest[] = [adding, oneJob, sameGuests, renaming, merging]
