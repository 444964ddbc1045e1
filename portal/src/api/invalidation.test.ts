import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { eventModules, invalidation } from './invalidation.ts'

const contract = fileURLToPath(new URL('../../../contract/src', import.meta.url))

it('[API-12~] knows the events of every domain of the contract, and what each makes stale', () => {
  const domains = readdirSync(contract, { recursive: true })
    .map((path) => /^(\w+)[/\\]events\.ts$/.exec(String(path))?.[1])
    .filter((domain) => domain !== undefined)
  expect(Object.keys(eventModules).sort()).toEqual(domains.sort())
  expect(invalidation.get('queue.changed')).toContain('appointments')
  expect(invalidation.get('presence.changed')).toContain('presence')
})
