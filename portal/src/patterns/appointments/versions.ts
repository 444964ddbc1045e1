/**
 * By visit, the newest version that an own step has answered: whoever takes two steps one behind the other is no colleague
 * of themselves, even when the list has not come again in between.
 */
const answered = new Map<number, number>()

interface Versioned {
  qid: number
  version: number
}
/** What an own step on the visit came to. */
export const stepped = ({ qid, version }: Versioned): void => void answered.set(qid, version)
/** The version of the visit as this person knows it, for the next step. */
export const versionOf = ({ qid, version }: Versioned): number => Math.max(version, answered.get(qid) ?? 0)
