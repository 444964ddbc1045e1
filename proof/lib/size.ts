/**
 * How much a harness does: CI's size, or any other by an environment variable of that name
 * (`PROOF_KILLS=500 npm run proof -- death`).
 */
export function size(name: `PROOF_${string}`, ci: number): number {
  const wanted = process.env[name]
  if (wanted === undefined || wanted === '') return ci
  const number = Number(wanted)
  if (!Number.isInteger(number) || number < 1) throw new Error(`${name} has to be a whole number from 1 on`)
  return number
}
