import type { TestProject } from 'vitest/node'
import './setup-pglite.ts'
import { dropDatabase } from './databases.ts'
import { startPostgres } from './postgres-server.ts'
import { startRedis } from './redis-server.ts'
import { postgresTemplate } from './templates.ts'

export default async function setup(project: TestProject) {
  const server = await startPostgres()
  const template = await postgresTemplate(server.url)
  project.provide('database', { kind: 'postgres', template })
  const redis = process.env.WITH_REDIS ? await startRedis() : undefined
  if (redis) process.env.REDIS_URL = redis.url
  return async () => {
    await redis?.stop()
    await dropDatabase(template)
    await server.stop()
  }
}
