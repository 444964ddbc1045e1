/** What a statement failed with. Values of rows and parameters stay out of it, so that it can be logged. */
export class DbError extends Error {
  override readonly name = 'DbError'
  readonly code: string
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined

  constructor(code: string, message: string, where: { constraint?: string; table?: string; column?: string } = {}) {
    super(message)
    this.code = code
    this.constraint = where.constraint
    this.table = where.table
    this.column = where.column
  }
}

const field = (from: object, ...names: string[]): string | undefined => {
  for (const name of names) {
    const value: unknown = Reflect.get(from, name)
    if (typeof value === 'string' && value) return value
  }
  return undefined
}

// Classes whose messages speak of the statement, never of a value: syntax and rights, resources, connection.
const harmless = /^(42|28|53|54|55|57|58|25|40|08|3D|3F|CONNECTION)/

export function asDbError(error: unknown): Error {
  if (error instanceof DbError || !(error instanceof Error))
    return error instanceof Error ? error : new Error(String(error))
  const code = field(error, 'code')
  if (!code) return error
  const message = harmless.test(code) ? error.message : `the database refused the statement (${code})`
  const where = {
    constraint: field(error, 'constraint_name', 'constraint'),
    table: field(error, 'table_name', 'table'),
    column: field(error, 'column_name', 'column'),
  }
  const wrapped = new DbError(code, message, JSON.parse(JSON.stringify(where)) as typeof where & object)
  return wrapped
}

/** A unique or exclusion constraint spoke (optionally: this one). */
export const isConflict = (error: unknown, constraint?: string): error is DbError =>
  error instanceof DbError && /^(23505|23P01)$/.test(error.code) && (!constraint || error.constraint === constraint)

/** The connection broke, or its process was ended; nothing is said of the statement. */
export const isLost = (error: unknown): error is DbError =>
  error instanceof DbError && /^(CONNECTION_|08|57P0[123])/.test(error.code)
