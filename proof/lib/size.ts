import { gate as isGate } from '../../scripts/lib/scope.mjs'

/**
 * How much a harness does: the whole of it, the gate's share where `npm test` asks, or any other by an environment variable of
 * that name (`PROOF_KILLS=500 npm run proof -- death`).
 */
export function size(name: `PROOF_${string}`, whole: number, gate = whole): number {
  const wanted = process.env[name]
  if (wanted === undefined || wanted === '') return isGate ? gate : whole
  const number = Number(wanted)
  if (!Number.isInteger(number) || number < 1) throw new Error(`${name} has to be a whole number from 1 on`)
  return number
}
