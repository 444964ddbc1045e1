import { randomUUID } from 'node:crypto'
import { localDay } from '@teleward/contract/core/dates.ts'
import { hashOf as tokenHash, secret } from '../../server/src/auth/tokens.ts'
import { hashPassword } from '../../server/src/auth/passwords.ts'
import { sql } from '../../server/src/platform/db/kysely.ts'
import { installationSecret } from '../../server/src/platform/secret.ts'
import { cookieName } from '../../server/src/visit-links/browser.ts'
import { codeHash } from '../../server/src/visit-links/codes.ts'
import { freshSecret, hashOf } from '../../server/src/visit-links/links.ts'
import { BESIDE } from '../matrix/folders.ts'
import { FAR_HOST, HOST, people } from '../matrix/people.ts'
import type { World } from '../matrix/world.ts'

export const PASSWORD = 'teleward88'
/** What the fuzzer may name beside the folders of the matrix. */
export interface Seeded {
  /** Of people's accounts, as they were read. */
  versions: ReadonlyMap<number, number>
  /** A message that failed, and an applicant who waits for the review. */
  message: string
  applicant: number
  /** Visits of a member beside the folders: one that waits for its payment, one paid, one called off whose money is due. */
  visits: { due: number; paid: number; calledOff: number }
  /** What the patient was sent for them, and for one who sits in the waiting room. */
  links: { due: SeededLink; paid: SeededLink; waiting: SeededLink }
  /** Of a talked call of colleagues: two asked in by a link, of whom one has said the code. */
  guests: { asked: string; held: SeededLink }
  /** Letters of the first doctor to an institution outside: one with a link nobody has opened, and one whose link is changed. */
  letters: { token: string; other: string; link: string }
  checkout: string
  refund: string
  /** A month of the host that is to be confirmed, and a line of it. */
  statement: { id: string; line: string }
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
  feedback: number
  /** An entry of the first doctor's bell. */
  notification: string
  /** Of the people's unit: one that waits for its time, and one that did not reach somebody. */
  notices: { waiting: string; sent: string }
  /** Of displays: an address that opens, and its token. */
  board: { id: string; token: string }
  /** A prescription set of the first doctor. */
  set: number
  template: number
  /** And a product of theirs. */
  product: number
  session: string
  /** What goes on with that session. */
  refresh: string
}
export interface SeededLink {
  token: string
  cookie: string
}
export const FEE = 10_000
/** A document that somebody printed. */
export const DOCUMENT = '0123456789AB'
const DAY_MS = 86_400_000

let hashed: Promise<string> | undefined
/** Passwords, hours and what waits for an administrator: without them many calls could only be refused. */
export async function seedMore(world: World): Promise<Seeded> {
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
    await tx.run(sql`insert into printed_document (code, partner_id, mid, kind, target, version, draft, lang, pages, sha256, made_at)
      select ${DOCUMENT}, 1, ${HOST}, 'record', n.id, n.version, false, 'zh-TW', 1, ${'0'.repeat(64)}, now() from note n where n.partner_id = 1 limit 1`)
    await tx.run(sql`insert into staff_review (mid, partner_id, doctortype, wished_unit, licence_number, licence_expires, submitted_at)
      values (${applicant}, 1, 'doctor', 2, '001234', '2099-01-01', now())`)
  })
  // The folders' merges bear numbers of their own: the next one's comes after them.
  await world.owner(`select setval(pg_get_serial_sequence('member_merge', 'id'), 100000)`)
  const own = await seedOwn(world)
  const accounts = await world.db.system.read(
    sql<{ mid: number; version: number }>`select mid, version from staff_partner`,
  )
  return {
    message,
    applicant,
    versions: new Map(accounts.map(({ mid, version }) => [mid, version])),
    ...(await seedMoney(world)),
    ...(await seedTold(world)),
    guests: await seedGuests(world),
    letters: await seedLetters(world),
    ...own,
  }
}

async function seedLetters(world: World): Promise<Seeded['letters']> {
  const doctor = people.find(({ name }) => name === 'doctor')?.mid ?? 0
  const [outside, one, other, link, token] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), freshSecret()]
  const key = await installationSecret(world.db, 'referral-codes')
  await world.db.system.tx(async (tx) => {
    await tx.run(
      sql`insert into outside_institution (id, partner_id, name, made_by, made_at) values (${outside}, 1, 'x', ${HOST}, now())`,
    )
    for (const [id, of, secretOf] of [
      [one, randomUUID(), token],
      [other, link, freshSecret()],
    ] as const) {
      await tx.run(sql`insert into referral (id, partner_id, unit_id, pid, from_mid, to_outside, outside, urgency, reason, patient_name, created_at, updated_at)
        values (${id}, 1, 2, ${BESIDE}, ${doctor}, ${outside}, '{"name": "x", "code": null, "phone": null, "address": null, "email": null}', 'routine', 'x', 'x', now(), now())`)
      await tx.run(sql`insert into referral_link (id, partner_id, referral_id, token_hash, code_hash, made_by, made_at, expires_at)
        values (${of}, 1, ${id}, ${hashOf(secretOf)}, ${codeHash(key, of, '123456')}, ${doctor}, now(), now() + interval '10 days')`)
    }
  })
  return { token, other, link }
}

