import * as api from '@teleward/contract/emr/set-endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { reader } from './opening.ts'
import { keepSet, removeSet, setsOf } from './sets.ts'

/** Prescription sets. */
export function setRoutes({ http, clock }: Deps): void {
  route(http, api.getMedicinePackages, (ctx, { body }) => setsOf(reader(ctx), ctx.who, body.id))
  route(http, api.upsertMedicinePackage, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const set = await keepSet(tx, ctx.who, clock.now(), body)
      const { name, code, shared, lines } = set
      const detail = { name, code, shared, drugs: lines.map((line) => line.code) }
      ctx.target({ kind: 'prescriptionSet', id: set.id, detail })
      return set
    }),
  )
  route(http, api.deleteMedicinePackage, (ctx, { body }) => {
    ctx.target({ kind: 'prescriptionSet', id: body.id })
    return ctx.tx((tx) => removeSet(tx, ctx.who, body))
  })
}
