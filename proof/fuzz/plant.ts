import { randomUUID } from 'node:crypto'
import { localDay } from '@teleward/contract/core/dates.ts'
import { hashOf as tokenHash, secret } from '../../server/src/auth/tokens.ts'
import { hashPassword } from '../../server/src/auth/passwords.ts'
import { sql } from '../../server/src/platform/db/kysely.ts'
import { cookieName } from '../../server/src/links/access.ts'
import { freshSecret, hashOf } from '../../server/src/links/links.ts'
import { BESIDE } from '../matrix/folders.ts'
import { FAR_HOST, HOST, people } from '../matrix/people.ts'
import type { World } from '../matrix/world.ts'

export const PASSWORD = 'teleward88'
/** What the fuzzer may name beside the folders of the matrix. */
export interface Planted {
  /** Of people's accounts, as they were read. */
  versions: ReadonlyMap<number, number>
  /** A message that failed, and an applicant who waits for the review. */
  message: string
  applicant: number
  /** Visits of a member beside the folders: one that waits for its payment, one paid, one called off whose money is due. */
  visits: { due: number; paid: number; calledOff: number }
  /** What the patient was sent for them, and for one who sits in the waiting room. */
  links: { due: PlantedLink; paid: PlantedLink; waiting: PlantedLink }
  checkout: string
  refund: string
  /** What the first folder's patient is asked for. */
  last4: string
  /** Two entries of one person. */
  alike: readonly [number, number]
  /** The first doctor's: a grant given, a word, a session on another device. */
  grant: number
  /** To oneself, and handed to the host. */
  todos: { own: string; given: string }
  word: number
  /** A search term of the institution's own. */
  synonym: number
  session: string
  /** What goes on with that session. */
  refresh: string
}
export interface PlantedLink {
  token: string
  cookie: string
}
export const FEE = 10_000
const DAY_MS = 86_400_000

