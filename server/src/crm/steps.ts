import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { errorText } from '@teleward/contract/core/errors.ts'
import type { updateMultiSN, updateSN } from '@teleward/contract/crm/endpoints.ts'
import { caseRefusal, caseSteps, type CaseStep, stepNeeds, undoRefusal } from '@teleward/contract/crm/rules.ts'
import type { CaseRow, ManyOutcome } from '@teleward/contract/crm/schema.ts'
import { caseLabels } from '@teleward/contract/crm/labels.ts'
import { clocksOf } from '@teleward/contract/crm/targets.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { rulesOf } from './config.ts'
import * as repo from './repo.ts'
import { type CrmDeps, oneCase, recipientOf, refuseForeign, refuseType, setAlarm, tell, write } from './service.ts'

const missing = { recipient: 'RECIPIENT_REQUIRED', content: 'CONTENT_REQUIRED', reason: 'REASON_REQUIRED' } as const
/** What has to be said with a step and was not. */
function refuseEmpty(step: CaseStep, said: { to?: number | undefined; text: string }): void {
  const needs = stepNeeds(step)
  const there = needs === 'recipient' ? said.to !== undefined : said.text !== ''
  if (!needs || there) return
  throw new AppError(missing[needs], {
    fields: [{ path: needs === 'recipient' ? 'to' : 'text', code: missing[needs] }],
  })
}
/** The state in the words of whoever asked: the text of the refusal names it. */
const refused = (code: ErrorCode, { state }: CaseRow, lang: Locale) =>
  new AppError(code, { data: { state: caseLabels.state[state][lang] } })

/** Locked until the transaction ends, as it stands now. NOT_FOUND, FORBIDDEN. */
async function take(tx: Tx, who: StaffActor, sn: number, action?: Ask['action']) {
  // Asked before, since nobody locks what they may not write on; and again, since the lock may have been waited for.
  const before = await oneCase(tx.many, sn)
  // Who gave theirs away takes that back, though it is theirs no more.
  if (action !== 'undo') refuseForeign(who, before)
  const held = await repo.lockForUpdate(tx.many, sn)
  if (!held) {
    refuseForeign(who, before)
    throw new AppError('NOT_FOUND')
  }
  return { one: await oneCase(tx.many, sn), held }
}
const ownerOf = (one: CaseRow) => one.owner?.mid ?? null

/** How a case stands, as far as a step changes it: kept to take the step back. */
const standing = sql`jsonb_build_object('state', state, 'title', title, 'type', type, 'origin', origin, 'owner_mid', owner_mid,
  'assigned_from', assigned_from, 'assigned_to', assigned_to, 'assigned_at', assigned_at, 'first_warn', first_warn, 'first_due', first_due,
  'first_at', first_at, 'done_warn', done_warn, 'done_due', done_due, 'outcome', outcome, 'over_at', over_at)`

type Ask = EndpointParsed<typeof updateSN>['body']
/** What a step writes beside the state. */
async function changes(tx: Tx, who: StaffActor, now: Date, one: CaseRow, ask: Ask, text: string) {
  const answered = sql`first_at = coalesce(first_at, ${now}::timestamptz)`
  const ended = sql`outcome = ${text}, over_at = ${now}::timestamptz`
  switch (ask.action as CaseStep) {
    case 'assign': {
      const to = await recipientOf(tx.many, who, one.unitId, ask.to ?? 0)
      return sql`owner_mid = ${to}, assigned_from = ${who.mid}, assigned_to = ${to}, assigned_at = ${now}::timestamptz`
    }
    case 'giveBack':
      return sql`owner_mid = null`
    case 'finish':
      return sql`${answered}, ${ended}`
    case 'cancel':
      return ended
    case 'close':
      return sql`outcome = outcome`
    case 'restore': {
      const { targets, calendar } = await rulesOf(tx.many, who.partnerId)
      return sql`${clocks(clocksOf(now, targets[one.type], calendar))}, first_at = null, outcome = null, over_at = null`
    }
    default: {
      const { title, type = one.type, origin = one.origin } = ask
      const { targets, calendar } = await rulesOf(tx.many, who.partnerId)
      if (type !== one.type) refuseType(targets, type)
      const from = await repo.countedFrom(tx.many, one.sn)
      const anew =
        type === one.type
          ? sql`type = ${type}`
          : sql`type = ${type}, ${clocks(clocksOf(from ?? now, targets[type], calendar))}`
      return sql`title = ${title ?? one.title}, origin = ${origin}, ${anew}`
    }
  }
}
const clocks = ({ firstWarn, firstDue, doneWarn, doneDue }: ReturnType<typeof clocksOf>) =>
  sql`first_warn = ${firstWarn}::timestamptz, first_due = ${firstDue}::timestamptz, done_warn = ${doneWarn}::timestamptz, done_due = ${doneDue}::timestamptz`

/**
 * NOT_FOUND, FORBIDDEN, VERSION_STALE with the case as it is, CASE_ILLEGAL_STEP, CASE_UNASSIGNED, TITLE_REQUIRED,
 * RECIPIENT_REQUIRED, CONTENT_REQUIRED, REASON_REQUIRED, FIELD_RELATED.
 */
