import type { Measurements } from '@teleward/contract/monitoring/alert-schema.ts'
import type { Received } from '@teleward/contract/monitoring/schema.ts'
import { expect, it } from 'vitest'
import { PID, watchedClinic } from './fixture.ts'

const ward = watchedClinic()

it('[MON-04~] [DEV-04~] a value that was taken although nobody has such a pulse is marked in the course, and in no mean, highest or lowest', async () => {
  const { lin } = ward.staff
  for (const [value, hours] of [
    [74, 50],
    [400, 26],
    [76, 2],
  ] as const)
    expect(
      await lin.post<Received>('/his/api/devicereadings', {
        ...{ pid: PID, dataType: 'heart_rate', value, takeOver: true, timestamp: ward.at(hours * 60), confirmed: true },
      }),
    ).toMatchObject({ code: 'OK', data: { stored: true } })
  const { data } = await lin.get<Measurements>(`/his/api/measurements/${PID}?days=7`)
  const pulse = data.series.find(({ kind }) => kind === 'pulse')
  expect(pulse?.points.map(({ value, flagged }) => [value, flagged])).toEqual([
    [74, false],
    [400, true],
    [76, false],
  ])
  expect(pulse?.summary.value).toEqual({ mean: 75, low: 74, high: 76 })
  expect(pulse?.total).toBe(3)
})
