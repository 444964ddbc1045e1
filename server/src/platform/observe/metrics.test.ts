import { describe, expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'
import { statementName } from './traced-db.ts'

describe('figures in the text format of Prometheus', () => {
  it('[SYS-03~] counts, sums up and puts into buckets, each below the next', async () => {
    const metrics = createMetrics()
    const calls = metrics.counter('calls_total', 'Calls.', ['code'])
    calls.add({ code: 'OK' })
    calls.add({ code: 'OK' }, 2)
    const time = metrics.histogram('time_seconds', 'Time.', ['route'], [0.1, 1])
    for (const seconds of [0.05, 0.5, 5]) time.observe(seconds, { route: '/a' })
    metrics.gauge('rooms', 'Rooms.', () => 4)
    expect((await metrics.render()).split('\n')).toEqual(
      expect.arrayContaining([
        '# TYPE calls_total counter',
        'calls_total{code="OK"} 3',
        '# TYPE time_seconds histogram',
        'time_seconds_bucket{le="0.1",route="/a"} 1',
        'time_seconds_bucket{le="1",route="/a"} 2',
        'time_seconds_bucket{le="+Inf",route="/a"} 3',
        'time_seconds_sum{route="/a"} 5.55',
        'time_seconds_count{route="/a"} 3',
        'rooms 4',
      ]),
    )
  })
  it('[SYS-03~] keeps to its lines whatever a label says, and leaves out what cannot be read', async () => {
    const metrics = createMetrics()
    metrics.counter('odd_total', 'Odd.', ['name']).add({ name: 'a"b\\c\nd' })
    metrics.gauge('away', 'Away.', () => Promise.reject(new Error('no database')))
    const first = await metrics.render()
    expect(first).toContain('odd_total{name="a\\"b\\\\c\\nd"} 1\n')
    expect(first).not.toMatch(/^away/m)
    expect(await metrics.render()).toContain('teleward_metrics_unread_total{metric="away"}')
  })
  it('[SYS-03~] does not grow without end', async () => {
    const metrics = createMetrics()
    const one = metrics.counter('many_total', 'Many.', ['n'])
    for (let n = 0; n < 6000; n += 1) one.add({ n })
    expect((await metrics.render()).match(/^many_total\{/gm)).toHaveLength(5000)
  })
})

describe('the name of a statement', () => {
  it.each([
    ['select a.qid from appointment a where a.qid = $1 for update', 'select appointment'],
    ['insert into "note_version" (x) values ($1)', 'insert note_version'],
    ['  update appointment set x = $1', 'update appointment'],
    ['select 1', 'select'],
    ["select set_config('role', $1, true)", 'select'],
  ])('[SYS-03~] says what is done to what: %s', (sql, name) => expect(statementName(sql)).toBe(name))
})
