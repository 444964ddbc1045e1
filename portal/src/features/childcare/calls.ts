import * as api from '@teleward/contract/childcare/endpoints.ts'
import type { Vaccine } from '@teleward/contract/childcare/schedule.ts'
import type { ChildKind, ChildRecord } from '@teleward/contract/childcare/schema.ts'

/** The four kinds of record, and the calls of each. */
export const callsOf = {
  vaccination: {
    get: api.getVaccination,
    add: api.addVaccination,
    update: api.updateVaccination,
    remove: api.deleteVaccination,
  },
  fluoride: { get: api.getFluoride, add: api.addFluoride, update: api.updateFluoride, remove: api.deleteFluoride },
  preventive: {
    get: api.getPreventive,
    add: api.addPreventive,
    update: api.updatePreventive,
    remove: api.deletePreventive,
  },
  biliary: { get: api.getBiliary, add: api.addBiliary, update: api.updateBiliary, remove: api.deleteBiliary },
} as const

/** The lot of each vaccine that was entered last, and the place: until the page is loaded anew. */
export const lots = new Map<string, string>()

/** What is to be recorded: of which kind, and which of it. */
export interface Asked {
  kind: ChildKind
  vaccine: Vaccine | null
  number: number | null
  /** The record that is changed. */
  record?: ChildRecord
}
