import * as api from '@teleward/contract/admin/endpoints.ts'
import * as files from '@teleward/contract/admin/import-endpoints.ts'
import * as asking from '@teleward/contract/admin/invitation-endpoints.ts'
import { STAFF_IMPORT_MAX_BYTES } from '@teleward/contract/admin/import-endpoints.ts'
import { SHEET_MAX_ROWS } from '@teleward/contract/core/export.ts'
import { auditSheet } from '@teleward/contract/admin/sheets.ts'
import type { Deps } from '../platform/deps.ts'
import { RawReply, route, sheetFile } from '../platform/http/index.ts'
import { loadedReference } from '../reference/load.ts'
import { archived, exportKeyOf } from './audit-export.ts'
import { auditLog, chainState, look, verify } from './audit.ts'
import { bind, bindings, ownBindings } from './care-team.ts'
import { importStaff, readFile } from './imports.ts'
import { affectsOf } from './partner-affects.ts'
import * as partners from './partners.ts'
import { table, take } from './privileges.ts'
import { accounts } from './staff.ts'
import { standingOf } from './staff-affects.ts'
import * as staff from './staff-change.ts'
import * as joining from './staff-invitations.ts'
import { template } from './template.ts'
import * as units from './units.ts'

export function register(deps: Deps): void {
  institutions(deps)
  loaded(deps)
  people(deps)
  invited(deps)
  log(deps)
}

function institutions({ http, db, clock }: Deps): void {
  const at = () => ({ db, now: clock.now() })
  route(http, api.getPartners, (ctx, { query }) => partners.partners((q) => ctx.read(q), ctx.who, query))
  route(http, api.postPartner, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const made = await partners.found(tx, ctx.who, body)
      ctx.target({ kind: 'partner', id: made.id, detail: { before: null, after: made } })
      return made
    }),
  )
  route(http, api.putPartner, async (ctx, { params, body }) => {
    const affects = await affectsOf(at(), ctx.who, params.id, body)
    return ctx.tx(async (tx) => {
      const { now, before, after } = await partners.change(at(), tx, ctx.who, params.id, body, affects)
      ctx.target({ kind: 'partner', id: params.id, detail: { before, after } })
      return now
    })
  })
  route(http, api.getUnits, (ctx, { query }) => units.units((q) => ctx.read(q), ctx.who, query.partner))
  route(http, api.postUnit, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const made = await units.add(at(), tx, ctx.who, body)
      ctx.target({
        kind: 'unit',
        id: made.id,
        detail: { before: null, after: { name: made.name, mainId: made.mainId } },
      })
      return made
    }),
  )
  route(http, api.putUnit, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const { now, before, after } = await units.change(at(), tx, ctx.who, params.id, body)
      ctx.target({ kind: 'unit', id: params.id, detail: { before, after } })
      return now
    }),
  )
}

function loaded({ http, db }: Deps): void {
  route(http, api.getReferenceData, () => loadedReference((q) => db.system.read(q)))
}

function people({ http, db, clock }: Deps): void {
  const at = () => ({ db, now: clock.now() })
  route(http, api.getStaffAccounts, (ctx, { query }) => accounts((q) => ctx.read(q), ctx.who, clock.now(), query))
  route(http, api.postStaffAccount, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const made = await staff.invite(at(), tx, ctx.who, body)
      const { doctortype, units: houses } = body
      ctx.target({ kind: 'staff', id: made.mid, detail: { before: null, after: { doctortype, units: houses } } })
      return made
    }),
  )
  route(http, api.putStaffAccount, async (ctx, { params, body }) => {
    const standing = await standingOf(at(), ctx.who, params.mid, body)
    return ctx.tx(async (tx) => {
      const { now, before, after } = await staff.change(at(), tx, ctx.who, params.mid, body, standing)
      ctx.target({ kind: 'staff', id: params.mid, detail: { before, after } })
      return now
    })
  })
  route(
    http,
    files.importStaff,
    async (ctx, { body }) => {
      const read = await readFile(body.file, body.commit)
      return ctx.tx(async (tx) => {
        const result = await importStaff(at(), tx, ctx.who, ctx.lang, read, body)
        const { state, total, imported, bad } = result
        ctx.target({ kind: 'staffImport', id: body.importId, detail: { state, total, imported, bad } })
        return result
      })
    },
    { bodyLimit: 2 * STAFF_IMPORT_MAX_BYTES },
  )
  route(http, files.staffImportTemplate, (ctx) => template(ctx.lang))
  route(http, api.getNurseBindings, (ctx, { query }) => bindings((q) => ctx.read(q), ctx.who, query))
  route(http, api.getOwnBindings, (ctx) => ownBindings((q) => ctx.read(q), ctx.who))
  route(http, api.putNurseBinding, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const { now, before, after } = await bind(at(), tx, ctx.who, params.did, body)
      ctx.target({ kind: 'nurseBinding', id: params.did, detail: { before, after } })
      return now
    }),
  )
  route(http, api.getPrivileges, (ctx, { query }) => table((q) => ctx.read(q), ctx.who, clock.now(), query))
  route(http, api.putPrivileges, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const { before, ...outcome } = await take(at(), tx, ctx.who, params.staff_type, body)
      const what = body.preview ? { preview: true } : { before, after: body.removed }
      ctx.target({ kind: 'privileges', id: params.staff_type, detail: what })
      return outcome
    }),
  )
}