async function seedGuests(world: World): Promise<Seeded['guests']> {
  const [roomId, callId, asked, held] = [randomUUID(), randomUUID(), freshSecret(), freshSecret()]
  const [askedId, heldId, browser] = [randomUUID(), randomUUID(), freshSecret()]
  const key = await installationSecret(world.db, 'guest-codes')
  await world.db.system.tx(async (tx) => {
    await tx.run(sql`insert into room (room_id, partner_id, unit_id, ds_room_id, recording_consent, state)
      values (${roomId}, 1, 2, ${roomId}, 'declined', 'live')`)
    await tx.run(sql`insert into call (call_id, partner_id, unit_id, room_id, kind, direction, caller_name, state, ring_until, record_start_time, answered_at)
      values (${callId}, 1, 2, ${roomId}, 'staff', 'outbound', 'x', 'answered', now(), now(), now())`)
    for (const [id, token, state] of [
      [askedId, asked, 'sent'],
      [heldId, held, 'joined'],
    ] as const)
      await tx.run(sql`insert into guest_link (link_id, token_hash, partner_id, unit_id, room_id, call_id, name, relation, language, channel, sent_to,
          code_hash, browser_hash, message_id, state, created_by, created_at, expires_at)
        values (${id}, ${hashOf(token)}, 1, 2, ${roomId}, ${callId}, 'x', 'other', 'en', 'sms', '…678', ${codeHash(key, id, '5678')},
          ${id === heldId ? hashOf(browser) : null}::text, ${id}, ${state}, ${HOST}, now(), now() + interval '10 days')`)
  })
  return { asked, held: { token: held, cookie: `${cookieName({ kind: 'guest', id: heldId }, false)}=${browser}` } }
}

/** What came for the first doctor, what the host has sent to many, and a display on the wall. */
async function seedTold(world: World): Promise<Pick<Seeded, 'notification' | 'notices' | 'board'>> {
  const doctor = people.find(({ name }) => name === 'doctor')?.mid ?? 0
  const notification = randomUUID()
  const notices = { waiting: randomUUID(), sent: randomUUID() }
  const board = { id: randomUUID(), token: freshSecret() }
  await world.db.system.tx(async (tx) => {
    await tx.run(sql`insert into notification (id, partner_id, mid, kind, what, subject_kind, subject_id, link, key, at)
      values (${notification}, 1, ${doctor}, 'noti', 'notice.arrived', 'notice', ${notices.sent}, '{"screen": "notify"}', 'planted', now())`)
    for (const [id, state] of [
      [notices.waiting, 'waiting'],
      [notices.sent, 'sent'],
    ] as const) {
      await tx.run(sql`insert into notice (id, partner_id, at_unit, author_mid, content, audience, channels, send_at, created_at, updated_at)
        values (${id}, 1, 2, ${HOST}, 'x', ${JSON.stringify([{ kind: 'staff', mids: [doctor] }])}::jsonb, '{}', now() + interval '1 day', now(), now())`)
      await tx.run(
        sql`insert into notice_recipient (notice_id, partner_id, mid, channel) values (${id}, 1, ${doctor}, 'portal')`,
      )
      await tx.run(sql`insert into notice_recipient (notice_id, partner_id, to_pid, of_unit, channel, state, reason)
        values (${id}, 1, ${BESIDE}, 2, 'sms', ${state === 'sent' ? 'failed' : 'waiting'}, ${state === 'sent' ? 'NO_CHANNEL' : null}::text)`)
      if (state === 'sent') await tx.run(sql`update notice set state = 'sent', taken_at = now() where id = ${id}::uuid`)
    }
    await tx.run(sql`insert into waiting_board (id, partner_id, at_unit, token_hash, name, made_at, made_by)
      values (${board.id}, 1, 2, ${hashOf(board.token)}, '候診', now(), ${HOST})`)
  })
  return { notification, notices, board }
}

/** What the first doctor may change of one's own. */
async function seedOwn(
  world: World,
): Promise<
  Pick<
    Seeded,
    'grant' | 'todos' | 'word' | 'synonym' | 'feedback' | 'set' | 'template' | 'product' | 'session' | 'refresh'
  >
