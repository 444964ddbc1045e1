import { type LinkActor, NO_VISIT } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Db, sql } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { holds } from '../../visit-links/browser.ts'
import { countGuess } from '../../visit-links/guesses.ts'
import { hashOf, linkColumns, type LinkRow } from '../../visit-links/links.ts'

export async function findLink(db: Db, token: string): Promise<(LinkRow & { heldBack: boolean }) | undefined> {
  const [link] = await db.system.read(sql<LinkRow & { heldBack: boolean }>`
    select ${linkColumns}, l.kind in ('chat', 'authorise', 'form') and not exists (select 1 from member_unit mu
      where mu.pid = l.pid and mu.unit_id = l.unit_id and mu.status = 'active') as "heldBack"
    from video_link l where l.token_hash = ${hashOf(token)} and (l.qid is not null or l.kind in ('chat', 'authorise', 'form'))`)
  return link
}

/**
 * Who holds a link. Whether it still lives is the act's business: even a dead one may be looked at, to say so.
 * `identified` only with the cookie of the browser that passed the identity check last.
 */
export async function authenticateLink(
  deps: { db: Db; clock: Clock },
  ask: { linkToken: string; cookie(name: string): string | undefined; ip: string },
): Promise<LinkActor> {
  const link = await findLink(deps.db, ask.linkToken)
  if (!link) {
    await countGuess(deps, ask.ip)
    throw new AppError('LINK_INVALID')
  }
  const identified = holds(ask.cookie, { kind: 'link', id: link.linkId }, link.browserHash)
  const { linkId, partnerId, unitId, pid, qid, heldBack } = link
  return {
    kind: 'link',
    linkId,
    partnerId,
    unitId,
    pid,
    qid: qid ?? NO_VISIT,
    identified,
    purpose: link.kind === 'call' ? 'visit' : link.kind,
    suspended: heldBack,
  }
}
