import fc from 'fast-check'
import type { z } from 'zod'

type Def = {
  catchall?: z.ZodType
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
  in?: z.ZodType
  out?: z.ZodType
  entries?: Record<string, string>
  values?: unknown[]
  keyType?: z.ZodType
  valueType?: z.ZodType
  coerce?: boolean
}
type Bag = { minimum?: number; maximum?: number; format?: string; patterns?: Set<RegExp> }
export const defOf = (schema: z.ZodType) => schema.def as unknown as Def
type Check = {
  check?: string
  value?: number
  length?: number
  minimum?: number
  maximum?: number
  format?: string
  pattern?: RegExp
}
/** What the schema's own checks say, so that most values made are of those it takes. */
function bagOf(schema: z.ZodType): Bag {
  const def = schema.def as unknown as Check & { checks?: { _zod: { def: Check } }[] }
  const bag: Bag = { patterns: new Set() }
  for (const one of [def, ...(def.checks ?? []).map((check) => check._zod.def)]) {
    if (one.check === 'greater_than') bag.minimum = one.value ?? 0
    if (one.check === 'less_than') bag.maximum = one.value ?? 0
    if (one.check === 'min_length') bag.minimum = one.minimum ?? 0
    if (one.check === 'max_length') bag.maximum = one.maximum ?? 0
    if (one.check === 'length_equals') bag.minimum = bag.maximum = one.length ?? 0
    if (one.format && one.format !== 'regex') bag.format = one.format
    if (one.pattern) bag.patterns?.add(one.pattern)
  }
  return bag
}

/** Strings that other systems have stumbled over: SQL, HTML, templates, sort and filter syntax, Unicode's corners. */
export const nasty: readonly string[] = [
  "' or '1'='1",
  "'; drop table member; --",
  '1; select pg_sleep(9)',
  'name desc; --',
  '-qid,(select 1)',
  '$1 $2 {{x}} %s %n',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '%00%0a%0d',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066לא',
  '👩‍👩‍👧‍👦𠮷𝒳',
  'e\u0301'.repeat(50),
  '\u200b\ufeff',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '9007199254740993',
  '2147483648',
  '-1',
  '0x10',
  '１２３',
  '2026-02-30',
  '2026-03-12T25:61:61Z',
  '+275760-09-13T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'null',
  '[]',
  '{"$ne":null}',
  '__proto__',
  'constructor',
  'toString',
]
const plain = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 24 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...nasty) },
)
const MOST_MISSES = 2000
/** Of these values those the schema takes. What it hardly ever takes would be looked for forever, and unnoticed. */
function fits<T>(schema: z.ZodType, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> {
  let misses = 0
  return arbitrary.filter((value) => {
    misses = schema.safeParse(value).success ? 0 : misses + 1
    if (misses > MOST_MISSES)
      throw new Error(
        `of ${misses} values in a row a schema took none, last ${JSON.stringify(value).slice(0, 100)}: teach proof/fuzz/arbitrary.ts`,
      )
    return misses === 0
  })
}
/** Of schemas that ask for more than a random string ever is. */
const samples = [
  '/x',
  '/a/b?c=1',
  '#a1b2c3',
  'x@example.org',
  'https://push.example.org/x',
  '0912345678',
  'Asia/Taipei',
  'UTC',
]

function stringOf(schema: z.ZodType): fc.Arbitrary<string> {
  const { format, minimum = 0, maximum = 60 } = bagOf(schema)
  if (format === 'uuid' || format === 'guid') return fc.uuid()
  if (format === 'date')
    return fc
      .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10))
  if (format === 'datetime')
    return fc
      .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString())
  const long = fc.constant('字'.repeat(Math.max(0, Math.min(maximum, 20_000))))
  const simple = fc.string({
    unit: fc.constantFrom(...'abcxyz0189測試頭痛 '.split('')),
    minLength: minimum,
    maxLength: Math.max(minimum, Math.min(maximum, 30)),
  })
  if (schema.safeParse('x'.repeat(Math.max(1, minimum))).success)
    return fits(schema, fc.oneof(plain, simple, simple, long))
  const taken = samples.filter((sample) => schema.safeParse(sample).success)
  if (taken.length) return fc.constantFrom(...taken)
  const [pattern] = bagOf(schema).patterns ?? []
  if (!pattern) return fits(schema, simple)
  if (/\(\?[=!<]/.test(pattern.source))
    throw new Error(
      `the fuzzer makes no strings of ${format ?? 'pattern'} ${pattern.source.slice(0, 80)}: teach it (proof/fuzz/arbitrary.ts)`,
    )
  return fits(schema, fc.stringMatching(new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''))))
}
function numberOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { minimum = -1000, maximum = 1000, format } = bagOf(schema)
  const low = Math.max(minimum, -1e9)
  const high = Math.min(maximum, 2_147_483_647)
  const whole = fc.oneof(
    fc.integer({ min: Math.ceil(low), max: Math.floor(high) }),
    fc.constantFrom(Math.ceil(low), Math.floor(high)),
    fc.integer({ min: Math.ceil(Math.max(low, 1)), max: Math.ceil(Math.max(low, 1)) + 20 }),
  )
  const number = format?.includes('int') ? whole : fc.oneof(whole, fc.double({ min: low, max: high, noNaN: true }))
  return fits(schema, defOf(schema).coerce ? fc.oneof(number, number.map(String)) : number)
}