> {
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
    const { set } = await tx.one(sql<{ set: number }>`
      insert into prescription_set (partner_id, owner_mid, name, code, name_key, code_key, lines, updated_at)
      values (1, ${doctor}, '血壓', 'bp', '血壓', 'bp', '[]', now()) returning id as set`)
    const { template } = await tx.one(sql<{ template: number }>`
      insert into note_template (partner_id, owner_mid, name, name_key, parts, updated_at)
      values (1, ${doctor}, '初診', '初診', '{"s": "x", "o": "", "a": "", "p": "", "memo": ""}', now()) returning id as template`)
    // An interface that was published twice, and a draft of a third.
    for (const [number, state] of ['superseded', 'published', 'draft'].entries())
      await tx.run(sql`insert into ui_config_version (partner_id, number, state, config, edited_at, published_at)
        values (1, ${number + 1}, ${state}, '{}', now(), case when ${state} <> 'draft' then now() end)`)
    const { product } = await tx.one(sql<{ product: number }>`
      insert into product (partner_id, owner_mid, name, quantity, price, currency, updated_at)
      values (1, ${doctor}, '血壓計', 1, 100, 'TWD', now()) returning id as product`)
    await tx.run(sql`update partner set settings = settings || '{"allowShop": true}' where id = 1`)
    const { feedback } = await tx.one(sql<{ feedback: number }>`
      insert into feedback (partner_id, mid, kind, title, remarks, content, mailed, created_at)
      values (1, ${HOST}, 'idea', 'x', 'x', 'x', false, now()) returning id as feedback`)
    return { grant, todos, word, synonym, feedback, set, template, product, session, refresh }
  })
}

type Money = Pick<Seeded, 'visits' | 'links' | 'checkout' | 'refund' | 'statement' | 'last4' | 'alike'>
/** A member beside the folders with visits in the states that payments know, and two entries of one person. */
async function seedMoney(world: World): Promise<Money> {
  const [checkout, refund] = [randomUUID(), randomUUID()]
  const statement = { id: `2026-01-${HOST}-TWD`, line: randomUUID() }
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
    await tx.run(sql`insert into settlement_statement (id, partner_id, mid, month, currency, state, settle_on, calculated_at)
      values (gen_random_uuid(), 1, ${HOST}, '2026-01-01', 'TWD', 'calculated', '2026-02-10', now())`)
    await tx.run(sql`insert into settlement_line (id, statement_id, partner_id, mid, kind, adjustment, reason, by_mid, at)
      select ${statement.line}::uuid, id, 1, mid, 'correction', 900000, 'x', ${HOST}, now() from settlement_statement where mid = ${HOST} and month = '2026-01-01'`)
    // And one that waits for its transfer.
    await tx.run(sql`insert into staff_bank (mid, partner_id, kind, bank_code, branch_code, bank_name, branch_name, address, account, account_name, valid_from, created_at)
      values (${HOST}, 1, 'local', '004', '0037', 'x', 'x', 'x', '0012345678', 'x', '2026-01-10', now())`)
    await tx.run(sql`insert into settlement_statement (id, partner_id, mid, month, currency, state, settle_on, calculated_at, total, cost, confirmed_by, confirmed_at)
      select gen_random_uuid(), 1, ${HOST}, '2025-12-01', 'TWD', 'confirmed', '2026-01-10', now(), 900000, 1500, sp.mid, now()
      from staff_partner sp where sp.partner_id = 1 and sp.mid <> ${HOST} order by sp.mid limit 1`)
    await tx.run(
      sql`insert into settlement_month (partner_id, month, closed_at) values (1, '2026-01-01', now()) on conflict do nothing`,
    )
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
    statement,
    last4,
    alike,
    links: {
      due: await seedLink(world, visits.due, 'pay'),
      paid: await seedLink(world, visits.paid, 'pay'),
      waiting: await seedLink(world, waiting, 'call'),
    },
  }
}

/** A link that its patient has opened and proved to be theirs. */
async function seedLink(world: World, qid: number, kind: 'pay' | 'call'): Promise<SeededLink> {
  const [id, token, browser] = [randomUUID(), freshSecret(), freshSecret()]
  await world.db.system.tx(async (tx) => {
    await tx.run(sql`insert into video_link (link_id, token_hash, partner_id, unit_id, pid, qid, kind, state, step, sent_at, joined_at, identity_at, browser_hash)
      values (${id}, ${hashOf(token)}, 1, 2, ${BESIDE}, ${qid}, ${kind}, 'joined', 'waiting', now(), now(), now(), ${hashOf(browser)})`)
    if (kind === 'call')
      for (const consent of ['consultation', 'recording'])
        await tx.run(sql`insert into consent (id, partner_id, unit_id, pid, qid, kind, state, text_version, starts_at, at)
          values (gen_random_uuid(), 1, 2, ${BESIDE}, ${qid}, ${consent}, 'active', '2026-01', now(), now())`)
  })
  return { token, cookie: `${cookieName({ kind: 'link', id }, false)}=${browser}` }
}