export async function step(
  tx: Tx,
  deps: CrmDeps,
  who: StaffActor,
  now: Date,
  ask: Ask,
  lang: Locale,
): Promise<CaseRow> {
  const { one, held } = await take(tx, who, ask.sn, ask.action)
  if (one.version !== ask.version) throw new AppError('VERSION_STALE', { data: one })
  const text = ask.text?.trim() ?? ''
  if (ask.action === 'undo') return undo(tx, deps, who, now, one, held, lang)
  const { action } = ask
  const no = caseRefusal(action, { state: one.state, owner: ownerOf(one) })
  if (no) throw refused(no, one, lang)
  refuseEmpty(action, { to: ask.to, text })
  if (action === 'change' && ask.title === '')
    throw new AppError('TITLE_REQUIRED', { fields: [{ path: 'title', code: 'TITLE_REQUIRED' }] })
  const set = await changes(tx, who, now, one, ask, text)
  await tx.run(sql`
    update crm_case set undo = jsonb_build_object('by', ${who.mid}::int, 'at', ${now.toISOString()}::text, 'was', ${standing}),
      state = ${caseSteps[action].to}, updated_at = ${now}::timestamptz, ${set} where sn = ${one.sn}`)
  const after = await oneCase(tx.many, one.sn)
  const to = action === 'assign' ? ownerOf(after) : null
  await write(tx, who, now, after, { kind: action, text: text || null, to })
  await setAlarm(tx, deps, one.sn, now)
  await tell(tx, after, to !== null && to !== who.mid ? 'assigned' : 'changed', who, now)
  return after
}

/** The last step, by who took it, for ten minutes: all is as it was before. Nothing was done to the case since, but notes. */
async function undo(
  tx: Tx,
  deps: CrmDeps,
  who: StaffActor,
  now: Date,
  one: CaseRow,
  { undo: last, firstAt }: repo.LockedCase,
  lang: Locale,
): Promise<CaseRow> {
  const no = undoRefusal(one.state, last && { by: last.by, at: last.at, from: last.was.state }, who.mid, now)
  if (!last || no) throw refused(no ?? 'CASE_ILLEGAL_STEP', one, lang)
  // A note that came behind the step has answered the case all the same.
  const answered = one.state === 'open' ? firstAt : null
  await tx.run(sql`
    update crm_case c set undo = null, updated_at = ${now}::timestamptz, state = w.state, title = w.title, type = w.type, origin = w.origin,
      owner_mid = w.owner_mid, assigned_from = w.assigned_from, assigned_to = w.assigned_to, assigned_at = w.assigned_at,
      first_warn = w.first_warn, first_due = w.first_due, first_at = coalesce(w.first_at, ${answered}::timestamptz),
      done_warn = w.done_warn, done_due = w.done_due, outcome = w.outcome, over_at = w.over_at
    from jsonb_populate_record(null::crm_case, ${json(last.was)}::jsonb) w where c.sn = ${one.sn}`)
  const after = await oneCase(tx.many, one.sn)
  await write(tx, who, now, after, { kind: 'undo' })
  await setAlarm(tx, deps, one.sn, now)
  await tell(tx, after, 'changed', who, now)
  return after
}

/** A note; the first one by anybody is the first answer. */
export async function note(
  tx: Tx,
  deps: CrmDeps,
  who: StaffActor,
  now: Date,
  ask: { sn: number; text: string },
  lang: Locale,
): Promise<CaseRow> {
  const { one } = await take(tx, who, ask.sn)
  const no = caseRefusal('note', { state: one.state, owner: ownerOf(one) })
  if (no) throw refused(no, one, lang)
  const text = ask.text.trim()
  refuseEmpty('note', { text })
  await write(tx, who, now, one, { kind: 'note', text })
  await tx.run(sql`
    update crm_case set first_at = coalesce(first_at, ${now}::timestamptz), updated_at = ${now}::timestamptz where sn = ${one.sn}`)
  const after = await oneCase(tx.many, one.sn)
  await setAlarm(tx, deps, one.sn, now)
  await tell(tx, after, 'changed', who, now)
  return after
}

type Many = EndpointParsed<typeof updateMultiSN>['body']
/**
 * One step for many. Each is answered by itself: a refusal is found before anything of that case is written. They are taken in
 * the order of their numbers, so that two who do the same wait for each other once.
 */
export async function many(
  tx: Tx,
  deps: CrmDeps,
  who: StaffActor,
  now: Date,
  ask: Many,
  lang: Locale,
): Promise<ManyOutcome> {
  const { cases, ...rest } = ask
  refuseEmpty(ask.action, { to: ask.to, text: ask.text?.trim() ?? '' })
  const results = new Map<number, ManyOutcome['results'][number]>()
  for (const { sn, version } of cases.toSorted((a, b) => a.sn - b.sn)) {
    if (results.has(sn)) continue
    try {
      const after = await step(tx, deps, who, now, { ...rest, sn, version }, lang)
      results.set(sn, { sn, code: 'OK', message: null, version: after.version })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.set(sn, { sn, code: error.code, message: errorText(error.code, lang, Object(error.data)), version: null })
    }
  }
  return { results: [...results.values()] }
}