/** Who has an account already joins by accepting. */
function invited(deps: Deps): void {
  const { http, db, clock, timers } = deps
  const at = () => ({ db, now: clock.now(), timers })
  route(http, asking.getStaffInvitations, (ctx, { query }) =>
    joining.invitations((q) => ctx.read(q), ctx.who, query.partner),
  )
  route(http, asking.postStaffInvitation, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const made = await joining.inviteKnown(at(), tx, ctx.who, body)
      const { doctortype, units: houses } = body
      ctx.target({
        kind: 'staffInvitation',
        id: made.id,
        detail: { before: null, after: { doctortype, units: houses } },
      })
      return made
    }),
  )
  route(http, asking.deleteStaffInvitation, (ctx, { params }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'staffInvitation', id: params.id })
      await joining.withdraw(at(), tx, ctx.who, params.id)
      return {}
    }),
  )
  route(http, asking.getOwnInvitations, (ctx) => joining.ownInvitations(db, ctx.who))
  route(http, asking.putStaffInvitation, async (ctx, { params, body }) => {
    ctx.target({ kind: 'staffInvitation', id: params.id, detail: { accept: body.accept } })
    const { partnerid } = await joining.answer(at(), ctx.who, params.id, body.accept)
    // The log of the institution that is joined has it; where else one works is nobody's business there.
    ctx.target({ kind: 'staffInvitation', id: params.id, partnerId: partnerid, detail: { accept: body.accept } })
    return { partnerid }
  })
  timers.on(joining.INVITATION_TIMER, ({ key }) => joining.tellInvited(deps, Number(key)))
}

function log({ http, db, clock }: Deps): void {
  route(http, api.getAuditLogs, (ctx, { query }) => {
    // Whose rows were read is kept with the reading.
    ctx.target({
      kind: 'auditLog',
      id: 'list',
      pid: query.pid ?? null,
      detail: { filters: Object.keys(query).filter((key) => !['page', 'pageSize', 'sort'].includes(key)) },
    })
    return auditLog((q) => ctx.read(q), ctx.who, query)
  })
  route(http, api.exportAuditLogs, async (ctx, { query }) => {
    const page = await auditLog((q) => ctx.read(q), ctx.who, { ...query, page: 1, pageSize: SHEET_MAX_ROWS })
    const input = { params: {}, query, body: {} }
    const { bytes, rows, total, filters } = await sheetFile(auditSheet, ctx, input, page, clock.now())
    const { verifiedAt, sealed, head } = await chainState(db, (q) => ctx.read(q), ctx.who)
    const archive = archived(await exportKeyOf(db), bytes, {
      rows,
      total,
      filters: Object.fromEntries(filters),
      institution: ctx.who.partnerId,
      by: { mid: ctx.who.mid, name: ctx.who.name },
      at: clock.now().toISOString(),
      chain: { verifiedAt, sealed, head },
    })
    return new RawReply(Buffer.from(archive), {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="auditlog.zip"',
      'cache-control': 'no-store',
    })
  })
  route(http, api.putAuditLog, (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const row = await look(tx, ctx.who, clock.now(), params.id, body.note)
      ctx.target({ kind: 'auditLog', id: params.id, pid: row.pid, detail: { looked: true } })
      return row
    }),
  )
  route(http, api.getVerifications, (ctx) => chainState(db, (q) => ctx.read(q), ctx.who))
  route(http, api.postVerification, async (ctx) => {
    ctx.target({ kind: 'auditLog', id: 'chain' })
    return verify(db, (q) => ctx.read(q), ctx.who, clock.now())
  })
}
