import * as api from '@teleward/contract/documents/endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { RawReply, route } from '../platform/http/index.ts'
import { checked, printed } from './service.ts'

export function register({ http, db, clock, config }: Deps): void {
  const checkAt = `${config.publicUrl?.replace(/\/$/, '') ?? ''}/pages/document`
  route(http, api.getDocument, async (ctx, { params, query }) => {
    const { bytes, code, pages, subject, reason } = await printed(
      {
        read: (statement) => ctx.read(statement),
        tx: (work) => ctx.tx(work),
        who: ctx.who,
        now: () => clock.now(),
        checkAt,
      },
      { ...params, lang: query.lang ?? ctx.lang },
    )
    ctx.target({
      kind: 'document',
      id: params.id,
      pid: subject.pid,
      detail: { reason, kind: params.kind, version: subject.version, pages, code },
    })
    return new RawReply(bytes, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${params.kind}-${code}.pdf"`,
      'cache-control': 'no-store',
    })
  })
  // Whoever holds the paper is nobody that the house knows.
  route(http, api.getDocumentCheck, (_ctx, { params }) =>
    checked((statement) => db.system.read(statement), params.code),
  )
}
