import type { Rights } from '@teleward/contract/core/access.ts'

/** The member of staff who reads or acts, as far as appointments care. */
export interface Viewer {
  mid: number
  partnerId: number
  doctortype: string
  rights: Rights
}