let hashed: Promise<string> | undefined
/** Passwords, hours and what waits for an administrator: without them many calls could only be refused. */
export async function plantMore(world: World): Promise<Planted> {
  hashed ??= hashPassword(PASSWORD)
  const hash = await hashed
  const message = randomUUID()
  const applicant = people.find(({ review }) => review === 'inReview')?.mid ?? 0
  const admin = people.find(({ name }) => name === 'admin')?.mid ?? 0
  await world.db.system.tx(async (tx) => {
    for (const { mid } of people)
      await tx.run(sql`insert into staff_credential (mid, password_hash) values (${mid}, ${hash})`)
    for (const [did, partnerId] of [
      [HOST, 1],
      [FAR_HOST, 32],
    ] as const)
      await tx.run(sql`insert into schedule_entry (partner_id, did, weekday, "interval", start_time, end_time, capacity, valid_from)
        select ${partnerId}, ${did}, day, part, ('08:00'::time + part * interval '3 hours'), ('10:00'::time + part * interval '3 hours'), 200, '2020-01-01'
        from generate_series(1, 7) day, generate_series(1, 3) part`)
    await tx.run(sql`insert into outbox_message (id, partner_id, for_unit, channel, recipient, kind, secret, subject, body, dedupe, state, tries, reason, created_at, updated_at)
      values (${message}, 1, 2, 'email', 'x@example.org', 'notice', false, 's', 'b', 'planted', 'failed', 3, 'PROVIDER_MISSING', now(), now())`)
    // A root without records: whoever holds one administers the institution, and sees nobody more for it.
    await tx.run(
      sql`insert into unit (id, main_id, partner_id, name, status) overriding system value values (9, null, 1, 'u9', 'active')`,
    )
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${admin}, 1, 9)`)
    await tx.run(sql`insert into staff_review (mid, partner_id, doctortype, wished_unit, licence_number, licence_expires, submitted_at)
      values (${applicant}, 1, 'doctor', 2, '001234', '2099-01-01', now())`)
  })
  // The folders' merges bear numbers of their own: the next one's comes after them.
  await world.owner(`select setval(pg_get_serial_sequence('member_merge', 'id'), 100000)`)
  const own = await plantOwn(world)
  const accounts = await world.db.system.read(
    sql<{ mid: number; version: number }>`select mid, version from staff_partner`,
  )
  return {
    message,
    applicant,
    versions: new Map(accounts.map(({ mid, version }) => [mid, version])),
    ...(await plantMoney(world)),
    ...own,
  }
}

/** What the first doctor may change of one's own. */
async function plantOwn(
  world: World,
): Promise<Pick<Planted, 'grant' | 'todos' | 'word' | 'synonym' | 'session' | 'refresh'>> {
  const doctor = people.find(({ name }) => name === 'doctor')?.mid ?? 0
  const [session, refresh] = [randomUUID(), secret()]
  const todos = { own: randomUUID(), given: randomUUID() }
  return world.db.system.tx(async (tx) => {
    const { grant } = await tx.one(sql<{ grant: number }>`
      insert into staff_grant (partner_id, grantor_mid, grantee_mid, kind, starts_at, ends_at)
      values (1, ${doctor}, ${HOST}, 'shift.others', now() - interval '1 day', now() + interval '20 days') returning id as grant`)
    for (const [id, to] of [
      [todos.own, doctor],
      [todos.given, HOST],
    ] as const)
      await tx.run(sql`insert into handoff (id, partner_id, giver_mid, recipient_mid, content, created_at, updated_at)
        values (${id}, 1, ${doctor}, ${to}, 'x', now(), now())`)
    const { word } = await tx.one(sql<{ word: number }>`select id as word from word where mid = ${doctor} limit 1`)
    await tx.run(sql`insert into session (sid, mid, partner_id, device_type, device_token, draft_key, expires_at, refresh_secret)
      values (${session}, ${doctor}, 1, 1, 'y', 'y', now() + interval '1 day', ${secret()})`)
    await tx.run(sql`insert into refresh_token (token_hash, sid, issued_at, expires_at)
      values (${tokenHash(refresh)}, ${session}, now(), now() + interval '1 day')`)
    await tx.run(sql`insert into schedule_entry (partner_id, did, weekday, "interval", start_time, end_time, capacity, valid_from)
      select 1, ${doctor}, day, 1, '09:00', '12:00', 20, '2020-01-01' from generate_series(1, 7) day`)
    await tx.run(sql`insert into totp (mid, secret, confirmed_at, created_at) values (1001, 'x', now(), now())`)
    await tx.run(sql`insert into handover_key (partner_id, serial, made_at) values (1, 1, now())`)
    const { synonym } = await tx.one(sql<{ synonym: number }>`
      insert into clinical_synonym (partner_id, kind, term, term_key, code, added_by, added_at)
      values (1, 'diagnosis', 'x', 'x', 'I10', ${HOST}, now()) returning id as synonym`)
    // An interface that was published twice, and a draft of a third.
    for (const [number, state] of ['superseded', 'published', 'draft'].entries())
      await tx.run(sql`insert into ui_config_version (partner_id, number, state, config, edited_at, published_at)
        values (1, ${number + 1}, ${state}, '{}', now(), case when ${state} <> 'draft' then now() end)`)
    return { grant, todos, word, synonym, session, refresh }
  })
}

type Money = Pick<Planted, 'visits' | 'links' | 'checkout' | 'refund' | 'last4' | 'alike'>
/** A member beside the folders with visits in the states that payments know, and two entries of one person. */
async function plantMoney(world: World): Promise<Money> {
  const [checkout, refund] = [randomUUID(), randomUUID()]
  const visits = { due: 40_001, paid: 40_002, calledOff: 40_003 }
  const waiting = 40_004
  const alike = [9100, 9101] as const
  const day = (ahead: number) => localDay(new Date(Date.now() + ahead * DAY_MS), 'Asia/Taipei')
  const { last4 } = await world.db.system.tx(async (tx) => {
    for (const pid of alike) {
      await tx.run(
        sql`insert into member (pid, member_no, name) overriding system value values (${pid}, ${`M-${pid}`}, '同名')`,
      )
      await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${pid}, 1, 2)`)
    }
    const planned = [
      { qid: visits.due, status: 'held', payment: 'due', date: day(3) },
      { qid: visits.paid, status: 'registered', payment: 'paid', date: day(4) },
      { qid: visits.calledOff, status: 'cancelled', payment: 'refundDue', date: day(5) },
      { qid: waiting, status: 'checkedIn', payment: 'none', date: day(0) },
    ]
    for (const { qid, status, payment, date } of planned)
      await tx.run(sql`
        insert into appointment (qid, partner_id, unit_id, pid, did, status, payment, "interval", date, start_at, queue_no, fee, default_fee, currency,
          hold_until, checked_in_at)
        overriding system value
        values (${qid}, 1, 2, ${BESIDE}, ${HOST}, ${status}, ${payment}, 1, ${date}::date, ${`${date}T03:00:00Z`}::timestamptz, ${qid}::int, ${FEE}, ${FEE}, 'TWD',
          case when ${status} = 'held' then now() + interval '29 minutes' end, case when ${status} = 'checkedIn' then now() end)`)
    for (const [qid, kind] of [
      [visits.due, 'due'],
      [visits.paid, 'paid'],
      [visits.calledOff, 'paid'],
      [visits.calledOff, 'refundDue'],
    ] as const)
      await tx.run(sql`insert into payment (id, partner_id, unit_id, pid, qid, kind, amount, currency, method)
        values (gen_random_uuid(), 1, 2, ${BESIDE}, ${qid}, ${kind}, ${FEE}, 'TWD', ${kind === 'paid' ? 'cash' : null}::text)`)
    await tx.run(sql`insert into checkout (id, partner_id, unit_id, pid, qid, amount, currency, provider, opened_at, expires_at)
      values (${checkout}, 1, 2, ${BESIDE}, ${visits.due}, ${FEE}, 'TWD', 'development', now(), now() + interval '29 minutes')`)
    await tx.run(sql`insert into refund (id, partner_id, unit_id, pid, qid, amount, currency, why, due_at)
      values (${refund}, 1, 2, ${BESIDE}, ${visits.calledOff}, ${FEE}, 'TWD', 'cancelled', now())`)
    await tx.run(
      sql`insert into presence (mid, code, updated_at) values (${HOST}, 1000, now()) on conflict (mid) do update set code = 1000`,
    )
    return tx.one(
      sql<{
        last4: string
      }>`select right(coalesce(id_number, mobile), 4) as last4 from member where pid = ${world.folders[0]?.pid ?? 0}`,
    )
  })
  return {
    visits,
    checkout,
    refund,
    last4,
    alike,
    links: {
      due: await plantLink(world, visits.due, 'pay'),
      paid: await plantLink(world, visits.paid, 'pay'),
      waiting: await plantLink(world, waiting, 'call'),
    },
  }
}

/** A link that its patient has opened and proved to be theirs. */
async function plantLink(world: World, qid: number, kind: 'pay' | 'call'): Promise<PlantedLink> {
  const [id, token, browser] = [randomUUID(), freshSecret(), freshSecret()]
  await world.db.system.tx(async (tx) => {
    await tx.run(sql`insert into video_link (link_id, token_hash, partner_id, unit_id, pid, qid, kind, state, step, sent_at, joined_at, identity_at, browser_hash)
      values (${id}, ${hashOf(token)}, 1, 2, ${BESIDE}, ${qid}, ${kind}, 'joined', 'waiting', now(), now(), now(), ${hashOf(browser)})`)
    if (kind === 'call')
      for (const consent of ['consultation', 'recording'])
        await tx.run(sql`insert into consent (id, partner_id, unit_id, pid, qid, kind, state, text_version, starts_at, at)
          values (gen_random_uuid(), 1, 2, ${BESIDE}, ${qid}, ${consent}, 'active', '2026-01', now(), now())`)
  })
  return { token, cookie: `${cookieName(id, false)}=${browser}` }
}
