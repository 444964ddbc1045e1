import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Server } from 'socket.io'
import { expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { createLimits } from '../limits.ts'
import { createMetrics } from '../observe/metrics.ts'
import { testDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { joinByRedis } from './index.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heldMb = () => {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
/** Events of a kilobyte, each with somebody who comes and goes and an address that calls. */
const EVENTS = 40_000
/** A third of what they come to. */
const MOST_MB = 13

it('[SYS-02~] a Redis that is away for long costs no memory: what is told, who comes and goes, and who calls is kept for nobody', async () => {
  const world = await testDatabase()
  const quiet = { warn: () => undefined, info: () => undefined, error: () => undefined }
  const joined = await joinByRedis({
    url: `redis://127.0.0.1:${await freePort()}`,
    db: world.db,
    log: () => quiet,
    metrics: createMetrics(),
  })
  try {
    joined.attach(new Server())
    await joined.start()
    const limits = createLimits(systemClock, joined.count)
    const text = 'x'.repeat(1000)
    const before = heldMb()
    let reached = 0
    for (let n = 0; n < EVENTS; n += 1) {
      const event = { id: n, type: 'sample', audience: [`staff:${n}`], payload: `${n}${text}`, at: '' }
      if (await joined.relay.send({ id: String(n), events: [event] })) reached += 1
      joined.roster.arrived(`staff:${n}`)
      joined.roster.left(`staff:${n}`)
      await limits.count('call', `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, 60_000)
    }
    expect(reached).toBe(0)
    expect(heldMb() - before).toBeLessThan(MOST_MB)
  } finally {
    await joined.stop()
    await world.close()
  }
})
