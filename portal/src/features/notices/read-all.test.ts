import { putNotifications } from '@teleward/contract/notifications/endpoints.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readAll } from './read-all.ts'

interface Said {
  title: string
  text?: string
  action?: { run: () => void }
}
const told = vi.hoisted(() => ({
  bodies: [] as { ids?: string[] }[],
  asked: [] as object[],
  said: [] as Said[],
  ids: [''],
}))
vi.mock('../../api/client.ts', () => ({
  call: async (_: object, { query }: { query: object }) => {
    told.asked.push(query)
    return { data: [{ at: '2026-03-10T02:00:00.123456+00:00' }] }
  },
}))
vi.mock('../../api/query.ts', () => ({
  mutateEndpoint: async (_: object, { body }: { body: { read: boolean; ids?: string[] } }) => {
    // As the call's own schema takes it.
    expect(putNotifications.body.safeParse(body).success).toBe(true)
    told.bodies.push(body)
    return { ids: body.read ? told.ids : body.ids, kept: 0 }
  },
  showError: (error: unknown) => {
    throw error
  },
}))
vi.mock('../../i18n/i18n.ts', () => ({ t: (key: string) => key }))
vi.mock('../../ui/notify.ts', () => ({ notify: (said: Said) => told.said.push(said) }))

const id = (n: number) => `6f2d1f0e-0000-4000-8000-${String(n).padStart(12, '0')}`
beforeEach(() => void Object.assign(told, { bodies: [], asked: [], said: [], ids: [id(1)] }))

describe('reading all', () => {
  it('[NOTI-01~] reads up to the newest entry that is shown, whatever this machine’s clock says', async () => {
    vi.useFakeTimers({ now: Date.parse('2031-01-01T00:00:00Z') })
    await readAll({ kind: 'todo' }, [
      { at: '2026-03-10T01:59:00+00:00' },
      { at: '2026-03-10T10:00:00.5+08:00' },
      { at: '2026-03-09T23:00:00+00:00' },
    ])
    vi.useRealTimers()
    expect(told.bodies).toEqual([{ read: true, until: '2026-03-10T10:00:00.5+08:00', kind: 'todo' }])
    expect(told.asked).toEqual([])
  })
  it('[NOTI-01~] from a later page, or in another order, asks which is the newest of the filter', async () => {
    await readAll({ from: '2026-03-01' }, undefined)
    expect(told.asked).toEqual([{ from: '2026-03-01', pageSize: 1 }])
    expect(told.bodies[0]).toMatchObject({ until: '2026-03-10T02:00:00.123456+00:00' })
    await readAll({}, [])
    expect(told.bodies).toHaveLength(1)
  })
  it('[NOTI-01~] is undone whole, however many there were', async () => {
    told.ids = Array.from({ length: 1203 }, (_, n) => id(n))
    await readAll({}, [{ at: '2026-03-10T02:00:00Z' }])
    told.said[0]?.action?.run()
    await vi.waitFor(() => expect(told.bodies).toHaveLength(4))
    const undone = told.bodies.slice(1)
    expect(undone.map(({ ids }) => ids?.length)).toEqual([500, 500, 203])
    expect(undone.flatMap(({ ids }) => ids)).toEqual(told.ids)
  })
})
