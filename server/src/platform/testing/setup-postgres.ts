import type { TestProject } from 'vitest/node'
import './setup-pglite.ts'
import { startPostgres } from './postgres-server.ts'
import { dropTemplate, postgresTemplate } from './templates.ts'

export default async function setup(project: TestProject) {
  const server = await startPostgres()
  const template = await postgresTemplate(server.url)
  project.provide('database', { kind: 'postgres', template })
  return async () => {
    await dropTemplate(template)
    await server.stop()
  }
}
