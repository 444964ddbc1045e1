import { AsyncLocalStorage } from 'node:async_hooks'

const inside = new AsyncLocalStorage<{ open: boolean }>()

/** Inside a transaction only its handle exists: the outer one would hang PGlite and read beside the transaction. */
export function refuseInsideTransaction(): void {
  if (inside.getStore()?.open)
    throw new Error(
      'The database was used inside a transaction: use the transaction’s own handle (tx), not the outer one',
    )
}

export async function asTransaction<T>(fn: () => Promise<T>): Promise<T> {
  const state = { open: true }
  try {
    return await inside.run(state, fn)
  } finally {
    state.open = false
  }
}
