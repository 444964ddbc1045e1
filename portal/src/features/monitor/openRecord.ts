import { go } from '../../shell/navigation.ts'

/** The record says who can be asked for the authorisation, and has the emergency access of who may take it. */
export const openRecord = ({ pid, lastQid }: { pid: number; lastQid: number | null }) =>
  go('emr2', { pid, qid: lastQid ?? 0 })
