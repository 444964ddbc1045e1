import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

const named = (url: string, database: string) => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
/** Rows that no call of the server makes, as the owner of the database. */
export const runStatements = (url: string, statements: string): Promise<void> =>
  onServer(url, async (sql) => void (await sql.unsafe(statements)))

async function onServer<T>(url: string, fn: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    return await fn(sql)
  } finally {
    await sql.end()
  }
}

export interface PostgresTemplate {
  serverUrl: string
  database: string
}

/** An empty one. */
export async function createDatabase(serverUrl: string): Promise<PostgresTemplate & { url: string }> {
  const database = `teleward_template_${randomBytes(4).toString('hex')}`
  await onServer(serverUrl, (sql) => sql.unsafe(`create database ${database}`))
  return { serverUrl, database, url: named(serverUrl, database) }
}

/** A database of its own with what lies in the template. */
export async function copyDatabase({
  serverUrl,
  database,
}: PostgresTemplate): Promise<{ url: string; drop(): Promise<void> }> {
  const copy = `teleward_test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, (sql) => sql.unsafe(`create database ${copy} template ${database}`))
  return { url: named(serverUrl, copy), drop: () => dropDatabase({ serverUrl, database: copy }) }
}

export async function dropDatabase({ serverUrl, database }: PostgresTemplate): Promise<void> {
  await onServer(serverUrl, (sql) => sql.unsafe(`drop database if exists ${database} with (force)`))
}
