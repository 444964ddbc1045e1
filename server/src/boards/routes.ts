import * as api from '@teleward/contract/boards/endpoints.ts'
import type { WaitingBoard } from '@teleward/contract/boards/schema.ts'
import { sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { route } from '../platform/http/index.ts'
import { hashOf } from '../visit-links/links.ts'
import { boardAddresses, makeBoardAddress, revokeBoardAddress } from './addresses.ts'
import { type Board, boardOf } from './board.ts'

/** However many displays hang by one address, the rooms are looked at once in this time. */
const FRESH_MS = 2_000
const PER_BOARD = 120
/** Addresses that open nothing, by one caller. */
const PER_CALLER = 30

export function register({ http, db, clock, limits }: Deps): void {
  const asksTooOften = limits.perMinute('board', PER_BOARD)
  const guesses = limits.perMinute('board.guess', PER_CALLER)
  const last = new Map<string, { at: number; board: Promise<WaitingBoard> }>()

  /** A minute is fine enough to see whether a display hangs where it should. */
  const living = (token: string, now: Date) =>
    db.system.read(sql<Board & { stale: boolean }>`
      select b.id, b.partner_id as "partnerId", b.at_unit as "unitId", coalesce(b.asked_at < ${now}::timestamptz - interval '1 minute', true) as stale
      from waiting_board b join partner p on p.id = b.partner_id left join unit u on u.id = b.at_unit
      where b.token_hash = ${hashOf(token)} and b.revoked_at is null and p.status = 'active' and coalesce(u.status, 'active') = 'active'`)

  // Wrong, made up, revoked and closed addresses are one answer: nobody learns which of them was one once.
  route(http, api.getWaitingBoard, async (ctx, { params }) => {
    const now = clock.now()
    const [board] = await living(params.token, now)
    if (!board) throw new AppError((await guesses(ctx.ip)) ? 'NOT_FOUND' : 'RATE_LIMITED')
    if (!(await asksTooOften(board.id))) throw new AppError('RATE_LIMITED')
    if (board.stale)
      await db.system.tx((tx) =>
        tx.run(sql`update waiting_board set asked_at = ${now}::timestamptz where id = ${board.id}::uuid`),
      )
    const kept = last.get(board.id)
    if (kept && now.getTime() - kept.at < FRESH_MS) return kept.board
    const asked = { at: now.getTime(), board: boardOf((query) => db.system.read(query), board, now) }
    last.set(board.id, asked)
    // A look that failed is nobody's answer but its own.
    asked.board.catch(() => last.get(board.id) === asked && last.delete(board.id))
    return asked.board
  })

  route(http, api.getBoardAddresses, (ctx, { params }) => boardAddresses(db, ctx.read, ctx.who, params.partnerid))
  route(http, api.postBoardAddress, async (ctx, { params, body }) => {
    const made = await makeBoardAddress(db, ctx.read, ctx.who, params.partnerid, { ...body, now: clock.now() })
    ctx.target({ kind: 'board', id: made.id, partnerId: params.partnerid })
    return made
  })
  route(http, api.deleteBoardAddress, async (ctx, { params }) => {
    ctx.target({ kind: 'board', id: params.id, partnerId: params.partnerid })
    await revokeBoardAddress(db, ctx.read, ctx.who, { ...params, now: clock.now() })
    return {}
  })
}
