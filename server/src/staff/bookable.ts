import { bookableStaffTypes } from '@teleward/contract/profile/rules.ts'
import { sql } from '../platform/db/index.ts'

/** Of a `staff_partner sp`: physicians and the allied professions, whose patients are booked with them. */
export const seesPatients = sql<boolean>`sp.staff_type = any (${[...bookableStaffTypes]}::int[])`
/** Whoever can be booked now: of such a profession, and on board. */
export const bookable = sql<boolean>`(${seesPatients} and sp.status = 'active' and sp.review = 'onBoard')`
