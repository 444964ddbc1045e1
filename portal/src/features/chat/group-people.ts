/** Whom somebody has picked into a group and out of it; whoever else manages it meanwhile has done nothing of it. */
export interface Picked {
  added: readonly number[]
  gone: readonly number[]
}
export const NOBODY: Picked = { added: [], gone: [] }

/** The people of the group as it is now, with what was picked. */
export const withPicked = (now: readonly number[], { added, gone }: Picked): number[] => [
  ...now.filter((mid) => !gone.includes(mid)),
  ...added.filter((mid) => !now.includes(mid)),
]

/** What is picked once the field, which showed `withPicked`, holds `next`. */
export function pick(now: readonly number[], picked: Picked, next: readonly number[]): Picked {
  const shown = withPicked(now, picked)
  const come = next.filter((mid) => !shown.includes(mid))
  const left = shown.filter((mid) => !next.includes(mid))
  return {
    added: [...picked.added.filter((mid) => !left.includes(mid)), ...come.filter((mid) => !now.includes(mid))],
    gone: [...picked.gone.filter((mid) => !come.includes(mid)), ...left.filter((mid) => now.includes(mid))],
  }
}

/** What is left to be done of it in the group as it is now. */
export const toDo = (now: readonly number[], { added, gone }: Picked): Picked => ({
  added: added.filter((mid) => !now.includes(mid)),
  gone: gone.filter((mid) => now.includes(mid)),
})