/** Values that the schema takes. */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const def = defOf(schema)
  switch (def.type) {
    case 'string':
      return stringOf(schema)
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'object': {
      const required: string[] = []
      const shape = Object.entries(def.shape ?? {}).map(([key, inner]) => {
        if (!inner.safeParse(undefined).success) required.push(key)
        return [key, arbitraryOf(inner)] as const
      })
      return fits(schema, fc.record(Object.fromEntries(shape), { requiredKeys: required }))
    }
    case 'array': {
      const { minimum: minLength = 0, maximum = 4 } = bagOf(schema)
      const maxLength = Math.max(minLength, Math.min(maximum, 4))
      return fits(schema, fc.array(arbitraryOf(def.element as z.ZodType), { minLength, maxLength }))
    }
    case 'union':
      return fc.oneof(...(def.options ?? []).map(arbitraryOf))
    case 'nullable':
      return fc.option(arbitraryOf(def.innerType as z.ZodType), { nil: null, freq: 4 })
    case 'record':
      return fc.dictionary(
        arbitraryOf(def.keyType as z.ZodType) as fc.Arbitrary<string>,
        arbitraryOf(def.valueType as z.ZodType),
        { maxKeys: 3 },
      )
    case 'null':
      return fc.constant(null)
    case 'pipe': {
      if (defOf(def.in as z.ZodType).type !== 'transform') return arbitraryOf(def.in as z.ZodType)
      // A number, or text that is one.
      const made = arbitraryOf(def.out as z.ZodType)
      return fits(schema, fc.oneof(made, made.map(String)))
    }
    case 'custom':
      return fc.uint8Array({ maxLength: 64 })
    case 'unknown':
    case 'any':
      return fc.jsonValue()
    default:
      if (def.innerType) return arbitraryOf(def.innerType)
      throw new Error(`the fuzzer makes no values of the schema type ${def.type}: teach it (proof/fuzz/arbitrary.ts)`)
  }
}

let nest: unknown = 'deep'
for (let depth = 0; depth < 200; depth += 1) nest = depth % 2 ? [nest] : { a: nest }
/** What no schema means. */
export const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...nasty),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    -1e308,
    Number.MAX_SAFE_INTEGER + 1,
    2_147_483_648,
    '',
    ' ',
    [],
    {},
    [[]],
    [null],
    { length: 1 },
    { toString: 'x' },
    nest,
  ),
  fc.constant('x'.repeat(70_000)),
  fc.constant(Array.from({ length: 2000 }, (_, at) => at)),
  fc.jsonValue(),
)

/** Fields of an answer that its schema does not declare: the server has to strip them. */
export function* undeclared(schema: z.ZodType, value: unknown, path = ''): Generator<string> {
  const def = defOf(schema)
  if (value === null || value === undefined) return
  if (def.type === 'object' && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      const known = def.shape?.[key]
      if (known) yield* undeclared(known, inner, `${path}.${key}`)
      // A resource of FHIR is carried whole, also what is not understood here: its schema declares that.
      else if (!def.catchall || defOf(def.catchall).type !== 'unknown') yield `${path}.${key}`
    }
  } else if (def.type === 'array' && Array.isArray(value))
    for (const [at, inner] of value.entries()) yield* undeclared(def.element as z.ZodType, inner, `${path}.${at}`)
  else if (def.type === 'record' && typeof value === 'object')
    for (const [key, inner] of Object.entries(value))
      yield* undeclared(def.valueType as z.ZodType, inner, `${path}.${key}`)
  else if (def.type === 'union') {
    const told = (def.options ?? []).map((option) => [...undeclared(option, value, path)])
    if (told.length && told.every((one) => one.length)) yield* told[0] ?? []
  } else if (def.innerType) yield* undeclared(def.innerType, value, path)
}
