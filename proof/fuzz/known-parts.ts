import { localDay } from '@teleward/contract/core/dates.ts'
import { writeXlsx } from '../../server/src/platform/xlsx/write.ts'
import type { World } from '../matrix/world.ts'
import type { Seeded } from './plant.ts'

/** The parts of a request that its definition describes. */
export type Values = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

/**
 * Of calls whose row of the policy names no record: values that make sense together, so that a request gets past the
 * first check and its odd parts meet the code behind. Also of calls of records whose row is refused on purpose.
 */
export type Known = Partial<Values> & {
  /** Only these of the people can, though others have the permission. */
  by?: readonly string[]
  /** A request of its own, beside those of the policy's rows, and not laid over them. */
  alone?: boolean
  /** Instead of the link's cookie, beside the bearer: what signs the request. */
  headers?: Record<string, string>
}

/** What the requests of all domains are made from: days around today, files of rows, the first folders of the own unit. */
export function partsOf(world: World, planted: Seeded) {
  const now = Date.now()
  const day = (from: number) => localDay(new Date(now + from * 86_400_000), 'Asia/Taipei')
  const at = (days: number) => new Date(now + days * 86_400_000).toISOString()
  const [first, second] = world.folders.filter(
    ({ place, authorisation }) => place === 'own' && authorisation === 'none',
  )
  const importOf = async (commit: boolean, rows: readonly string[][], more: object = {}): Promise<Known> => ({
    body: {
      importId: crypto.randomUUID(),
      fileName: '名單.xlsx',
      file: (await writeXlsx([{ name: 'sheet1', rows }])).toString('base64'),
      commit,
      ...more,
    },
  })
  const body = (...all: unknown[]): readonly Known[] => all.map((one) => ({ body: one }))
  const versionOf = (one: number) => planted.versions.get(one) ?? 1
  const mid = (id: number, more: object): Known => ({ params: { mid: id }, body: more })
  return { first, second, day, at, importOf, body, versionOf, mid }
}
export type Parts = ReturnType<typeof partsOf>
