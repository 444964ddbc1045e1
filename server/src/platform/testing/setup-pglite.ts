import type { TestProject } from 'vitest/node'
import type { PostgresTemplate } from './databases.ts'
import { pgliteTemplate } from './templates.ts'

export default async function setup(project: TestProject) {
  project.provide('database', { kind: 'pglite', template: await pgliteTemplate() })
}

declare module 'vitest' {
  interface ProvidedContext {
    database: { kind: 'pglite'; template: string } | { kind: 'postgres'; template: PostgresTemplate }
  }
}
